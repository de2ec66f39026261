package templates

func sampleReport() Report {
	return Report{
		Thread: "Q-7F3K2M", Subject: "Car insurance for two cars",
		Warnings: []string{"The states stop early: entry 7 of Q-7F3K2M was erased."},
		Facts:    []Item{{"Status", "awaiting customer"}, {"Journal", "12 entries, 6 checkpoints"}},
		Turns: []ReportTurn{
			{Style: TurnCustomer, Entry: 2, Title: "Car insurance", Who: "Maria Lopez <maria@lopez.test>", When: "Thu 19 Nov 2026, 8:47:00 pm PST", Text: "Hi, I would like a quote."},
			{Style: TurnDraft, Entry: 5, Title: "Review 1: info request", Who: "The agent", Text: sampleDraftText, Warnings: []string{"Look at this."},
				Facts: []Item{{"Stands", "decided"}}, Changes: Diff(sampleOldDraftText, sampleDraftText), Sections: []Section{{Title: "ask_customer", Text: "{}"}}},
			{Style: TurnReview, Entry: 6, Title: "ACCEPT (review 1, info request)", Who: "lee@agency.test"},
			{Style: TurnFinal, Entry: 7, Title: "To the customer, by review 1", Who: "Sunrise Insurance Agency", Text: sampleDraftText, Folded: true},
			{Style: TurnNote, Entry: 8, Title: "reminder", Text: "lee@agency.test"},
		},
		Graph: Graph{Width: 200, Height: 100,
			Nodes: []GraphNode{{X: 8, Y: 8, Width: 148, Height: 34, MidX: 82, MidY: 25, Name: "customer writes", Visits: 2}, {X: 8, Y: 60, Width: 148, Height: 34, MidX: 82, MidY: 77, Name: "quote"}},
			Edges: []GraphEdge{{Line: "M82 42V54", Head: "M82 60l-4 -6h8z", LabelX: 89, LabelY: 51, Anchor: "start", Label: "1", Title: "once"}}},
		Path:      []Leg{{From: "customer writes", To: "info request", Entry: 3, Why: "accept by lee@agency.test"}},
		Snapshots: []Snapshot{{Title: "Before review 1: info request", When: "Thu 19 Nov 2026", Entry: 4, Facts: []Item{{"Status", "awaiting review"}}}},
		Checkpoints: []ReportCheckpoint{{Entry: 4, When: "Thu 19 Nov 2026", Source: "tool", Kind: "returned", Actor: "ask_customer", Status: "awaiting review",
			Fields: "status", Changes: []StateChange{{"status", `"running"`, `"awaiting_review"`}}, State: "{}"}},
	}
}

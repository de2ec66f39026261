package templates

const sampleRef = "Q-7F3K2M-4-k3v9qd2m7xw4t6hzn5rj8pya2b"

const sampleDraftText = `Hello Maria,

Thank you for asking Sunrise Insurance Agency for an auto insurance quote.
We have one more question.

1. How many miles a year do you drive the 2017 Honda Civic?

Thank you,

Dana Reyes
`

const sampleOldDraftText = `Hello Maria,

Thank you for asking Sunrise Insurance Agency for an auto insurance quote.
We have 2 more questions.

1. What is your ZIP code?
2. How many miles a year do you drive the 2017 Honda Civic?

Thank you,

Dana Reyes
`

const sampleDraftHTML = `<p>Hello Maria,</p>
<p>Thank you for asking Sunrise Insurance Agency for an auto insurance quote. We have one more question.</p>
<ol><li><strong>How many miles a year do you drive the 2017 Honda Civic?</strong></li></ol>
<p>Thank you,</p><p>Dana Reyes</p>`

// sampleReview reviews a mail to a customer, redone for a reason.
func sampleReview() Review {
	r := sampleAsked(Review{
		Step:      "info_request",
		StepTitle: "Questions to Maria Lopez", Headline: "1 question to Maria Lopez",
		Under:    []string{"2 cars", "2 drivers", "WA", "decide by Dec 4"},
		What:     "If you accept, the draft goes to m.lopez@elsewhere.test, exactly as shown.",
		Warnings: []string{`the amount "$999" is in neither the application nor the quote`},
		Draft: &DraftView{
			To: "m.lopez@elsewhere.test", Subject: "Re: Car insurance for two cars",
			Text: sampleDraftText, HTML: sampleDraftHTML,
		},
		Followups: []DraftView{{
			Name: "reminder", When: "after 3 days without an answer", To: "m.lopez@elsewhere.test", Subject: "Re: Car insurance for two cars",
			Text: "Hello Maria,\n\nWe are still glad to price your auto insurance.\n",
		}},
		Rejection: &Rejection{By: "Lee Tran", When: "Fri Nov 20, 2026, 9:05 am PST",
			Reason: "she told us her ZIP code, do not ask again"},
		Changes: Diff(sampleOldDraftText, sampleDraftText),
		Words:   sampleWords(),
	})
	r.Words[2].Effect += "; no automatic reminder or close follows it"
	return r
}

// samplePrice reviews a mail with a quote.
func samplePrice() Review {
	return sampleAsked(Review{
		Step:      "quote",
		StepTitle: "Quote for Maria Lopez, $1,356.00", Headline: "$1,356.00 quote for Maria Lopez",
		Under: []string{"was $1,402.00", "Q-E99677", "2 cars", "2 drivers", "WA", "decide by Dec 4"},
		Changed: []Change{
			{"Collision deductible", "$500", "$1,000"},
			{"Rental car", "no", "yes"},
			{"Towing", "no", "yes"},
			{"Miles a year, the 2017 Honda Civic", "12,000", "9,000"},
		},
		Warnings: []string{
			`the customer also asks: "what does towing cost?"`,
			"New assumptions: Ownership of the 2017 Honda Civic: owned; Tickets in 3 years, Ana: 0",
		},
		What: "If you accept, the draft goes to m.lopez@elsewhere.test, exactly as shown.",
		Draft: &DraftView{
			To: "m.lopez@elsewhere.test", Subject: "Re: Seguro para dos autos", Text: "Hola Maria:\n\nEste es el presupuesto que nos pidió: $1,356.00.\n",
		},
		Translation: "Hello Maria,\n\nHere is the estimate you asked for: $1,356.00.\n",
		Data: []Section{{Title: "The price", Items: []Item{
			{"Total", "$1,356.00"},
			{"Without unproven discounts", "$1,432.00"},
			{"More than one vehicle", "eligible, verified, takes off $105.00: the quote has 2 vehicles"},
			{"Good student", "eligible, to be documented, takes off $76.00: a student under 25 is listed; proof: a transcript or report card with a B average"},
		}}},
		Words: sampleWords(),
	})
}

// sampleConsole is a page of the console. The page decides nothing without a sign-in.
const sampleConsole = "https://console.agency.test/r/Q-7F3K2M/4"

// sampleRead reviews extracted data, with questions to staff.
func sampleRead() Review {
	return sampleAsked(Review{
		Console:   sampleConsole,
		Step:      "request_human_input",
		StepTitle: "Questions for you about Maria Lopez",
		What:      "The agent continues with your answers. The customer gets none of this.",
		Data:      sampleData(),
		Questions: []Question{{"Does Ana live at the same address?", "Every driver of the household has to be listed.", `"yes", or her address`}},
		Words: []Word{
			{"ANSWER: text, or 1. text, 2. text …", "lets the agent continue with your answers"},
			{"REJECT: reason", "leaves the questions unanswered; the agent looks for another way, following your reason"},
			{"CANCEL: reason", "ends the thread; the customer gets no more mail"},
			{"TAKE OVER", "lets you handle this customer yourself; this draft is discarded"},
			{"CLAIM", "makes this thread yours: only you get its mails and decide"},
		},
	})
}

// sampleData has data under review in all formats.
func sampleData() []Section {
	return []Section{{
		Title: "What was read",
		Rows:  []BasisRow{{"Miles a year, the 2021 Toyota RAV4", "8,000 or 15,000", "", "contradicts itself"}},
	}, {
		Title: "Summary",
		Items: []Item{{"Drivers", "2"}},
		Text:  "A student under 25 is listed;\nno transcript has come in.",
	}}
}

func sampleTable() Section {
	return Section{Title: "accounts: invoices", Table: Table{
		Head: []string{"Number", "Vendor", "Amount"},
		Rows: [][]string{{"CAG-7731", "Clearview Auto Glass", "$618.50"}, {"HR-2026-118", "", "$4,280.00"}},
	}}
}

// sampleAsked adds the parts that all reviews show.
func sampleAsked(r Review) Review {
	r.Thread, r.Number, r.CustomerFrom, r.RepliesTo = "Q-7F3K2M", 4, "Maria Lopez <maria@lopez.test>", "m.lopez@elsewhere.test"
	r.Customer, r.Conversation = "Maria", sampleConversation()
	r.Said = "My daughter Ana. Could you do a 1000 collision deductible on both and add rental? " +
		"Also what does towing cost?"
	r.Assumed = []string{"Ownership of the 2017 Honda Civic: owned", "Tickets in 3 years, Ana: 0"}
	r.Stated = []Item{{"Maria", "date of birth March 4, 1985; years licensed 22"},
		{"The 2017 Honda Civic", "miles a year 9,000 (“9k a year”)"}}
	if r.Questions == nil {
		r.Buttons = sampleButtons("ACCEPT", "Accept and send", "REJECT", "Reject…",
			"EDIT", "Edit…", "TAKE OVER", "Take over…")
	} else {
		r.Buttons = sampleButtons("ANSWER", "Answer…", "REJECT", "Reject…", "TAKE OVER", "Take over…")
	}
	r.Deadline = "Fri Dec 4, 2026, 9:12 am PST"
	r.Ref = sampleRef
	return r
}

// waiting is a review that is sent again.
func waiting(r Review) Review {
	r.Since, r.Asked = "Fri Nov 20, 2026, 9:12 am PST", []string{"Lee Tran", "Dana Reyes"}
	return r
}

// sampleButtons takes pairs of a word and a label.
func sampleButtons(pairs ...string) (all Buttons) {
	for i := 0; i < len(pairs); i += 2 {
		body := pairs[i] + "\n\nRef: " + sampleRef
		url := MailtoURL("reviews@agency.test", "Re: [Q-7F3K2M]", body)
		all = append(all, Button{pairs[i], pairs[i+1], url})
	}
	return all
}

func sampleBasis() []BasisRow {
	return []BasisRow{
		{"First name", "Maria", "Thanks, Maria Lopez", "stated"},
		{"ZIP code", "98660", "we are in 98660", "stated"},
		{"Make of the 2017 Honda Civic", "Honda", "my '17 Civic", "inferred"},
		{"Accidents in 3 years, Maria", "0", "", "assumed"},
	}
}

func sampleConversation() []Turn {
	return []Turn{
		{"Maria Lopez <maria@lopez.test>", "Thu Nov 19, 2026, 8:47 pm PST", "Hi, I would like a quote for my '17 Civic and her 2021 RAV4. We are in 98660.\n\nThanks, Maria Lopez"},
		{"Sunrise Insurance Agency", "Thu Nov 19, 2026, 9:30 pm PST", "Thank you. Who else drives the cars?"},
		{"Maria Lopez <maria@lopez.test>", "Fri Nov 20, 2026, 7:58 am PST", "My daughter Ana."},
	}
}

func sampleWords() []Word {
	return []Word{
		{"ACCEPT", "sends the draft to the customer, exactly as shown"},
		{"REJECT: reason", "redoes the draft for these reasons: a right or a wrong value, a question to ask or drop, a driver or car to remove, a shorter text, English or Spanish; ppamaild asks you about any other reason"},
		{"EDIT: new text", "sends your own text instead; you see it again if anything is unclear"},
		{"EDIT: name: value", "redoes the draft with your corrected values; one per line, and nothing else"},
		{"CANCEL: reason", "ends the thread; the customer gets no more mail"},
		{"TAKE OVER", "lets you handle this customer yourself; this draft is discarded"},
		{"CLAIM", "makes this thread yours: only you get its mails and decide"},
	}
}

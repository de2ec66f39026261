package quoting

import (
	"context"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/quote"
	"ppamaild/quote/quotetest"
)

// BenchmarkCheckFacts checks a typical request for information with its reminder and close.
func BenchmarkCheckFacts(b *testing.B) {
	tools, app := toolbox(b), quotetest.Portland()
	tools.Reminder, tools.Close = 72*time.Hour, 240*time.Hour
	app.EffectiveDate, app.Coverages, app.Drivers[0].YearsLicensed, app.Vehicles[0].Use = "", quote.Coverages{}, nil, ""
	s := agent.NewState("Q-7F3K2M", agent.CustomerInfo{Address: "maria@customer.test", AnswerTo: "maria@customer.test", Subject: "car"})
	s.AgentScratchpad.Today, s.CustomerInfo.Case.Application = "2026-11-20", app
	data, _, err := tools.askCustomer(context.Background(), agent.Call{State: &s}, agent.AskArgs{Fields: quote.Missing(app)})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if bad := agent.CheckFacts(data.(agent.Draft), &s, nil); bad != nil {
			b.Fatal(bad)
		}
	}
}

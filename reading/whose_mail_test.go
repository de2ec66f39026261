package reading

import (
	"testing"
	"time"

	"ppamaild/reading/claims"
	"ppamaild/reading/intent"
)

// TestNoCustomers reads mails of those who want no insurance: who sells to the
// agency, who mails many, who looks for work or has the wrong address.
func TestNoCustomers(t *testing.T) {
	checkIntents(t, []mailOf{
		{"Quick question", "Hi, I came across your agency online. We build websites for brokers and could redesign your site for $900. Open to a 15 minute call Thursday?", intent.Spam, ""},
		{"auto insurance leads - 20% off", "We generate exclusive car insurance inquiries in your area. How much do you pay per lead today? Our pricing beats everyone.", intent.Spam, ""},
		{"Re: our proposal", "Just floating this to the top of your inbox. Our virtual assistants handle quoting and endorsements so your producers can sell. Worth a short call?", intent.Spam, ""},
		{"Your listing", "Dear business owner, customers cannot find you on the map. Our experts get you more reviews. Reply for our rates.", intent.Spam, ""},
		{"Found some issues", "I looked at your website and you lose visitors on the quote page. Our team can fix it. May I send you the price?", intent.Spam, ""},
		{"quote page", "I tried to get a quote on your website but it shows an error. Can you quote a 2016 Kia Soul instead?", intent.NewQuote, ""},
		{"June market update", "Rates rose 12% on auto policies this spring. A 2021 Camry now costs $190 a month to insure.\n\nYou are receiving this because you registered for our conference. Unsubscribe", intent.Spam, ""},
		{"Factoring", "Does your company need cash? We provide funding to insurance agencies at a great rate, no obligation.", intent.Spam, ""},
		{"Application for CSR", "I have five years of experience in personal lines and am applying for the account manager opening. My resume is attached.", intent.Other, ""},
		{"your order", "Your estimate from Delgado Roofing is attached. The price is good for 30 days.", intent.Other, ""},
		{"dinner", "Sent this to the wrong address, sorry!", intent.Other, ""},
		// customers who sound a little like them
		{"new quote", "A friend gave me the name of your agency. How much would a 2019 Outback be, 10,000 miles a year?", intent.NewQuote, ""},
		{"Quote", "I'd rather not hop on a call. Please quote my car, a 2017 Sentra, by email.", intent.NewQuote, ""},
		{"quote please", "2016 Mazda 6, 8,000 miles a year, born 4/2/1981, licensed 1999, 55 Fir St, Bend, OR 97701, no tickets.\n\nTo unsubscribe from the CAR-CLUB group click below", intent.NewQuote, ""},
	})
}

// TestSupposedOrReported tells what happened from what somebody asks about.
func TestSupposedOrReported(t *testing.T) {
	checkIntents(t, []mailOf{
		{"coverage", "Am I covered if my catalytic converter gets stolen?", intent.Question, ""},
		{"deductible", "What would I pay on a claim if I hit a deer, the whole $500?", intent.Question, ""},
		{"deductibles", "If somebody files a claim against me, what happens to my rates?", intent.Question, ""},
		{"hail", "Does comprehensive cover hail damage?", intent.Question, ""},
		{"fault", "Whether or not it was my fault, would a cracked windshield raise my premium?", intent.Question, ""},
		{"My deductible", "I'm curious what happens to the claim deductible if I lower it mid-term.", intent.Question, ""},
		{"a question", "If I dent somebody's door, do I pay the whole $500 deductible first?", intent.Question, ""},
		{"thanks", "You were a great help when my truck was stolen last year. Happy new year!", intent.Other, ""},
		{"basics", "What is the difference between towing and rental? My Jetta is a 2014.", intent.Question, ""},
		{"help!!", "The hail last night wrecked my hood. What happens now?", intent.ClaimReport, "claim"},
		{"", "Someone keyed my car. Would it be covered?", intent.ClaimReport, "claim"},
		{"accident", "I slid into a guardrail this morning and the bumper is hanging off. If I use my own shop, is that ok?", intent.ClaimReport, "claim"},
		{"son", "My nephew passed his road test this morning! Please put him on our family auto policy.", intent.PolicyChange, ""},
		{"news", "We closed on the house yesterday and I wanted to say thanks.", intent.Other, ""},
	})
}

// mailOf is a mail and what it should be taken for.
type mailOf struct{ subject, text, intent, refer string }

func checkIntents(t *testing.T, mails []mailOf) {
	t.Helper()
	for _, m := range mails {
		got := Read(claims.Input{Subject: m.subject, Text: m.text, FromName: "Pat Doe", Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)})
		if got.Intent != m.intent || got.Refer != m.refer {
			t.Errorf("%q / %q: %s %q, want %s %q", m.subject, m.text, got.Intent, got.Refer, m.intent, m.refer)
		}
	}
}

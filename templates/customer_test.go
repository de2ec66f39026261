package templates

import (
	"html"
	"regexp"
	"strings"
	"testing"
)

func TestSubjectAnswersTheCustomers(t *testing.T) {
	s := mustNew(t)
	for _, c := range []struct{ language, subject, want string }{
		{"en", "Car insurance", "Re: Car insurance"},
		{"en", "RE: Car insurance", "RE: Car insurance"},
		{"en", "", "Your auto insurance estimate"},
		{"es", "", "Su estimado de seguro de auto"},
		{"es-MX", "", "Su estimado de seguro de auto"},
		{"fr", "", "Your auto insurance estimate"},
	} {
		q := sampleQuote(c.language)
		q.Language, q.Subject = c.language, c.subject
		if got := mustRender(t, s, "quote", q).Subject; got != c.want {
			t.Errorf("subject of %q in %s = %q, want %q", c.subject, c.language, got, c.want)
		}
	}
}

func TestQuoteAlwaysHoldsTheDisclaimer(t *testing.T) {
	s := mustNew(t)
	for _, language := range []string{"en", "es"} {
		for _, q := range []Quote{sampleQuote(language), {Letter: Letter{Language: language}, AsOf: "D", ValidUntil: "E"}} {
			want, err := s.Disclaimer(q)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(want, q.AsOf) || !strings.Contains(want, q.ValidUntil) {
				t.Errorf("the disclaimer does not say from when to when: %s", want)
			}
			m := mustRender(t, s, "quote", q)
			if !strings.Contains(oneLine(m.Text), want) || !strings.Contains(html.UnescapeString(m.HTML), want) {
				t.Errorf("the disclaimer is missing:\n%s", m.Text)
			}
		}
	}
	english, _ := s.Disclaimer(sampleQuote("en"))
	const law = "Estimate only, not a binder or offer; no coverage exists until a licensed producer confirms in writing. " +
		"Coverage cannot be bound, changed or canceled by email. Subject to underwriting and MVR, claims and (where permitted) credit reports. " +
		"Prices as of November 20, 2026, valid until December 20, 2026."
	if english != law {
		t.Errorf("disclaimer = %s", english)
	}
}

func TestIllustrativeRatesSaySo(t *testing.T) {
	s := mustNew(t)
	q := sampleQuote("en")
	if m := mustRender(t, s, "quote", q); !strings.Contains(m.Text, "sample rates") || !strings.Contains(m.HTML, "sample rates") {
		t.Error("sample rates are not marked")
	}
	q.Illustrative, q.Carrier = false, "Sandbox Mutual"
	if m := mustRender(t, s, "quote", q); strings.Contains(m.Text+m.HTML, "sample rates") {
		t.Error("a carrier's rates are called sample rates")
	} else if !strings.Contains(m.Text, "Sandbox Mutual") || !strings.Contains(m.HTML, "Sandbox Mutual") {
		t.Error("it does not say whose rates they are")
	}
}

// No mail to a customer binds, advises or promises. An information request shows no price.
func TestCustomerMailsDoNotAdvise(t *testing.T) {
	advice := regexp.MustCompile(`(?i)you(’|'|&#39;)?( a)?re covered|\bbest\b|recommend|guarantee|you don.t need|recomend|mejor|está cubiert|garanti`)
	price := regexp.MustCompile(`\$[\d,]+\.\d\d`) // with cents, because limits have none
	eachSample(t, func(t *testing.T, k kind, m Mail) {
		if k.staff() {
			return
		}
		if found := advice.FindString(m.Text + m.HTML); found != "" {
			t.Errorf("it says %q", found)
		}
		if k.layout == "info_request" && price.MatchString(m.Text+m.HTML) {
			t.Error("a request for information holds a price")
		}
		if strings.Contains(m.Text+m.HTML, "Ref: ") {
			t.Error("a mail to a customer holds what looks like a review's reference")
		}
	})
}

// A carrier may not say what raises the price. Then the answer does not refer to facts.
func TestWhyWithoutFactsNamesNone(t *testing.T) {
	s := mustNew(t)
	for language, facts := range map[string]string{"en": "these facts", "es": "estos datos"} {
		q := sampleAnswer(language)
		why := q.Answers[:0]
		for _, a := range q.Answers {
			if a.Kind == "why" {
				why = append(why, a)
			}
		}
		q.Answers = why
		for _, names := range []bool{true, false} {
			if !names {
				q.Answers[0].Up, q.Answers[0].Down = nil, nil
			}
			m := mustRender(t, s, "answer", q)
			if strings.Contains(strings.ToLower(m.Text), facts) != names {
				t.Errorf("%s, with facts: %t:\n%s", language, names, m.Text)
			}
		}
	}
}

func TestOnlyReviewedMailSaysReviewed(t *testing.T) {
	s := mustNew(t)
	c := Closing{Letter: sampleLetter("en")}
	if m := mustRender(t, s, "closing", c); !strings.Contains(oneLine(m.Text), "a person at Sunrise Insurance Agency reviewed it") {
		t.Error("a reviewed mail does not say so")
	}
	c.Reviewed = false
	m := mustRender(t, s, "closing", c)
	if strings.Contains(m.Text, "reviewed") || !strings.Contains(m.Text, "automated assistant") {
		t.Errorf("a mail that nobody reviews says:\n%s", m.Text)
	}
}

func TestShortRequestHoldsTheQuestionsOnly(t *testing.T) {
	r := sampleInfoRequest("en")
	r.Short = true
	m := mustRender(t, mustNew(t), "info_request", r)
	for _, gone := range []string{"What we have so far", "a good guess is enough"} {
		if strings.Contains(m.Text+m.HTML, gone) {
			t.Errorf("the short request still says %q", gone)
		}
	}
	for i, q := range r.Questions {
		if !strings.Contains(oneLine(m.Text), string(rune('1'+i))+". "+q.Text) {
			t.Errorf("question %d is missing", i+1)
		}
	}
}

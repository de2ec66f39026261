package main

import (
	"strings"
	"testing"

	"ppamaild/templates"
)

// The last mails of conversations and tasks are known by these texts, which the templates decide.
func TestTheEndsAreTextsOfTheTemplates(t *testing.T) {
	set, err := templates.New("")
	if err != nil {
		t.Fatal(err)
	}
	for name, end := range map[string]string{"info_close": aClose, "quote": anEstimate} {
		m, err := set.Render(name, templates.Sample(name, "en"))
		if err != nil || !strings.Contains(flat(m.Text), end) {
			t.Errorf("%s lacks %q: %v\n%s", name, end, err, m.Text)
		}
	}
	say := set.Phrases("en").Say
	for end, words := range map[string]string{
		completed: say("decision.task_completed"), cancelled: say("decision.task_cancelled"),
		noClose: say("runner.no_close", say("customer.not_sent_before", "waiting")),
	} {
		if !strings.Contains(words, end) {
			t.Errorf("staff do not read %q, but %q", end, words)
		}
	}
}

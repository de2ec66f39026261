package main

import (
	"strings"
	"testing"

	"ppamaild/templates"
)

// The last mails of conversations are known by these texts, which the templates decide.
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
}

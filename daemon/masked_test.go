package daemon

import (
	"strings"
	"testing"

	"ppamaild/templates"
)

const ssn = "539-48-2716"

func TestPanicsAreMasked(t *testing.T) {
	_, err := careful(func() (int, error) { panic("no place for " + ssn) })
	if err == nil || strings.Contains(err.Error(), ssn) || !strings.Contains(err.Error(), "no place for [ssn]") {
		t.Errorf("%v", err)
	}
}

func TestNoticesAreMasked(t *testing.T) {
	o := newOffline(t)
	said := "her number is " + ssn
	n := templates.Notice{Subject: said, Reason: said, Understood: said, Body: said, Facts: []templates.Item{{Label: "It", Value: said}},
		Sections: []templates.Section{{Title: "Waiting", Items: []templates.Item{{Label: "It", Value: said}}, Text: said}}}
	for _, name := range []string{"unclear", "no_review", "reference_misused", "handed_over", "quarantined", "mail_held", "digest", "restored"} {
		m, err := o.notice(name, n)
		o.must(err)
		if strings.Contains(m.Subject+m.Text+m.HTML, ssn) {
			t.Errorf("%s:\n%s", name, m.Text)
		}
	}
	if n.Facts[0].Value != said || n.Sections[0].Items[0].Value != said {
		t.Error("the caller's own list was changed")
	}
}

package report

import (
	"os"
	"strings"
	"testing"

	"ppamaild/templates"
)

func page(t testing.TB, s *story, o Options) string {
	t.Helper()
	set, err := templates.New("")
	check(t, err)
	v, err := View(s.thread, o)
	check(t, err)
	html, err := set.Report(v)
	check(t, err)
	return html
}

func TestDump(t *testing.T) {
	for name, s := range map[string]*story{"quoted": quoted(t), "handed": handedOver(t)} {
		html := page(t, s, s.options())
		o := s.options()
		o.Abridged = true
		t.Log(name, len(html), len(page(t, s, o)), len(s.thread.Entries))
		os.WriteFile("/tmp/report-"+name+".html", []byte(html), 0o600)
		t.Log(strings.Count(html, "<article"))
	}
}

package agent

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ppamaild/agent/letters"
	"ppamaild/carrier"
	"ppamaild/quote"
	"ppamaild/templates"
)

// Code can't judge a call that changes something. The call skips the review only if an admin sets
// never.
func TestGateOfCalls(t *testing.T) {
	for gate, want := range map[Gate]bool{GateAlways: true, GateAuto: true, "": true, GateNever: false} {
		p := Policy{Gates: map[Stage]Gate{StageToolCall: gate}}
		if got := p.needsReview(StageToolCall, false, false, nil); got != want {
			t.Errorf("%q: %t", gate, got)
		}
	}
}

// Rating again changes the dates of a quote, also in a language of the folder. Only other words make
// another quote for staff.
func TestFingerprintInALanguageOfTheFolder(t *testing.T) {
	dir := t.TempDir()
	words := `{{define "letters.date"}}{{.A}} ja {{.B}} {{.C}}{{end}}{{define "letters.month.3"}}qaru{{end}}`
	if err := os.WriteFile(filepath.Join(dir, "letters.xq.words"), []byte(words), 0o600); err != nil {
		t.Fatal(err)
	}
	set, err := templates.New(dir)
	if err != nil {
		t.Fatal(err)
	}
	of := func(day quote.Date, text string) string {
		var s State
		s.AgentScratchpad.Quote = &carrier.Quote{ID: "Q-" + string(day), ValidUntil: day}
		text = strings.ReplaceAll(text, "DAY", letters.LongDate(day, set.Phrases("xq")))
		return s.fingerprint(Proposal{Draft: &Draft{QuoteID: "Q-" + string(day), Text: text}}, set.Phrases("en"))
	}
	first := of("2026-03-04", "hoi DAY")
	if second := of("2026-03-05", "hoi DAY"); first != second {
		t.Error("another day is another quote")
	}
	if other := of("2026-03-04", "hai DAY"); first == other {
		t.Error("other words are the same quote")
	}
}

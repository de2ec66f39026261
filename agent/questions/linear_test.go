package questions

import (
	"strings"
	"testing"
	"time"

	"ppamaild/quote"
	"ppamaild/sandbox/raced"
)

// A hostile mail of the largest size takes no minutes, even if a note repeats the mail.
func TestOpenTakesSeconds(t *testing.T) {
	const most = raced.Slowdown * 5 * time.Second
	for _, piece := range []string{", call me ", "and call me "} {
		text := strings.Repeat(piece, maxRead/len(piece))
		began := time.Now()
		Open(Mail{Text: text, Said: []string{text}, Facts: []quote.Fact{{Words: text}}})
		if took := time.Since(began); took > most {
			t.Errorf("%q took %v", piece, took)
		}
	}
}

package fields

import (
	"strings"
	"testing"
	"time"

	"ppamaild/agent/letters"
	"ppamaild/quote"
	"ppamaild/quote/quotetest"
	"ppamaild/sandbox/raced"
)

// A paragraph of a mail by staff takes no seconds, even if a colon ends it.
func TestLongLinesTakeNoTime(t *testing.T) {
	const size, most = 8 << 10, raced.Slowdown * 2 * time.Second
	line := strings.Repeat("The zip is right. ", size/18)
	for _, text := range []string{line, line + ": 97214"} {
		r := Reader{Words: letters.English()}
		began := time.Now()
		facts, err := r.Read(quote.Case{Application: quotetest.Portland()}, text)
		if took := time.Since(began); took > most || facts != nil || err != nil {
			t.Errorf("%v, %v, took %v", facts, err, took)
		}
	}
}

package doubts

import (
	"strings"
	"testing"
	"time"

	"ppamaild/quote"
	"ppamaild/reading"
	"ppamaild/sandbox/raced"
)

// A hostile mail of the largest size takes no minutes.
func TestRecordTakesSeconds(t *testing.T) {
	const size, most = 64 << 10, raced.Slowdown * 10 * time.Second
	for _, piece := range []string{"a\u00a01\n", "a\u00a01\naccident ", "no ticket 2019 ",
		"if accident ", "ticket 1999 "} {
		text := strings.Repeat(piece, size/len(piece))
		began := time.Now()
		Record(text, reading.Reading{}, quote.Application{}, nil, "2026-11-20")
		if took := time.Since(began); took > most {
			t.Errorf("%q took %v", piece, took)
		}
	}
}

package quoting

import (
	"fmt"
	"testing"

	"ppamaild/quote"
	"ppamaild/reading"
)

// TestReadingsAreKeptOnce counts how often mails are read. The first caller changes its reading.
func TestReadingsAreKeptOnce(t *testing.T) {
	reads := 0
	r := readings{read: func(in reading.Input) reading.Reading {
		reads++
		return reading.Reading{Facts: []quote.Fact{{Path: in.Text}}}
	}}
	for i, step := range []struct {
		text  string
		reads int
	}{{"a", 1}, {"b", 2}, {"a", 2}, {"a", 3}, {"b", 3}, {"b", 4}} {
		got := r.of(reading.Input{Text: step.text})
		if got.Facts[0].Path != step.text || reads != step.reads {
			t.Errorf("step %d: %v after %d reads", i, got.Facts, reads)
		}
		got.Facts[0].Path = "changed"
	}
	for i := range 2 * maxReadings {
		r.of(reading.Input{Text: fmt.Sprint(i)})
	}
	if len(r.kept) != maxReadings {
		t.Errorf("%d readings are kept", len(r.kept))
	}
}

package main

import (
	"strings"
	"testing"

	"ppamaild/daemon/history"
)

func TestThreadShowsWhatItSpent(t *testing.T) {
	for _, spent := range []string{"", "9 requests, 25120 prompt tokens (20000 of them cached), 800 completion tokens, $0.0210"} {
		var out strings.Builder
		if err := printThread(&out, history.Thread{Usage: spent}); err != nil {
			t.Fatal(err)
		}
		if shown := strings.Contains(out.String(), "model: "+spent); shown != (spent != "") || strings.Count(out.String(), "model:") > 1 {
			t.Errorf("%q gives\n%s", spent, out.String())
		}
	}
}

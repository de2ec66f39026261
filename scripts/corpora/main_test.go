package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestThresholdsAreMeasured: every threshold binds a figure, and every figure has
// a threshold.
func TestThresholdsAreMeasured(t *testing.T) {
	bounds, err := readThresholds()
	if err != nil {
		t.Fatal(err)
	}
	all := figures(scores{}, measures{})
	for _, b := range bounds {
		if _, ok := all[b.figure]; !ok {
			t.Errorf("threshold of %s binds no figure", b.figure)
		}
		delete(all, b.figure)
	}
	if len(all) > 0 {
		t.Errorf("figures without a threshold: %v", all)
	}
}

func TestJudge(t *testing.T) {
	bounds, err := parseThresholds("# comment\nexact >= 80\nslowest <= 100 # ms\nunknown >= 1\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		exact, slowest float64
		missed         int
	}{{80, 100, 1}, {79.9, 100, 2}, {81, 100.1, 2}, {79, 101, 3}} {
		var out strings.Builder
		if got := judge(&out, bounds, map[string]float64{"exact": c.exact, "slowest": c.slowest}); got != c.missed {
			t.Errorf("%+v: missed %d\n%s", c, got, out.String())
		}
	}
}

func TestParseThresholdsRefuses(t *testing.T) {
	for _, text := range []string{"exact 80", "exact > 80", "exact >= much", "exact >= 80 %"} {
		if _, err := parseThresholds(text); err == nil {
			t.Errorf("%q was taken", text)
		}
	}
}

func TestFiguresOfAScore(t *testing.T) {
	var s scores
	line := `{"replies": {"reply": {"n": 4, "exact": 0.75, "kept": 0.5, "clean": 0.25, "f1": 0.9}, "forward": {"exact": 0.1}, "crashed": 1},
		"automatic": {"bounce": [9, 10], "human": [5, 6], "human-list": [1, 2], "ham": [3, 3], "crashed": 2},
		"raw": {"crashed": 4}, "threads": {"mboxes": 8, "same": 6, "crashed": 8}}`
	if err := json.Unmarshal([]byte(line), &s); err != nil {
		t.Fatal(err)
	}
	got := figures(s, measures{Crashes: 16, FalseAccepts: 3, Speed: 5000, SlowestMS: 12})
	for name, want := range map[string]float64{
		"own_text_exact": 75, "own_text_kept": 50, "own_text_clean": 25, "own_text_f1": 0.9, "forwards_exact": 10,
		"bounces": 90, "human_mistaken": 2, "threads_same": 75, "false_accepts": 3, "crashes": 31, "messages_second": 5000, "slowest_ms": 12,
	} {
		if got[name] != want {
			t.Errorf("%s is %v, want %v", name, got[name], want)
		}
	}
}

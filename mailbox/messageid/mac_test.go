package messageid

import (
	"strings"
	"testing"
	"time"
)

func TestSumIsFixed(t *testing.T) {
	// References in sent mails must verify in every later version.
	const want = "7o6cptumjf6xfu44adyu6melmq"
	if got := Sum([]byte("key"), "purpose", "a", "b"); got != want || len(got) != size {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestScanIsLinear(t *testing.T) {
	const n = 200_000
	for _, text := range []string{strings.Repeat("Q-", n), strings.Repeat("Q-7F3K2M-4-", n), strings.Repeat("Q\n>", n), strings.Repeat("T-AAAAAA-c-"+strings.Repeat("a", 25)+" ", n/10)} {
		start := time.Now()
		if refs := Scan(text); len(refs) > 0 {
			t.Errorf("%.20q holds %v", text, refs)
		}
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%.20q took %v", text, took)
		}
	}
}

func FuzzScan(f *testing.F) {
	f.Add("Ref: Q-7F3K2M-4-abcdefghijklm\n> nopqrstuvwxyz")
	f.Fuzz(func(t *testing.T, text string) {
		for _, r := range Scan(text) {
			if again := Scan(r.String()); len(again) != 1 || again[0] != r {
				t.Fatalf("%q gives %v, which gives %v", text, r, again)
			}
		}
	})
}

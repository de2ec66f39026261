package threadresolver

import "testing"

func TestIsThreadID(t *testing.T) {
	for s, want := range map[string]bool{
		"Q-7F3K2M": true, "T-22222A": true,
		"Q-7F3K2": false, "Q-7F3K2M4": false, "X-7F3K2M": false, "Q-7F3K2O": false, "Q-7f3k2m": false, "": false,
	} {
		if got := IsThreadID(s); got != want {
			t.Errorf("%q: %t", s, got)
		}
	}
}

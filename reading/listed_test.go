package reading

import (
	"testing"
	"time"

	"ppamaild/reading/claims"
)

// TestNameAsAnswer: a numbered answer that is a name is the sender's where the address has a
// part of it, and the initials below do not replace it.
func TestNameAsAnswer(t *testing.T) {
	for _, tt := range []struct{ from, given string }{
		{"nora.f@customer.test", "Nora"},
		{"sunny88@customer.test", ""},
	} {
		r := Read(claims.Input{Subject: "quote", Text: "1. nora fennel\n2. a 2016 kia soul\n", FromAddress: tt.from, Date: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)})
		if got := factOf(r, "named_insured.given_name"); got != tt.given {
			t.Errorf("%s: given name %q, want %q", tt.from, got, tt.given)
		}
	}
}

package reading

import (
	"strings"
	"testing"
	"time"

	"ppamaild/reading/claims"
)

// TestQuestionIsNoWish checks that a question about a coverage requests no coverage, and that
// staff see the question. A wish in the form of a question is a wish.
func TestQuestionIsNoWish(t *testing.T) {
	for _, tt := range []struct{ text, facts, questions string }{
		{"Do you also cover my rental car in Mexico?", "!coverages", "Do you also cover my rental car in Mexico?"},
		{"And can I talk to Dana on Tuesday at 3?", "!effective_date", "And can I talk to Dana on Tuesday at 3?"},
		{"Is towing coverage included?", "!coverages", "Is towing coverage included?"},
		{"Does rental coverage pay for a van?", "!coverages", "Does rental coverage pay for a van?"},
		{"Can you add rental coverage?", "coverages.rental=true", ""},
		{"Could I get 500 deductibles with towing and rental?", "coverages.rental=true coverages.towing=true coverages.collision_deductible=500", ""},
		{"How much is it with rental coverage?", "coverages.rental=true", ""},
		{"Can you send me a quote?", "", ""},
		{"How long does the quote last? Why is the price so high?", "", "How long does the quote last? | Why is the price so high?"},
		{"Any discount for teachers?", "", ""},
		{"I want rental coverage. What else would you need from me?", "coverages.rental=true", "What else would you need from me?"},
	} {
		text := "I need a quote for my 2015 Kia Soul. " + tt.text
		checkText(t, text, tt.facts)
		in := claims.Input{Subject: "quote", Text: text, Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}
		if got := strings.Join(Read(in).Questions, " | "); got != tt.questions {
			t.Errorf("%q: questions %q, want %q", text, got, tt.questions)
		}
	}
}

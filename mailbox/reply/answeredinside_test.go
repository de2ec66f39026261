package reply

import (
	"testing"

	"ppamaild/mailbox/message"
)

// TestAnsweredInside reads a mail with answers after the quoted questions, and no other own
// text.
func TestAnsweredInside(t *testing.T) {
	for text, want := range map[string]string{
		"> 1. Your date of birth? >>> 12/1/1957\n> 2. Your ZIP code? => 97401": "> 1. Your date of birth?\n12/1/1957\n> 2. Your ZIP code?\n97401",
		"> 1. Your date of birth? 12/1/1957\n> 2. Your ZIP code? 97401":        "> 1. Your date of birth? 12/1/1957\n> 2. Your ZIP code? 97401",
		"> 1. Your date of birth? ** 12/1/1957\n> 2. Your ZIP code?":           "> 1. Your date of birth?\n12/1/1957\n> 2. Your ZIP code?",
		// no answer
		"> 1. Your date of birth?\n> 2. Your ZIP code?": "",
		"> How are you? Fine, I hope.":                  "",
	} {
		r := Extract(&message.Message{Text: text})
		if got := r.Answers(); got != want {
			t.Errorf("%q: the answers are %q, want %q", text, got, want)
		}
	}
}

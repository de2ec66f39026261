package review

import (
	"strings"
	"testing"
	"time"

	"ppamaild/mailbox/message"
	"ppamaild/mailbox/reply"
)

// TestNothingIsSlow_Slow reads inputs of maximum size that would be slow with more than linear
// time. The bound allows for a busy machine.
func TestNothingIsSlow_Slow(t *testing.T) {
	const size, most = longestText - 64, time.Second
	for name, c := range map[string]struct{ head, piece, tail string }{
		"blank lines":       {"REJECT\n", "\n", "x"},
		"courtesies":        {"REJECT\n", "Thanks\n", "x"},
		"closing":           {"ACCEPT\n", "Dana\n", "x"},
		"one long line":     {"REJECT: ", "so wrong ", ""},
		"long courtesy":     {"ACCEPT ", "thanks ", ""},
		"answers":           {"1. ", "yes\n", ""},
		"numbers":           {"1. yes ", "2. no ", ""},
		"retries":           {"", "RETRY a\n", ""},
		"revisions":         {"", "REVISE a: b\n", ""},
		"releases":          {"RELEASE ", "7 ", ""},
		"words":             {"EDIT:\n", "New\n", ""},
		"emphasis":          {"", "*", "ACCEPT"},
		"combining":         {"A", "\u0336", "CCEPT"},
		"quoted":            {"", "> 1. what?\nyes\n", ""},
		"rules":             {"ACCEPT\n", "____\n", "but"},
		"notice":            {"ACCEPT\n", "coverage cannot be bound by email\n\n", "x"},
		"signature of many": {"ACCEPT\n-- \n", "Dana\n", "but"},
	} {
		text := c.head + strings.Repeat(c.piece, size/len(c.piece)) + c.tail
		m := &message.Message{Text: text}
		r := reply.Extract(m)
		start := time.Now()
		Read(m, r, dana, english)
		if took := time.Since(start); took > most {
			t.Errorf("%s took %v", name, took)
		}
	}
	for _, piece := range []string{"<s>some ", "<s>some</s> "} {
		m := &message.Message{Text: "EDIT:\n" + strings.Repeat("thing ", size/6), HTML: strings.Repeat(piece, 1<<20/len(piece))}
		r := reply.Extract(m)
		start := time.Now()
		Read(m, r, dana, english)
		if took := time.Since(start); took > most {
			t.Errorf("%s took %v", piece, took)
		}
	}
}

package reply

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ppamaild/mailbox/message"
	"ppamaild/sandbox/mutation"
)

// oddReplies has pieces such as quotes, attributions and signatures.
var oddReplies = strings.Split("> |>> |>|On Fri, 20 Nov 2026 at 10:00, Lee <lee@agency.test> wrote:|wrote:|On |-- \n|--|___|-----Original Message-----\n|From: |Sent: |\n|\n\n|Sent from my iPhone|1. |\u00a0|"+
	"<div>|</div>|<blockquote>|</blockquote>|<div class=\"gmail_quote\">|<span hidden>|<br>|&#xe001;|<table>|<", "|")

// replies makes variants of the replies of testdata.
func replies(t testing.TB) mutation.Maker {
	t.Helper()
	files, err := filepath.Glob("testdata/clients/*.eml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no replies: %v", err)
	}
	m := mutation.Text{Odd: oddReplies}
	for _, file := range files {
		raw, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := message.Parse(raw, message.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if err := raw.Close(); err != nil {
			t.Fatal(err)
		}
		m.Samples = append(m.Samples, parsed.Text, parsed.HTML)
	}
	return m
}

func readReply(t *testing.T, text string) {
	text = strings.ToValidUTF8(text, "")
	nothingLost(t, &message.Message{Text: text})
	nothingLost(t, &message.Message{Text: text, Flowed: true})
	nothingLost(t, &message.Message{HTML: text})
}

func TestMutatedReplies(t *testing.T) { mutation.Test(t, replies(t), 300, readReply) }

func FuzzMutatedReplies(f *testing.F) { mutation.Fuzz(f, replies(f), readReply) }

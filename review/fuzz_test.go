package review

import (
	"strings"
	"testing"
	"unicode"

	"ppamaild/mailbox/message"
	"ppamaild/mailbox/reply"
)

func FuzzParse(f *testing.F) {
	for _, s := range []string{"ACCEPT\nThanks", "REJECT: no", "EDIT: a\nb", "1. yes\n2. no", "REVISE a: b\nREVISE c: d", "RELEASE 1, 2", "*ACCEPT*", "\xff\xfeACCEPT"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) { oneThing(t, text) })
}

func FuzzRead(f *testing.F) {
	f.Add("ACCEPT\n\n" + wroteLine + quoted(ourMail))
	f.Add(wroteLine + quoted(ourMail) + "\nACCEPT")
	f.Fuzz(func(t *testing.T, text string) {
		m := &message.Message{Text: text}
		r := reply.Extract(m)
		read, parsed := Read(m, r, dana, english), Parse(r.Text, dana, english)
		if r.Interleaved && read.Verdict == VerdictAnswer {
			return // bound to quoted questions, which Parse does not see
		}
		if read.Verdict != parsed.Verdict && read.Verdict != VerdictUnclear {
			t.Fatalf("%q: Read says %s, Parse %s", text, read.Verdict, parsed.Verdict)
		}
	})
}

// FuzzDecision reads whole messages. In each message that accepts, a line begins with the word.
func FuzzDecision(f *testing.F) {
	m := reviewMail(f)
	for i, p := range programs {
		f.Add(p.reply("ACCEPT\n\nThanks,\nDana", m, i%3).String())
		f.Add(p.reply("REJECT: no\n-- \nDana", m, (i+1)%3).String())
	}
	f.Fuzz(checkDecision)
}

// checkDecision holds for each message from staff.
func checkDecision(t *testing.T, raw string) {
	m, err := message.Parse(strings.NewReader(raw), message.Limits{})
	if err != nil {
		return
	}
	r := reply.Extract(m)
	d := Read(m, r, dana, english)
	if (d.Verdict == VerdictUnclear) != (d.Why != "") || (d.Why != "") != (d.Understood != "") {
		t.Fatalf("%q: %+v: unclear, what was understood and Why belong together", raw, d)
	}
	if d.Verdict == VerdictAccept && !beginsWithAccept(r.Text) {
		t.Fatalf("%q was accepted, and its own text is %q", raw, r.Text)
	}
}

func beginsWithAccept(text string) bool {
	said := letters(text)
	return strings.HasPrefix(said, "ACCEPT") || strings.HasPrefix(said, "APPROVE")
}

func FuzzFind(f *testing.F) {
	f.Add("> Ref: Q-7F3K2M-4-abcdefghijkl\n> mnopqrstuvwxyz")
	f.Fuzz(func(t *testing.T, text string) {
		for _, r := range keyed.Find(text) {
			s := r.String()
			if again := keyed.Find(s); len(again) != 1 || again[0] != r {
				t.Fatalf("%q gives %v, which gives %v", text, r, again)
			}
			if strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII }) {
				t.Fatalf("%q is not plain", s)
			}
		}
	})
}

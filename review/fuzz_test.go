package review

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ppamaild/mailbox"
	"ppamaild/mailbox/reply"
)

// seedMails adds the mails of mailbox's testdata, and those of the corpora's open
// half where PPAMAILD_CORPORA names them.
func seedMails(f *testing.F) {
	const largest, most = 4 << 10, 100 // patterns are slow under a fuzzer's instruments
	roots := []string{filepath.Join("..", "mailbox", "testdata", "mails")}
	if corpora := os.Getenv("PPAMAILD_CORPORA"); corpora != "" {
		roots = append(roots, filepath.Join(corpora, "open", "commands"), filepath.Join(corpora, "open", "reply-extraction"))
	}
	for _, root := range roots {
		n := 0
		err := filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
			if err != nil || !e.Type().IsRegular() || n >= most {
				return err
			}
			raw, err := os.ReadFile(name)
			if err == nil && len(raw) <= largest {
				f.Add(raw)
				n++
			}
			return err
		})
		if err != nil {
			f.Fatal(err)
		}
	}
}

// FuzzMail reads whole mails as replies of staff, with our own review mail quoted
// below: an ACCEPT needs the word at the beginning of the author's own text.
func FuzzMail(f *testing.F) {
	seedMails(f)
	f.Add([]byte("From: dana@agency.test\r\n\r\nno, don't\r\n" + quoted(ourMail)))
	f.Add([]byte("From: dana@agency.test\r\nContent-Type: text/html\r\n\r\n<p hidden>ACCEPT</p><p>no</p>"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := mailbox.Parse(bytes.NewReader(raw), mailbox.Limits{})
		if err != nil {
			return
		}
		acceptsInWord(t, m)
		m.Text, m.HTML = m.Text+"\n\n"+wroteLine+quoted(ourMail)+"\n", ""
		acceptsInWord(t, m)
	})
}

func acceptsInWord(t *testing.T, m *mailbox.Message) {
	t.Helper()
	r := reply.Extract(m)
	if Read(m, r, dana).Verdict != VerdictAccept {
		return
	}
	first := ""
	for line := range strings.FieldsFuncSeq(r.Text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if first = letters(line); first != "" {
			break
		}
	}
	if !strings.HasPrefix(first, "ACCEPT") && !strings.HasPrefix(first, "APPROVE") {
		t.Errorf("%q was read as accept", r.Text)
	}
}

package reading

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"testing"
	"time"

	"ppamaild/quote"
	"ppamaild/reading/claims"
)

// sentence is one line of testdata/sentences: a mail with the values that it states. A line
// with Of sets what the lines below it have in common.
type sentence struct {
	Of          string
	Zone        string
	Known       quote.Application
	Subject     string
	Text        string
	Signature   string
	Forwarded   string
	Hidden      string
	FromName    string
	FromAddress string
	Bulk        bool
	Replies     bool
	Date        time.Time
	Asked       []string
	Began       string
	Facts       map[string]json.RawMessage // null is a withdrawal
	Conflicts   []string
	Intent      string
	Refer       string
}

func (s sentence) input(t testing.TB) claims.Input {
	in := claims.Input{Subject: s.Subject, Text: s.Text, Signature: s.Signature, Forwarded: s.Forwarded, Hidden: s.Hidden,
		FromName: s.FromName, FromAddress: s.FromAddress, Bulk: s.Bulk, Replies: s.Replies, Date: s.Date, Known: s.Known,
		Asked: s.Asked, Began: s.Began}
	if s.Zone != "" {
		zone, err := time.LoadLocation(s.Zone)
		if err != nil {
			t.Fatal(err)
		}
		in.Location = zone
	}
	return in
}

func readSentences(t testing.TB) (all []sentence) {
	t.Helper()
	raw, err := os.ReadFile("testdata/sentences/sentences.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var group []byte
	lines := bufio.NewScanner(bytes.NewReader(raw))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := bytes.Clone(lines.Bytes())
		if bytes.HasPrefix(line, []byte(`{"of":`)) {
			group = line
			continue
		}
		var s sentence
		for _, part := range [][]byte{group, line} {
			if err := json.Unmarshal(part, &s); err != nil {
				t.Fatalf("%s: %v", part, err)
			}
		}
		all = append(all, s)
	}
	return all
}

// TestSentences scores the labelled sentences. A wrong value costs a wrong price, and a
// missing value costs the customer a question, so each count has its own bound. The
// bounds only fall.
func TestSentences(t *testing.T) {
	const mostWrong, mostMissing, mostIntents, mostRefers = 1344, 2367, 202, 34
	right, wrong, missing, intents, refers := 0, 0, 0, 0, 0
	var report bytes.Buffer
	for _, s := range readSentences(t) {
		got := Read(s.input(t))
		read := map[string]bool{}
		for _, f := range got.Facts {
			want, stated := s.Facts[f.Path]
			read[f.Path] = true
			if stated && (string(want) == string(f.Value) || len(f.Value) == 0 && string(want) == "null") {
				right++
				continue
			}
			wrong++
			fmt.Fprintf(&report, "wrong\t%s\t%s = %s, want %s\t%q\n", s.Of, f.Path, f.Value, want, s.Text)
		}
		for path := range s.Facts {
			if !read[path] {
				missing++
				fmt.Fprintf(&report, "missing\t%s\t%s = %s\t%q\n", s.Of, path, s.Facts[path], s.Text)
			}
		}
		if got.Intent != s.Intent {
			intents++
			fmt.Fprintf(&report, "intent\t%s\t%s, want %s\t%q\n", s.Of, got.Intent, s.Intent, s.Text)
		}
		if got.Refer != s.Refer {
			refers++
			fmt.Fprintf(&report, "refer\t%s\t%s, want %s\t%q\n", s.Of, got.Refer, s.Refer, s.Text)
		}
	}
	t.Logf("%d right, %d wrong, %d missing, %d other intents, %d other referrals", right, wrong, missing, intents, refers)
	if file := os.Getenv("READING_REPORT"); file != "" {
		if err := os.WriteFile(file, report.Bytes(), 0o600); err != nil {
			t.Error(err)
		}
	}
	if wrong > mostWrong || missing > mostMissing || intents > mostIntents || refers > mostRefers {
		t.Errorf("want at most %d wrong, %d missing, %d other intents, %d other referrals", mostWrong, mostMissing, mostIntents, mostRefers)
	}
}

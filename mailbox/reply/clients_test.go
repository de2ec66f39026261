package reply

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ppamaild/mailbox/message"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata, to be read before they are kept")

// TestClients reads a reply of each mail program. The expected result has the kind and the sign
// of each segment, then the author's own text.
func TestClients(t *testing.T) {
	files, err := filepath.Glob("testdata/clients/*.eml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no mails: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".eml"), func(t *testing.T) {
			got := explained(Extract(parsed(t, file)))
			golden := strings.TrimSuffix(file, ".eml") + ".want"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

func parsed(t *testing.T, file string) *message.Message {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m, err := message.Parse(bytes.NewReader(raw), message.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// explained formats a reply like an expected result.
func explained(r Reply) string {
	var b strings.Builder
	for _, s := range r.Segments {
		fmt.Fprint(&b, s.Kind)
		if s.Why != "" {
			fmt.Fprintf(&b, ": %s", s.Why)
		}
		if s.Guessed {
			b.WriteString(" (a guess)")
		}
		b.WriteByte('\n')
	}
	for _, n := range r.Notes {
		fmt.Fprintf(&b, "note: %s\n", n)
	}
	return b.String() + "\n" + r.Text + "\n"
}

// TestPart: the segments of a kind are joined in order.
func TestPart(t *testing.T) {
	r := Reply{Segments: []Segment{{Kind: Own, Text: "a"}, {Kind: Signature, Text: "b"}, {Kind: Quote, Text: "c"}, {Kind: Signature, Text: "d"}}}
	if got := r.Part(Signature); got != "b\nd" {
		t.Errorf("%q", got)
	}
	if got := r.Part(Forward); got != "" {
		t.Errorf("%q", got)
	}
}

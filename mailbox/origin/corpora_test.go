package origin

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ppamaild/mailbox/message"
)

// labeled are the labels of the corpora with the right kinds for each.
var labeled = []struct {
	what   string
	labels []string
	right  []Kind
	least  float64 // minimum share of right kinds; never lowered
}{
	{"bounces", []string{"bounce"}, []Kind{Bounce}, .98},
	{"automatic answers", []string{"autoreply"}, []Kind{AutoReply}, .9},
	{"mails of people", []string{"human", "human-list"}, []Kind{Person, List}, .99},
	{"mails that were wanted", []string{"ham"}, []Kind{Person, List, AutoReply}, .99},
}

func TestCorpora(t *testing.T) {
	root := os.Getenv("PPAMAILD_CORPORA")
	if root == "" {
		t.Skip("PPAMAILD_CORPORA does not name the corpora")
	}
	kinds := map[string][]Kind{} // by label
	for _, folder := range []string{"bounces", "autoreplies", "rfc822"} {
		classifyAll(t, filepath.Join(root, "open", folder), kinds)
	}
	for _, group := range labeled {
		var all, right int
		for _, label := range group.labels {
			for _, kind := range kinds[label] {
				all++
				if slices.Contains(group.right, kind) {
					right++
				}
			}
		}
		t.Logf("%s: %d of %d", group.what, right, all)
		if all == 0 || float64(right) < group.least*float64(all) {
			t.Errorf("%s: %d of %d are recognized, want %.0f %%", group.what, right, all, 100*group.least)
		}
	}
}

// classifyAll adds the kinds of the mails in a folder's labels.tsv.
func classifyAll(t *testing.T, folder string, kinds map[string][]Kind) {
	t.Helper()
	table, err := os.ReadFile(filepath.Join(folder, "labels.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(table), "\n")[1:] {
		columns := strings.Split(line, "\t")
		if len(columns) < 2 {
			continue
		}
		raw, err := os.ReadFile(filepath.Join(folder, columns[0]))
		if err != nil {
			t.Fatal(err)
		}
		if m, err := message.Parse(bytes.NewReader(raw), message.Limits{}); err == nil {
			kinds[columns[1]] = append(kinds[columns[1]], Classify(m, ours).Kind)
		}
	}
}

func BenchmarkClassify(b *testing.B) {
	m := with(mailOf("ann@customer.test", "Re: Quote for my car", "Content-Type: text/plain; charset=utf-8", "Return-Path: <ann@customer.test>", "X-Mailer: Mail 16"),
		strings.Repeat("I drive it to work, about 9,000 miles a year.\n", 40))
	for b.Loop() {
		Classify(m, ours)
	}
}

package reading

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ppamaild/quote"
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

func (s sentence) input(t testing.TB) Input {
	in := Input{Subject: s.Subject, Text: s.Text, Signature: s.Signature, Forwarded: s.Forwarded, Hidden: s.Hidden,
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

// paired gives the drivers and vehicles that a mail adds the places of the labeled entries
// that they agree with most. The order of added entries has no meaning: without this step,
// an entry too many counts against every entry behind it. The insured keeps the first place.
func (s sentence) paired(facts []quote.Fact) []quote.Fact {
	drivers := s.places("drivers", max(1, len(s.Known.Drivers)), facts)
	vehicles := s.places("vehicles", len(s.Known.Vehicles), facts)
	moved := slices.Clone(facts)
	for k, f := range moved {
		list, i, field := entryOf(f.Path)
		to := map[string]map[int]int{"drivers": drivers, "vehicles": vehicles}[list][i]
		if to != 0 {
			moved[k].Path = fmt.Sprintf("%s[%d]%s", list, to-1, field)
		}
		if driver, err := strconv.Atoi(string(f.Value)); err == nil && field == ".driver" && drivers[driver] != 0 {
			moved[k].Value = strconv.AppendInt(nil, int64(drivers[driver]-1), 10)
		}
	}
	return moved
}

// places maps the entries of a list from index first on to one more than their places.
func (s sentence) places(list string, first int, facts []quote.Fact) map[int]int {
	type pair struct{ got, want, agree int }
	agree, got, want := make(map[[2]int]int), make(map[int]bool), make(map[int]bool)
	for path, value := range s.Facts {
		of, w, field := entryOf(path)
		if of != list || w < first {
			continue
		}
		want[w] = true
		for _, f := range facts {
			if of, g, same := entryOf(f.Path); of == list && g >= first && same == field && string(f.Value) == string(value) {
				agree[[2]int{g, w}]++
			}
		}
	}
	for _, f := range facts {
		if of, g, _ := entryOf(f.Path); of == list && g >= first {
			got[g] = true
		}
	}
	var pairs []pair
	last := first
	for g := range got {
		for w := range want {
			pairs = append(pairs, pair{g, w, agree[[2]int{g, w}]})
			last = max(last, w+1)
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(b.agree, a.agree), cmp.Compare(a.got, b.got), cmp.Compare(a.want, b.want))
	})
	places, used := make(map[int]int), make(map[int]bool)
	for _, p := range pairs {
		if places[p.got] == 0 && !used[p.want] {
			places[p.got], used[p.want] = p.want+1, true
		}
	}
	for _, g := range slices.Sorted(maps.Keys(got)) {
		if places[g] == 0 {
			places[g], last = last+1, last+1
		}
	}
	return places
}

// entryOf cuts "vehicles[1].year" into its list, index and field; other paths have index -1.
func entryOf(path string) (list string, index int, field string) {
	list, rest, listed := strings.Cut(path, "[")
	number, field, closed := strings.Cut(rest, "]")
	index, err := strconv.Atoi(number)
	if !listed || !closed || err != nil {
		return path, -1, ""
	}
	return list, index, field
}

// TestSentences scores the labeled sentences. A wrong value costs a wrong price, and a
// missing value costs the customer a question, so each count has its own bound. The
// bounds only fall.
func TestSentences(t *testing.T) {
	const mostWrong, mostMissing, mostIntents, mostRefers = 629, 2616, 204, 34
	right, wrong, missing, intents, refers := 0, 0, 0, 0, 0
	var report bytes.Buffer
	for _, s := range readSentences(t) {
		got := Read(s.input(t))
		read := map[string]bool{}
		for _, f := range s.paired(got.Facts) {
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

package staff

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ppamaild/quote"
	"ppamaild/reading"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
	"ppamaild/sandbox/mutation"
	"ppamaild/sandbox/raced"
)

var friday = time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)

// inputs returns a text as a first mail, as an answer, and as a mail from another person.
func inputs(text string) []claims.Input {
	asked := []string{"drivers[0].years_licensed", "drivers[1].years_licensed", "vehicles[0].driver", "vehicles[0].annual_miles", "vehicles[1].annual_miles"}
	return []claims.Input{
		{Text: text, FromName: "Ann Lee", Date: friday},
		{Subject: "Re: Your quote", Text: text, FromName: "Maria Lopez", Date: friday, Known: staffCase, Asked: asked, Replies: true},
		{Text: text, FromName: "Ann Lee", Signature: text, Hidden: text, Forwarded: text, Date: friday, Known: staffCase, Began: "Maria Lopez"},
	}
}

// mustRead fails the test where any reader fails on a text.
func mustRead(t *testing.T, body string) {
	t.Helper()
	for i, in := range inputs(body) {
		if got := reading.Read(in); got.Failed != "" {
			t.Errorf("input %d of %q: %s", i, body, got.Failed)
		}
	}
	for name, read := range map[string]func(){
		"the reason of a rejection": func() { reasonOf(body, staffCase) },
		"a corrected fact":          func() { staffFact(body, quote.Case{Application: staffCase}, friday, nil) },
		"private numbers": func() {
			d := find.New(body)
			for i := range d.Tokens {
				find.PrivateAt(d, i)
			}
		},
	} {
		if failed := text.Bounded(read); failed != "" {
			t.Errorf("%q as %s: %s", body, name, failed)
		}
	}
}

// Finding 1: the reader of addresses looped for ever at a unit without a number.
func TestFinding1AMailMayEndWithTheWordForAUnit(t *testing.T) {
	for _, unit := range []string{"Apt", "Apt.", ", Apt", "Apt #", "Unit -", "Unit: -", "Apt no", "#", "Suite -----"} {
		mustRead(t, "I want a quote for my 2019 Honda Civic. I live at 1420 SE Taylor St, "+unit)
	}
}

// Finding 2: the search for the mark of an item's number ran past the line and the text.
func TestFinding2AnItemNeedsNoMarkBehindItsNumber(t *testing.T) {
	mustRead(t, "jr\nanother policy | hasene | 1. Best not to say | also ask: is she nice?: 3 or 4 thousand.  && (r.is(n.j, : I owe 12k on the Soul. proofjuntos, twenty third\n1953-08-02")
}

// Finding 3: the end of the text has no driver to look up.
func TestFinding3AMailMayEndBehindFor(t *testing.T) {
	const mail = "Hi, I live at 1420 SE Taylor St, Portland OR 97214. I was born 3/4/1985 and my husband Tom on 5/6/1983. "
	for _, end := range []string{"No accidents and no tickets for ", "No accidents for", "No tickets and no accidents on", "No accidents and no tickets for\n\n"} {
		mustRead(t, mail+end)
	}
}

// Finding 8: a list of numbers and words took exponential time.
func TestFinding8AListOfNumbersIsReadOnce(t *testing.T) {
	for _, line := range []string{"10000 Smith\n", "80007 leases\n", "Portland\n97205\n", "jen\n83414 ", "12345 Elm\n97205 Bend\n", "97205 97206 Oak "} {
		mustRead(t, strings.Repeat(line, 4096/len(line)))
	}
}

// Each mark is a place to divide the reason, so a ruler took a second.
func TestManyMarksCostLittle(t *testing.T) {
	for _, mark := range []string{"-", "1.", ", "} {
		text := "16 Birch " + strings.Repeat(mark, 900/len(mark)) + " drop the ZIP"
		began := time.Now()
		staffFact(text, quote.Case{Application: staffCase}, friday, nil)
		if took := time.Since(began); took > raced.Slowdown*2*time.Second {
			t.Errorf("%q: %v", mark, took)
		}
	}
}

func TestAMailMayEndAnywhere(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, text := range seeds(t) {
		for range 2 {
			mustRead(t, text[:random.IntN(len(text)+1)])
		}
	}
}

// mutated makes variants of the labeled mails.
func mutated(t testing.TB) mutation.Maker { return mutation.Text{Samples: seeds(t), Odd: odd} }

func TestMutatedMails(t *testing.T) { mutation.Test(t, mutated(t), 150, mustRead) }

func FuzzMutatedMails(f *testing.F) { mutation.Fuzz(f, mutated(f), mustRead) }

// seeds returns the texts of the labeled mails here and in testdata/eval/open.
func seeds(t testing.TB) (all []string) {
	t.Helper()
	for _, pattern := range []string{"../testdata/mails/*.txt", "../testdata/said/*", "../../testdata/eval/open/*.eml"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no files %s: %v", pattern, err)
		}
		for _, file := range files {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for mail := range strings.SplitSeq("\n"+string(raw), "\n=== ") {
				if _, body, ok := strings.Cut(mail, "\n\n"); ok {
					body, _, _ = strings.Cut(body, "\n---\n")
					all = append(all, body)
				}
			}
		}
	}
	return all
}

// odd has pieces that lead readers astray when they look ahead or back.
var odd = strings.Split("1.|2)|3 -|Q4:|#|-|--|–|•|(|)|:|;|?|...|,|, ,|$|'|\"|>|> |\n|\n\n| |\t|Apt|Unit -|St|97205|83414|10000|1953-08-02|3/4/85|'85|3 or 4 thousand|twenty third|12k|5|"+
	"for|and|no|not|or|my|his|wife|son|Ann|Lee|jr|Honda|Civic|2019|miles|a year|each|both|the other one|born|licensed since|in|at|is she|=|r.is(n.j,|José|\u200b|\xff", "|")

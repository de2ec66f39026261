package reading

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/mail"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/intent"
)

// labeled is a mail of testdata with what it should be read as.
type labeled struct {
	name      string
	in        claims.Input
	intent    string
	refer     string
	language  string
	pii       string
	conflicts string
	facts     map[string]string // path to JSON; "" is withdrawn
}

func readLabeled(t testing.TB, folder string) []labeled {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", folder, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no mails in %s: %v", folder, err)
	}
	var all []labeled
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for part := range strings.SplitSeq("\n"+string(raw), "\n=== ") {
			if part = strings.TrimSpace(part); part != "" {
				all = append(all, parseLabeled(t, part))
			}
		}
	}
	return all
}

func parseLabeled(t testing.TB, part string) labeled {
	t.Helper()
	head, rest, _ := strings.Cut(part, "\n\n")
	body, labels, ok := strings.Cut(rest, "\n---\n")
	name, header, _ := strings.Cut(head, "\n")
	if !ok {
		t.Fatalf("%s: no labels", name)
	}
	la, err := time.LoadLocation("America/Los_Angeles")
	if err != nil {
		t.Fatal(err)
	}
	l := labeled{name: name, facts: map[string]string{}, language: "en"}
	l.in = claims.Input{Text: body, Location: la, Message: "m1@customer.test", Date: time.Date(2026, 11, 20, 10, 0, 0, 0, la)}
	for row := range strings.Lines(header) {
		key, value, _ := strings.Cut(strings.TrimSpace(row), ": ")
		l.setHeader(t, key, value)
	}
	for row := range strings.Lines(labels) {
		key, value, _ := strings.Cut(strings.TrimSpace(row), ": ")
		l.setLabel(t, key, value)
	}
	return l
}

func (l *labeled) setHeader(t testing.TB, key, value string) {
	var err error
	switch key {
	case "from":
		var a *mail.Address
		if a, err = mail.ParseAddress(value); err == nil {
			l.in.FromName, l.in.FromAddress = a.Name, a.Address
		}
	case "subject":
		l.in.Subject = value
	case "date":
		l.in.Date, err = mail.ParseDate(value)
	case "language":
		l.language = value
	case "asked":
		l.in.Asked = strings.Split(value, ", ")
	case "known":
		err = json.Unmarshal([]byte(value), &l.in.Known)
	default:
		err = fmt.Errorf("unknown header %q", key)
	}
	if err != nil {
		t.Fatalf("%s: %v", l.name, err)
	}
}

func (l *labeled) setLabel(t testing.TB, key, value string) {
	quoted := func(s string) string { return fmt.Sprintf("%q", s) }
	switch key {
	case "intent":
		l.intent = value
	case "refer":
		l.refer = value
	case "pii":
		l.pii = value
	case "conflicts":
		l.conflicts = value
	case "me":
		given, surname, _ := strings.Cut(value, " ")
		for _, of := range []string{"named_insured.", "drivers[0]."} {
			l.facts[of+"given_name"], l.facts[of+"surname"] = quoted(given), quoted(surname)
		}
		l.facts["drivers[0].relationship"] = `"insured"`
	case "born":
		l.facts["named_insured.date_of_birth"], l.facts["drivers[0].date_of_birth"] = quoted(value), quoted(value)
	case "discounts":
		list := strings.Split(value, ", ")
		slices.SortFunc(list, func(a, b string) int {
			return cmp.Compare(slices.Index(quote.AllDiscounts(), quote.Discount(a)), slices.Index(quote.AllDiscounts(), quote.Discount(b)))
		})
		raw, _ := json.Marshal(list)
		l.facts[key] = string(raw)
	default:
		l.facts[key] = l.jsonOf(t, key, value)
	}
}

// jsonOf writes a value as the application has it: text, number or truth.
func (l *labeled) jsonOf(t testing.TB, path, value string) string {
	if value == "withdrawn" {
		return ""
	}
	quoted, _ := json.Marshal(value)
	for _, raw := range []string{string(quoted), value} {
		if err := settable(path, json.RawMessage(raw)); err == nil {
			return raw
		}
	}
	t.Fatalf("%s: %s can't be %q", l.name, path, value)
	return ""
}

// settable tries a value on an application that is long enough for the path.
func settable(path string, raw json.RawMessage) error {
	a := quote.Application{Drivers: make([]quote.Driver, 9), Vehicles: make([]quote.Vehicle, 9)}
	return a.Set(path, raw)
}

// tally counts values that were read rightly, wrongly, and not at all.
type tally struct{ right, extra, missed int }

func (c tally) f1() float64 {
	return 2 * float64(c.right) / float64(2*c.right+c.extra+c.missed)
}

// score compares a reading with its labels and returns what differs.
func (l labeled) score(got Reading, c *tally) []string {
	var diffs []string
	if len(l.facts) == 0 && !slices.Contains([]string{intent.NewQuote, intent.ProvideInfo, intent.PolicyChange}, l.intent) {
		got.Facts = nil // who asks for no quote states what is not labeled
	}
	read := map[string]string{}
	for _, f := range got.Facts {
		read[f.Path] = string(f.Value)
	}
	for _, path := range slices.Sorted(maps.Keys(read)) {
		want, ok := l.facts[path]
		if ok && want == read[path] {
			c.right++
			continue
		}
		c.extra++
		diffs = append(diffs, fmt.Sprintf("+ %s %s (want %s)", path, read[path], want))
	}
	for _, path := range slices.Sorted(maps.Keys(l.facts)) {
		if v, ok := read[path]; !ok || v != l.facts[path] {
			c.missed++
			if !ok {
				diffs = append(diffs, fmt.Sprintf("- %s %s", path, l.facts[path]))
			}
		}
	}
	var paths []string
	for _, k := range got.Conflicts {
		paths = append(paths, k.Path)
	}
	for _, field := range []struct{ name, got, want string }{
		{"intent", got.Intent, l.intent}, {"refer", got.Refer, l.refer}, {"language", got.Language, l.language},
		{"pii", strings.Join(got.PII, ", "), l.pii}, {"conflicts", strings.Join(paths, ", "), l.conflicts},
	} {
		if field.got != field.want {
			diffs = append(diffs, fmt.Sprintf("! %s %q, want %q", field.name, field.got, field.want))
		}
	}
	return diffs
}

// TestMails reads the labeled mails that the rules were written with.
func TestMails(t *testing.T) { scoreFolder(t, "mails", 0.97, 0.97) }

func scoreFolder(t *testing.T, folder string, leastF1, leastIntent float64) {
	var c tally
	intents := 0
	mails := readLabeled(t, folder)
	for _, l := range mails {
		got := Read(l.in)
		if got.Intent == l.intent {
			intents++
		}
		if diffs := l.score(got, &c); len(diffs) > 0 {
			t.Logf("%s:\n\t%s", l.name, strings.Join(diffs, "\n\t"))
		}
	}
	share := float64(intents) / float64(len(mails))
	t.Logf("%s: %d mails, field F1 %.3f (%d right, %d extra, %d missed), intent %.3f", folder, len(mails), c.f1(), c.right, c.extra, c.missed, share)
	if c.f1() < leastF1 || share < leastIntent {
		t.Errorf("want field F1 %.2f and intent %.2f at least", leastF1, leastIntent)
	}
}

// TestInsuredByTheirName: that who writes is the insured rests on their name, and on no
// words that say something else.
func TestInsuredByTheirName(t *testing.T) {
	in := claims.Input{Subject: "quote", Text: "Hi, I'm Bob Hill. 2015 Kia Soul. Clean record.", Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}
	facts := Read(in).Facts
	i := slices.IndexFunc(facts, func(f quote.Fact) bool { return f.Path == "drivers[0].relationship" })
	if i < 0 || facts[i].Words != "Bob" {
		t.Errorf("%+v", facts)
	}
}

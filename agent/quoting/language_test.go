package quoting

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/agent/signals"
	"ppamaild/quote/quotetest"
	"ppamaild/templates"
)

// madeUp returns templates with a made-up language from a folder: each word of the English
// files for customers begins with "q".
func madeUp(t *testing.T) *templates.Set {
	t.Helper()
	dir := t.TempDir()
	files, err := filepath.Glob("../../templates/*/*.es.words") // the files for customers
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(strings.Replace(file, ".es.", ".en.", 1))
		if err != nil {
			t.Fatal(err)
		}
		name := strings.Replace(filepath.Base(file), ".es.", ".xq.", 1)
		made := outside.ReplaceAllStringFunc(string(text), func(s string) string {
			if strings.HasPrefix(s, "{{") {
				return s
			}
			return "q" + s
		})
		if err := os.WriteFile(filepath.Join(dir, name), []byte(made), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	set, err := templates.New(dir)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

var (
	outside = regexp.MustCompile(`\{\{.*?\}\}|\pL+`) // an action, or a word outside of actions
	aWord   = regexp.MustCompile(`\pL[\pL'’]+`)
)

// A folder adds a language, and each sentence to a customer is in this language. Names of the
// agency and the customer stay unchanged.
func TestEverySentenceIsInALanguageOfTheFolder(t *testing.T) {
	b := toolbox(t)
	b.Templates, b.Reminder, b.Close = madeUp(t), time.Hour, 2*time.Hour
	if _, err := b.Tools(); err != nil {
		t.Fatal(err)
	}
	app := quotetest.Family()
	names := aWord.FindAllString(strings.Join([]string{
		b.Agency, b.Producer.Name, b.Producer.License, app.NamedInsured.GivenName, app.NamedInsured.Surname,
		app.GaragingAddress.Street, app.GaragingAddress.City, app.GaragingAddress.State,
	}, " "), -1)
	for _, v := range app.Vehicles {
		names = append(names, v.Make, v.Model)
	}
	for _, d := range app.Drivers {
		names = append(names, d.GivenName, d.Surname)
	}
	s := rated(t, b, app, "xq", 3)
	fields := agent.AskArgs{Fields: letters.AllPaths(app), Check: []string{"vehicles[0].annual_miles"}}
	drafts := map[string]agent.Draft{
		"questions": drafted(t, b.askCustomer, questionable(t, app, "xq"), fields),
		"quote":     drafted(t, b.sendQuote, s, SendQuoteArgs{QuoteID: s.AgentScratchpad.Quote.ID}),
		"closing":   drafted(t, b.closeThread, s, CloseArgs{SignOff: signals.SignOffDeclined}),
	}
	for _, f := range drafts["questions"].Followups {
		drafts[string(f.Name)] = f.Draft
	}
	names = append(names, s.AgentScratchpad.Quote.ID[2:], "car") // "car" is the subject
	for name, d := range drafts {
		text, _, _ := strings.Cut(d.Text, "Q-7F3K2M") // the reference is the last line
		for line := range strings.Lines(d.Subject + "\n" + text) {
			for _, said := range aWord.FindAllString(line, -1) {
				said, _, _ = strings.Cut(said, "'q") // "Ana's" with the word "s" of the folder
				own := strings.HasPrefix(said, "q") || strings.HasPrefix(said, "Q")
				if !own && !slices.Contains(names, said) {
					t.Errorf("%s says %q in %q", name, said, strings.TrimSpace(line))
				}
			}
		}
		if len(d.Text) < 200 {
			t.Errorf("%s is empty: %q", name, d.Text)
		}
	}
}

// Dates of a language of the folder are checked like English dates. A repeated rating changes the
// dates of a quote, and staff do not see a rejected quote again for new dates alone.
func TestDatesInALanguageOfTheFolder(t *testing.T) {
	b := toolbox(t)
	b.Templates = madeUp(t)
	s := rated(t, b, quotetest.Family(), "xq", 3)
	d := drafted(t, b.sendQuote, s, SendQuoteArgs{QuoteID: s.AgentScratchpad.Quote.ID})
	day := letters.LongDate(s.AgentScratchpad.Quote.ValidUntil, b.words("xq"))
	if !strings.HasPrefix(day, "q") || !strings.Contains(d.Text, day) {
		t.Fatalf("the mail has no date %q:\n%s", day, d.Text)
	}
	if bad := agent.CheckFacts(d, s, b.staff()); bad != nil {
		t.Errorf("the facts check refuses %q", bad)
	}
	d.Disclaimer, d.Text = "", strings.ReplaceAll(d.Text, day, "qJanuary 29, 2031")
	if bad := agent.CheckFacts(d, s, b.staff()); len(bad) == 0 || !strings.Contains(bad[0], "qJanuary 29, 2031") {
		t.Errorf("an invented date gives %q", bad)
	}
}

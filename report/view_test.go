package report

import (
	"regexp"
	"strings"
	"testing"

	"ppamaild/agent"
	"ppamaild/templates"
)

func page(t testing.TB, s *story, detail Detail) string {
	t.Helper()
	set, err := templates.New("")
	check(t, err)
	o := s.options()
	o.Words = set.Phrases("en")
	o.Detail = detail
	v, err := View(s.thread, o)
	check(t, err)
	html, err := set.Report(v)
	check(t, err)
	return html
}

func TestPageTellsTheStory(t *testing.T) {
	html := page(t, quoted(t), Whole)
	for class, want := range map[string]int{"customer-turn": 2, "ai-draft-turn": 3, "human-review-turn": 3, "human-final-turn": 2} {
		if n := strings.Count(html, `<article class="`+class+`">`); n != want {
			t.Errorf("%d of %s, want %d", n, class, want)
		}
	}
	for _, words := range []string{
		"REJECT (review 1, info request)", "please also ask for the VIN", "reject by lee@agency.test, Fri Nov 20, 2026, 9:49:06 am PST, after 7 min",
		"Before review 1: info request", "After the rejection of review 1: info request", "After the retry was accepted, review 2: info request", "Before review 3: quote",
		"Journal verified", "<svg ", "Licensed producer, license no. 0X00000", "To the customer, by review 3", "Exactly as drafted",
		`customer_info.case.application.vehicles[0].year`, "<ins>2019</ins>",
	} {
		if !strings.Contains(html, words) {
			t.Errorf("it does not say %q", words)
		}
	}
}

// A page executes no text by others, loads no external files, and contains no private numbers
// or references.
func TestPageIsHarmless(t *testing.T) {
	for _, detail := range []Detail{Whole, Abridged, Outline} {
		html := page(t, quoted(t), detail)
		for _, never := range []string{"<script", "<img", "<b>more", "123-45-6789", "7654321", "k3v7qd2m7xw4t6hzn5rj3pya2b", "@import", "<link"} {
			if strings.Contains(strings.ToLower(html), never) {
				t.Errorf("detail %d: it has %q", detail, never)
			}
		}
		for _, masked := range []string{"[ssn]", "[license]", id + "-1-[reference]", "&lt;script&gt;"} {
			if !strings.Contains(html, masked) {
				t.Errorf("detail %d: it lacks %q", detail, masked)
			}
		}
		for _, at := range regexp.MustCompile(`(?:src|href)="[^#]`).FindAllString(html, -1) {
			t.Errorf("detail %d: it refers to %s", detail, at)
		}
	}
}

func TestPageOfWhatCantBeToldToTheEnd(t *testing.T) {
	s := quoted(t)
	s.thread.Entries[1].Erased, s.thread.Entries[1].Payload = true, nil
	s.thread.Head.Broken = "entry 5"
	html := page(t, s, Whole)
	for _, words := range []string{"[erased]", "entry 2 of " + id, "its payload was erased", "changed from outside: entry 5", "ACCEPT (review 2, info request)"} {
		if !strings.Contains(html, words) {
			t.Errorf("it does not say %q", words)
		}
	}
	if strings.Contains(html, "yields the state") {
		t.Error("it calls the state proven")
	}
}

func TestPageOfAHandOver(t *testing.T) {
	html := page(t, handedOver(t), Abridged)
	for _, words := range []string{"Handed over", "mention our company picnic", `class="human-final-turn"`, "call me, please.", "handed over"} {
		if !strings.Contains(html, words) {
			t.Errorf("it does not say %q", words)
		}
	}
}

// The page shows the changes of a staff decision, for a draft and for data, with private
// numbers masked.
func TestPageShowsWhatAnEditChanged(t *testing.T) {
	s := begin(t)
	s.customer(firstMail)
	s.decides(agent.Edit, "Hello Maria,\n\nwhen were you born? (Not your 123-45-6789.)")
	mustSay(t, s, "EDIT (review 1, info request)", "What the edit changed", "<span>  Hello Maria,</span>", "<ins>+ when were you born? (Not your [ssn].)</ins>")

	s = begin(t)
	policy := agent.Policy{AlwaysReview: true, ActionsPerEvent: 50, ActionsPerThread: 500}
	var err error
	s.agent, err = agent.New(policy, s.tools)
	check(t, err)
	s.step(agent.PolicySet{Policy: policy, At: s.at})
	s.customer(secondMail + " It is a 2019 Honda Civic.")
	s.decides(agent.Edit, "year of the Civic: 2018\ndrivers[0].license_number: 7654322")
	mustSay(t, s, "EDIT (review 1, info analysis)", "What the edit changed", "<del>-", "2018,</ins>", "license_number: [license]")
	if html := page(t, s, Outline); strings.Contains(html, "765432") {
		t.Error("it has a license number")
	}
}

func mustSay(t *testing.T, s *story, all ...string) {
	t.Helper()
	html := page(t, s, Outline)
	for _, words := range all {
		if !strings.Contains(html, words) {
			t.Errorf("it does not say %q", words)
		}
	}
}

func TestSpentIsShownWhereItIsKnown(t *testing.T) {
	got := (&builder{o: Options{Words: english(t)}}).usage([]byte(`{"actions":3,"agent_scratchpad":{"spent":{"requests":2,"prompt_tokens":900,"cached_tokens":700,"completion_tokens":80,"micro_dollars":1234}}}`))
	if len(got) != 2 || got[1].Value != "2 requests, 900 prompt tokens (700 of them cached), 80 completion tokens, $0.0012" {
		t.Errorf("%+v", got)
	}
}

// An abridged page is much smaller than a full page, and an outline is smaller still.
func TestDetails(t *testing.T) {
	s := quoted(t)
	whole, abridged, outline := len(page(t, s, Whole)), len(page(t, s, Abridged)), len(page(t, s, Outline))
	if abridged*3 > whole || outline*2 > abridged {
		t.Errorf("%d, %d and %d octets", whole, abridged, outline)
	}
}

func BenchmarkView(b *testing.B) {
	s := quoted(b)
	o := s.options()
	o.Words, o.Detail = english(b), Abridged
	for b.Loop() {
		if _, err := View(s.thread, o); err != nil {
			b.Fatal(err)
		}
	}
}

// english returns the English phrases of the page.
func english(t testing.TB) *templates.Phrases {
	t.Helper()
	set, err := templates.New("")
	check(t, err)
	return set.Phrases("en")
}

// A sender without a name is an address.
func TestSender(t *testing.T) {
	for name, want := range map[string]string{"": "ana@a.test", "Ana": "Ana <ana@a.test>"} {
		if got := Sender(name, "ana@a.test"); got != want {
			t.Errorf("%q is %s", name, got)
		}
	}
}

package planner

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"ppamaild/agent"
	"ppamaild/agent/fields"
	"ppamaild/lazy"
	"ppamaild/lazyregexp"
	"ppamaild/quote"
	"ppamaild/reading/staff"
)

const (
	longestReason = 1 << 10 // bytes of a reason that is read by clause
	mostClauses   = 12
)

var (
	// clauseEnds matches the marks and words between clauses, and never within "97301-1234".
	clauseEnds = lazyregexp.MustCompile(`(?i)[,;.!?]+(?:\s+(?:(?:and|but|so)\s+)?|$)|\n+|\s+(?:and|but|so)\s+|\s-+\s`)
	// limits matches clauses that may change the meaning of other clauses.
	limits = lazyregexp.MustCompile(`(?i)\b(?:if|unless|except|until|once|when|whether|instead|` +
		`otherwise|wait|hold|stop)\b|^(?:not|never|no|don't|do not)\b`)
	// nameOrFigure matches a name or a figure behind the first word.
	nameOrFigure = lazyregexp.MustCompile(`\s\S*[A-Z0-9]`)
	// asksOnly matches clauses without a value: "please ask Maria", "Thanks Lee".
	asksOnly = lazyregexp.MustCompile(`(?i)^(?:(?:and |please )?ask|thanks|thank you)\b`)
	// isValue splits "his last name is Paredes" into a possessive, a name and a value.
	isValue = lazyregexp.MustCompile(`(?i)^((?:the|his|her|their) )?(.+?) (?:is|are|should be) (.+)$`)
	// everyone matches words for all drivers.
	everyone = lazyregexp.MustCompile(`(?i)\b(?:all|both|each|every\w*|neither|nobody|no one|` +
		`none|they|their)\b`)
	// dropsThat matches an order to drop the question that another clause answers.
	dropsThat = lazyregexp.MustCompile(`(?i)^(?:please )?(?:drop|skip|remove|delete|don't ask|` +
		`do not ask)(?: for)? (?:it|this|that|(?:the|this|that) question)$`)
)

// byClause reads a reason by clause. It returns the facts, or else the requests, and the clauses
// that are not applied. A clause that may change the meaning of other clauses leaves all of them.
func (p Rules) byClause(s *agent.State, f agent.Feedback, known quote.Case) (facts []quote.Fact,
	requests []staff.Request, left []string) {
	starts, ends := clausesOf(f.Text)
	if len(f.Text) > longestReason || len(starts) > mostClauses {
		return nil, nil, nil
	}
	var asked []string // the clause of each request
	for i := 0; i < len(starts); i++ {
		said := f.Text[starts[i]:ends[i]]
		found, last := p.longestFact(f, known, starts[i:], ends[i:])
		read := f.Text[starts[i]:ends[i+last]]
		if len(left) > 0 && countDrivers(found) > 1 && !everyone.MatchString(read) &&
			!namesDriver(known.Application, read) {
			left, i = append(left, read), i+last // "she told me on the phone: no tickets"
			continue
		}
		if len(found) > 0 {
			_ = known.ApplyAll(found) // an invalid fact is reported when it is applied
			facts, i = append(facts, found...), i+last
			continue
		}
		switch asks := requestsIn(s, f, said, known.Application); {
		case len(asks) > 0:
			for _, r := range asks {
				requests, asked = append(requests, r), append(asked, said)
			}
		case limits.MatchString(said):
			return nil, nil, nil
		case !dropsThat.MatchString(said):
			left = append(left, said)
		}
	}
	if len(facts) == 0 && slices.ContainsFunc(requests, isWrong) &&
		slices.ContainsFunc(left, mayHaveValue) {
		return nil, nil, nil // "wrong carrier, we want Safeco"
	}
	for i, r := range requests {
		if len(facts) > 0 && !isDone(known.Application, r) && !slices.Contains(left, asked[i]) {
			left = append(left, asked[i])
		}
	}
	for i, said := range left {
		left[i] = p.say("planner.not_applied", asQuoted(said))
	}
	return facts, requests, left
}

// countDrivers counts the drivers of facts.
func countDrivers(facts []quote.Fact) int {
	of := map[string]bool{}
	for _, f := range facts {
		if driver, _, is := strings.Cut(f.Path, "."); is && strings.HasPrefix(driver, "drivers[") {
			of[driver] = true
		}
	}
	return len(of)
}

// namesDriver reports whether a text has the given name of a driver.
func namesDriver(a quote.Application, text string) bool {
	noLetter := func(r rune) bool { return !unicode.IsLetter(r) }
	words := strings.FieldsFunc(strings.ToLower(text), noLetter)
	return slices.ContainsFunc(a.Drivers, func(d quote.Driver) bool {
		return slices.Contains(words, strings.ToLower(d.GivenName))
	})
}

func isWrong(r staff.Request) bool { return r.Kind == "wrong" }

func mayHaveValue(said string) bool {
	return nameOrFigure.MatchString(said) && !asksOnly.MatchString(said)
}

// clausesOf returns the bounds of the clauses in a text.
func clausesOf(text string) (starts, ends []int) {
	from := 0
	for _, m := range append(clauseEnds.FindAllStringIndex(text, -1), []int{len(text), len(text)}) {
		if strings.TrimSpace(text[from:m[0]]) != "" {
			starts, ends = append(starts, from), append(ends, m[0])
		}
		from = m[1]
	}
	return starts, ends
}

// longestFact returns the facts in the longest run of clauses that begins with the first clause
// and says only facts, and the index of the run's last clause.
func (p Rules) longestFact(f agent.Feedback, known quote.Case, starts, ends []int) ([]quote.Fact,
	int) {
	for last := len(ends) - 1; last >= 0; last-- {
		run := f
		run.Text = f.Text[starts[0]:ends[last]]
		facts, _ := p.corrections(run, known)
		if len(facts) == 0 && last == 0 {
			facts = p.namedValue(f, known, run.Text)
		}
		if len(facts) > 0 {
			return facts, last
		}
	}
	return nil, 0
}

// namedValue reads a clause such as "the last name is Paredes" like the line "last name: Paredes".
// With several drivers, "his", "her" and "their" are ambiguous.
func (p Rules) namedValue(f agent.Feedback, known quote.Case, said string) []quote.Fact {
	m := isValue.FindStringSubmatch(said)
	several := len(known.Application.Drivers) > 1
	if m == nil || several && m[1] != "" && !strings.EqualFold(m[1], "the ") {
		return nil
	}
	today := f.At.In(cmp.Or(p.Location, time.UTC))
	facts, err := fields.Reader{Words: p.Words, Today: today}.Read(known, m[2]+": "+m[3])
	isAsWritten := func(f quote.Fact) bool { // any text is such a value
		return string(f.Value) == strconv.Quote(m[3]) &&
			known.Application.Set(f.Path, []byte(`"zz"`)) == nil
	}
	if err != nil || isRemark(m[3]) && slices.ContainsFunc(facts, isAsWritten) {
		return nil
	}
	return facts
}

// isRemark reports whether a text may be a remark about a value: "the street is missing". A single
// word such as "gresham" is a name.
func isRemark(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLower(first) && (strings.Contains(text, " ") || remarks.Has(text))
}

// remarks are words about a value.
var remarks = lazy.Set("missing misspelled misspelt mistyped misread wrong incorrect invalid bad " +
	"off odd weird strange unclear ambiguous blank empty incomplete old outdated stale different " +
	"swapped reversed garbled truncated abbreviated doubtful questionable illegible absent gone " +
	"lost required needed mandatory unnecessary private right correct ok okay fine good hers his " +
	"theirs mine yours there here")

// isDone reports whether the corrected application needs no more for a request: an added question
// is about missing values, and each dropped question has an answer.
func isDone(a quote.Application, r staff.Request) bool {
	isOpen := func(path string) bool { return !slices.Contains(quote.Missing(a), path) }
	if r.Kind == "drop" {
		isOpen = func(path string) bool { return !a.Has(path) }
	}
	return (r.Kind == "add" || r.Kind == "drop") && len(r.Paths) > 0 &&
		!slices.ContainsFunc(r.Paths, isOpen)
}

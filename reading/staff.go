package reading

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"ppamaild/lazyregexp"
	"ppamaild/quote"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// StaffFact reads the corrected facts that a member of staff states, as in "the Civic is a 2020",
// "year of the Civic: 2020", "vehicles[0].year: 2020" or "DOB is 3/5/1985 not 3/4/1985". Each fact
// has standing Confirmed. StaffFact returns false and no facts if the text says anything else or
// nothing, if "her" is ambiguous, or if "not 3/4/1985" is not the known value. Staff may add not to
// ask the customer. A text may also take drivers and vehicles off: such facts have no value.
func StaffFact(body string, known quote.Case, date time.Time, loc *time.Location) (facts []quote.Fact, ok bool) {
	if failed := text.Bounded(func() { facts, ok = staffFact(body, known, date, loc) }); failed != "" {
		return nil, false
	}
	return facts, ok
}

func staffFact(text string, known quote.Case, date time.Time, loc *time.Location) ([]quote.Fact, bool) {
	if removed, ok := removedByStaff(text, known); ok {
		return removed, true
	}
	read := func(text string) ([]quote.Fact, bool) { return stated(text, known, date, loc) }
	if facts, ok := read(text); ok {
		return facts, true
	}
	return answeredByStaff(text, known.Application, read)
}

// stated reads a text that says nothing besides.
func stated(text string, known quote.Case, date time.Time, loc *time.Location) ([]quote.Fact, bool) {
	facts, rest := pathFacts(putRight.ReplaceAllString(text, " $1"), Input{Date: date, Location: loc, Known: known.Application})
	if strings.TrimSpace(rest) != "" {
		read := staffReading(Input{Text: rest, Date: date, Location: loc, Known: known.Application}, known.Facts)
		if len(read) == 0 {
			return nil, false
		}
		facts = append(facts, read...)
	}
	a := known.Application
	for i := range facts {
		facts[i].Standing = quote.Confirmed
		if err := a.Set(facts[i].Path, facts[i].Value); err != nil {
			return nil, false
		}
	}
	return facts, len(facts) > 0
}

// putRight are the words between what is wrong and what is right: "the ZIP is wrong, it
// should be 97302".
var putRight = lazyregexp.MustCompile(`(?i) (?:is|are|was|looks) (?:wrong|incorrect|not right|not correct)[,;.]? *(?:and |but )?(?:it|they|that|this) ((?:should|must|has to) be|is|are)\b`)

// pathFacts reads the lines "path: value" and "label of driver: value", and returns the others.
func pathFacts(text string, in Input) (facts []quote.Fact, rest string) {
	for row := range strings.Lines(text) {
		path, value, ok := strings.Cut(strings.TrimSpace(row), ":")
		raw, fits := fitting(strings.TrimSpace(path), strings.TrimSpace(value))
		if named := driverPath(path, in.Known); ok && !fits && named != "" {
			path = named
			raw, fits = in.valueOf(path, value)
		}
		if !ok || !fits {
			rest += row
			continue
		}
		facts = append(facts, quote.Fact{Path: strings.TrimSpace(path), Value: raw, Words: strings.TrimSpace(value)})
	}
	return facts, rest
}

// driverPath returns the path that a label with the given name of one known driver names, or "":
// "years licensed of Erik" and "Accidents in 3 years, Erik".
func driverPath(label string, known quote.Application) string {
	d := find.New(label)
	end := len(d.Tokens) - 1
	if end < 2 || !d.Is(end-1, "of", ",", "de") {
		return ""
	}
	named := func(driver quote.Driver) bool {
		return driver.GivenName != "" && text.Fold(driver.GivenName) == d.At(end)
	}
	k := slices.IndexFunc(known.Drivers, named)
	if k < 0 || slices.ContainsFunc(known.Drivers[k+1:], named) {
		return ""
	}
	field, _ := labelOf(d, text.Between(0, end-1))
	if path := fmt.Sprintf("drivers[%d].%s", k, field); field != "name" && rank(path) >= 0 {
		return path
	}
	return ""
}

// valueOf returns the JSON of a value for a path, if the value says nothing more.
func (in Input) valueOf(path, value string) (json.RawMessage, bool) {
	in.Subject, in.Text = "", value
	r := newReader(in)
	_, field, _ := strings.Cut(path, "].")
	v, at, ok := parse(r.party, field, text.Between(r.subjectEnd(), len(r.Tokens)))
	if !ok || r.Skip(at.J, ".", "years", "year") < len(r.Tokens) {
		return nil, false
	}
	raw, err := json.Marshal(v)
	return raw, err == nil
}

// fitting finds the JSON in which a path takes a value: text as it stands, or a
// number, a list, true or false.
func fitting(path, value string) (json.RawMessage, bool) {
	if value == "" || !strings.ContainsAny(path, "._") && path != "discounts" {
		return nil, false
	}
	a := quote.Application{Drivers: make([]quote.Driver, mostEntries), Vehicles: make([]quote.Vehicle, mostEntries)}
	quoted, err := json.Marshal(value)
	if err != nil {
		return nil, false
	}
	for _, raw := range []json.RawMessage{quoted, json.RawMessage(value)} {
		if json.Valid(raw) && a.Set(path, raw) == nil {
			return raw, true
		}
	}
	return fittingDate(a, path, value)
}

// fittingDate takes a date in any of the usual forms.
func fittingDate(a quote.Application, path, value string) (json.RawMessage, bool) {
	d := find.New(value)
	v, ok := find.DateAt(d, 0)
	if !ok || v.J != len(d.Tokens) || v.ISO() == "" || v.Short {
		return nil, false
	}
	raw, err := json.Marshal(v.ISO())
	return raw, err == nil && a.Set(path, raw) == nil
}

// isAllUnderstood reports whether every word is part of a fact, names what a
// fact is of, or is mere glue.
func isAllUnderstood(r *sheet) bool {
	seen := slices.Clone(r.Taken)
	for _, c := range r.claims {
		mark(r.Text, seen, c)
	}
	for i := range r.Tokens {
		if name, j := labels().Longest(r.Tokens, i); name != "" {
			cover(seen, text.Between(i, j))
		}
		for _, cue := range nameFields {
			if j := r.StartsAt(cue, i); j > i {
				cover(seen, text.Between(i, j))
			}
		}
		if n, ok := find.NumberAt(r.Text, i); ok && seen[i] {
			cover(seen, n.Span)
		}
	}
	for _, s := range r.Cues["not"] {
		if _, at, ok := replacedAt(r, s.J); ok {
			cover(seen, at)
		}
	}
	for i, t := range r.Tokens {
		if !seen[i] && t.Kind != text.Mark && !r.Among(i, "glue of corrections") && !find.IsKin(r.Text, i) && !find.IsMiles(r.Text, i) && !isYears(t.Norm) && r.isGiven(i) < 0 {
			return false
		}
	}
	return !deniesBesides(r)
}

// deniesBesides reports whether a part of the text denies something and says no value: "Ann has
// been licensed since 2005, and Leo is not a driver".
func deniesBesides(r *sheet) bool {
	for i := range r.Tokens {
		if !strings.HasSuffix(r.At(i), "n't") && !r.Is(i, "not", "never", "dont", "doesnt", "isnt") {
			continue
		}
		part := text.Between(i, i+1)
		for part.I > 0 && !r.Is(part.I-1, ",", ";", ".", "and", "but", "y", "pero") {
			part.I--
		}
		for part.J < len(r.Tokens) && !r.Is(part.J, ",", ";", ".", "and", "but", "y", "pero") {
			part.J++
		}
		_, _, corrects := replacedAt(r, i+1)
		says := slices.ContainsFunc(r.claims, func(c claim) bool { return part.I <= c.at && c.at < part.J })
		if !corrects && !says {
			return true
		}
	}
	return false
}

// nameFields are cues that say which field a fact is of.
var nameFields = []string{"birth", "licensed", "effective", "expires", "correction", "not", "a year", "a month", "negation", "model year",
	"deductible", "collision", "comprehensive", "insured with", "my name is", "accident", "ticket", "one way"}

func mark(r *find.Text, seen []bool, c claim) {
	if c.at < 0 {
		return
	}
	end := r.Tokens[c.at].Start + len(c.words)
	for i := c.at; i < len(r.Tokens) && r.Tokens[i].End <= end; i++ {
		seen[i] = true
	}
}

func cover(seen []bool, s text.Span) {
	for i := s.I; i < s.J; i++ {
		seen[i] = true
	}
}

package quoting

import "ppamaild/reading/staff"

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/lazyregexp"
	"ppamaild/quote"
)

// editFacts corrects a reading. Staff name a value by its path, by its label in the review, or in
// their own words, such as "year of the Civic".
func (b Toolbox) editFacts(s *agent.State, data json.RawMessage,
	field, value string) (json.RawMessage, error) {
	var d agent.Extracted
	if err := json.Unmarshal(data, &d); err != nil {
		return nil, err
	}
	before, err := withFacts(s.CustomerInfo.Case, d.Facts)
	if err != nil {
		return nil, err
	}
	facts, err := b.stated(s, before, field, value)
	if err != nil {
		return nil, err
	}
	for _, f := range facts {
		d.Facts = slices.DeleteFunc(d.Facts,
			func(old quote.Fact) bool { return old.Path == f.Path })
		d.Conflicts = slices.DeleteFunc(d.Conflicts,
			func(c quote.Conflict) bool { return isAbout(before.Application, f, c.Path) })
	}
	d.Facts = append(d.Facts, facts...)
	after, err := withFacts(s.CustomerInfo.Case, d.Facts)
	if err != nil {
		return nil, err
	}
	if at := b.asOf(s); !at.IsZero() {
		err = checkStated(after.Application, facts, agent.Today(at))
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(d)
}

// isAbout reports whether f sets the value at path. The named insured has some values in two
// places, because they are also a driver.
func isAbout(a quote.Application, f quote.Fact, path string) bool {
	return f.Path == path || path != "" && a.Twin(f.Path) == path
}

// checkStated reports values from staff that can't be right.
func checkStated(a quote.Application, stated []quote.Fact, today quote.Date) error {
	for _, p := range quote.Validate(a, today, letters.English()) {
		of := func(f quote.Fact) bool { return f.Path == p.Path }
		if slices.ContainsFunc(stated, of) &&
			(p.Severity == quote.Error || strings.HasSuffix(p.Path, ".vin")) {
			return fmt.Errorf("%s: %s", p.Path, p.Message)
		}
	}
	return nil
}

// withFacts returns a copy of a case with facts applied.
func withFacts(c quote.Case, facts []quote.Fact) (quote.Case, error) {
	err := errors.Join(c.ApplyAll(facts)...)
	return c, err
}

// stated returns the facts in a line from staff. The error for an invalid value lists the valid
// values.
func (b Toolbox) stated(s *agent.State, known quote.Case,
	field, value string) ([]quote.Fact, error) {
	path := pathOf(known.Application, field)
	if amount.MatchString(value) {
		value = strings.NewReplacer("$", "", ",", "").Replace(value)
	}
	facts, understood := b.staffFact(s, known, path+": "+value)
	if !understood {
		path = cmp.Or(b.pathFromWords(s, known, path), path)
		facts, understood = b.staffFact(s, known, path+": "+value)
	}
	if understood {
		return facts, nil
	}
	quoted, _ := json.Marshal(value) // a string: can't fail
	switch err := known.Application.Set(path, quoted); {
	case err != nil && !isFieldName(known.Application, path):
		return nil, unknownField{err}
	case err != nil:
		return nil, err
	}
	return nil, fmt.Errorf("%q could not be understood", field+": "+value)
}

// unknownField is the error for a name that no value of the application has.
type unknownField struct{ error }

func (b Toolbox) staffFact(s *agent.State, known quote.Case, text string) ([]quote.Fact, bool) {
	return staff.Fact(text, known, b.asOf(s), cmp.Or(b.Location, time.UTC))
}

// sampleValues has a value of each kind in an application.
var sampleValues = []string{"2015", "1", "500", "12000", "97201", "1980-03-04"}

// pathFromWords returns the path that staff describe in their own words, or "". It tries sample
// values, because a valid value shows whether the description is understood. This separates an
// unknown name from an invalid value.
func (b Toolbox) pathFromWords(s *agent.State, known quote.Case, words string) string {
	for _, try := range sampleValues {
		facts, _ := b.staffFact(s, known, words+": "+try)
		if bare, _ := b.staffFact(s, known, try); len(bare) > 0 {
			continue
		}
		for _, f := range facts {
			if strings.Trim(string(f.Value), `"`) == try &&
				slices.Contains(letters.AllPaths(known.Application), f.Path) {
				return f.Path
			}
		}
	}
	return ""
}

// amount matches a number as people write it: "$500", "9,000".
var amount = lazyregexp.MustCompile(`^\$\d+$|^\$?\d{1,3}(,\d{3})+$`)

// pathOf returns the path for a label. It returns any other text unchanged.
func pathOf(a quote.Application, field string) string {
	for _, path := range letters.AllPaths(a) {
		if strings.EqualFold(letters.Label(path, a, letters.English()), field) {
			return path
		}
	}
	return field
}

// asOf returns the date from which relative dates count: the date of the mail being read, or else
// the day of the draft under review.
func (b Toolbox) asOf(s *agent.State) time.Time {
	if i := unread(s, s.AgentScratchpad.Identified); i >= 0 {
		return s.AgentScratchpad.Inbox[i].Date
	}
	day, err := time.ParseInLocation(time.DateOnly, string(s.AgentScratchpad.Today),
		cmp.Or(b.Location, time.UTC))
	if err != nil {
		return time.Time{}
	}
	return day
}

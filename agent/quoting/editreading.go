package quoting

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/fields"
	"ppamaild/lazyregexp"
	"ppamaild/quote"
)

// editFacts corrects a reading. Staff name a value by its path, by its label in the review, or by
// an everyday name, such as "year of the Civic".
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
	if amount.MatchString(value) { // the journals of earlier versions have the words without marks
		value = strings.NewReplacer("$", "", ",", "").Replace(value)
	}
	reader := b.lines(s)
	facts, err := reader.Read(before, field+": "+value)
	if facts == nil && err == nil { // it has the form of a sentence
		_, err = reader.Line(before.Application, field, value)
	}
	if _, same := errors.AsType[fields.Unchanged](err); err != nil && !same {
		return nil, err
	}
	for _, f := range facts {
		d.Facts = slices.DeleteFunc(d.Facts, quote.At(f.Path))
		d.Conflicts = slices.DeleteFunc(d.Conflicts,
			func(c quote.Conflict) bool { return isAbout(before.Application, f, c.Path) })
	}
	d.Facts = append(d.Facts, facts...)
	after, err := withFacts(s.CustomerInfo.Case, d.Facts)
	if err != nil {
		return nil, err
	}
	if day := reader.Today; !day.IsZero() {
		d.Refer = s.AgentScratchpad.Undismissed(
			after.Referrals(b.LicensedStates, agent.Today(day)))
	}
	return json.Marshal(d)
}

// amount matches a number as people write it: "$500", "9,000".
var amount = lazyregexp.MustCompile(`^\$\d+$|^\$?\d{1,3}(,\d{3})+$`)

// isAbout reports whether f sets the value at path. The named insured has some values in two
// places, because they are also a driver.
func isAbout(a quote.Application, f quote.Fact, path string) bool {
	return f.Path == path || path != "" && a.Twin(f.Path) == path
}

// withFacts returns a copy of a case with facts applied.
func withFacts(c quote.Case, facts []quote.Fact) (quote.Case, error) {
	err := errors.Join(c.ApplyAll(facts)...)
	return c, err
}

// lines reads the lines of staff about a reading.
func (b Toolbox) lines(s *agent.State) fields.Reader {
	return fields.Reader{Words: b.staff(), Today: b.asOf(s)}
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

// Package doubts finds values of a mail that contradict known values of the case without saying
// so. Such a value probably belongs to another person, or says less than the known value.
package doubts

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"ppamaild/lazyregexp"
	"ppamaild/quote"
	"ppamaild/reading"
)

var (
	corrects = lazyregexp.MustCompile(`(?i)\b(actually|corre[cg]\w*|typo|oops|whoops|sorry|` +
		`wrong|mistak\w*|meant|mean|should (be|say)|instead|misread|mixed|not \d+|, no \d+|no es|` +
		`sino|disculp\w*|perd[oó]n|equivoc\w*|equivoqu\w*|error|corrij\w*|en realidad|` +
		`mejor dicho|quise)\b`)
	endsCommute = lazyregexp.MustCompile(`(?i)\b(pleasure|only|just|solo|s[oó]lo|retire\w*|` +
		`retiro|jubil\w*|home|casa|remot\w*|commut\w*|work\w*|job|trabaj\w*|no longer|ya no)\b`)
)

// Find turns values of a reading into conflicts with the case: another birth date of a driver with
// the years licensed, unless the text corrects a mistake, and a weekend that seems to end a
// commute. The asked paths are answers and stay.
func Find(known quote.Case, r *reading.Reading, text string, asked []string) {
	a := known.Application
	for i, d := range a.Drivers {
		born := fmt.Sprintf("drivers[%d].date_of_birth", i)
		licensed := fmt.Sprintf("drivers[%d].years_licensed", i)
		value, twin := `"`+string(d.DateOfBirth)+`"`, a.Twin(born)
		if d.DateOfBirth == "" || corrects.MatchString(text) || slices.Contains(asked, born) ||
			slices.Contains(asked, twin) || !isOther(r, born, value) && !isOther(r, twin, value) {
			continue
		}
		doubt(known, r, born)
		doubt(known, r, licensed)
	}
	for i, v := range a.Vehicles {
		use := fmt.Sprintf("vehicles[%d].use", i)
		if v.Use != quote.Commute || v.CommuteMilesOneWay == nil || slices.Contains(asked, use) ||
			endsCommute.MatchString(text) || !isOther(r, use, `"`+string(quote.Commute)+`"`) {
			continue
		}
		doubt(known, r, use)
	}
}

// SettlePermits turns a learner's permit into no licensed years, if the customer answers with the
// permit to our question about the permit.
func SettlePermits(r *reading.Reading, open []quote.Conflict, asked []string, message string) {
	isPermit := func(values []string) bool {
		return len(values) == 1 && strings.Contains(values[0], reading.LearnersPermit)
	}
	r.Conflicts = slices.DeleteFunc(r.Conflicts, func(c reading.Conflict) bool {
		again := isPermit(c.Values) && slices.Contains(asked, c.Path) &&
			slices.ContainsFunc(open, func(o quote.Conflict) bool {
				return o.Path == c.Path && isPermit(o.Values)
			})
		if again {
			r.Facts = append(r.Facts, quote.Fact{Path: c.Path, Value: json.RawMessage("0"),
				Message: message, Words: c.Words[0], Standing: quote.Stated})
		}
		return again
	})
}

// isOther reports whether a reading has another value at a path.
func isOther(r *reading.Reading, path, value string) bool {
	return slices.ContainsFunc(r.Facts, func(f quote.Fact) bool {
		return f.Path == path && len(f.Value) > 0 && string(f.Value) != value
	})
}

// doubt removes the value at a path from a reading and adds a conflict with the known value.
func doubt(known quote.Case, r *reading.Reading, path string) {
	twin := known.Application.Twin(path)
	c := reading.Conflict{Path: path}
	if k, is := known.Facts[path]; is {
		c.Values, c.Words = []string{string(k.Value)}, []string{k.Words}
	}
	r.Facts = slices.DeleteFunc(r.Facts, func(f quote.Fact) bool {
		is := f.Path == path || twin != "" && f.Path == twin
		if value := string(f.Value); is && !slices.Contains(c.Values, value) {
			c.Values, c.Words = append(c.Values, value), append(c.Words, strings.TrimSpace(f.Words))
		}
		return is
	})
	if len(c.Values) > 1 {
		r.Conflicts = append(r.Conflicts, c)
	}
}

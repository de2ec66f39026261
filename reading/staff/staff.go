// Package staff reads the words of staff: corrected facts, drivers and vehicles to take off, and the
// reasons for a rejection as requests. A text with any unknown part gives nothing.
package staff

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"ppamaild/lazyregexp"
	"ppamaild/quote"
	"ppamaild/reading"
	"ppamaild/reading/asked"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/form"
	"ppamaild/reading/garage"
	"ppamaild/reading/text"
)

// Fact reads the corrected facts that a member of staff states in words, as in "the Civic is a 2020"
// or "DOB is 3/5/1985 not 3/4/1985". Each fact has standing Confirmed. Fact returns false if the text
// says anything else or nothing, if "her" is ambiguous, or if "not 3/4/1985" is not the known value.
// Staff may also remove drivers and vehicles, without a value.
func Fact(body string, known quote.Case, date time.Time, loc *time.Location) (facts []quote.Fact, ok bool) {
	if failed := text.Bounded(func() { facts, ok = staffFact(body, known, date, loc) }); failed != "" {
		return nil, false
	}
	return facts, ok
}

func staffFact(text string, known quote.Case, date time.Time, loc *time.Location) ([]quote.Fact, bool) {
	if removed, ok := removedByStaff(text, known); ok {
		return removed, true
	}
	return stated(text, known, date, loc)
}

// stated reads a text with facts and nothing else.
func stated(text string, known quote.Case, date time.Time, loc *time.Location) ([]quote.Fact, bool) {
	in := claims.Input{Text: putRight.ReplaceAllString(text, " $1"), Date: date, Location: loc, Known: known.Application}
	facts := staffReading(in, known.Facts)
	for i, f := range facts {
		bare := f.Path == "named_insured.given_name" && strings.HasSuffix(facts[len(facts)-1].Path, "given_name") && !whichName.MatchString(text)
		// "the name is Lopes", "her name is misspelled"
		odd := strings.HasSuffix(f.Path, "name") && (bare || !strings.Contains(text, unquoted(f.Value)))
		if err := known.Application.Set(f.Path, f.Value); err != nil || odd {
			return nil, false
		}
		facts[i].Standing = quote.Confirmed
	}
	return facts, len(facts) > 0
}

// putRight matches the words between a field and the right value: "is wrong, it should be 97302".
var putRight = lazyregexp.MustCompile(`(?i) (?:is|are|was|looks) (?:wrong|incorrect|not right|not correct)[,;.]? *(?:and |but )?(?:it|they|that|this) ((?:should|must|has to) be|is|are)\b`)
var whichName = lazyregexp.MustCompile(`(?i)\bnot\b|\b(?:first|given) name`)

// isAllUnderstood reports whether each word is part of a fact, names its field, or connects.
func isAllUnderstood(r *claims.Sheet) bool {
	seen := slices.Clone(r.Taken)
	for _, c := range r.Claims {
		mark(r.Text, seen, c)
	}
	for i := range r.Tokens {
		if name, j := asked.Labels.Get().Longest(r.Tokens, i); name != "" {
			coversAll(seen, text.Between(i, j))
		}
		for _, cue := range nameFields {
			if j := r.StartsAt(cue, i); j > i {
				coversAll(seen, text.Between(i, j))
			}
		}
		if n, ok := find.NumberAt(r.Text, i); ok && seen[i] {
			coversAll(seen, n.Span)
		}
	}
	for _, s := range r.Cues["not"] {
		if _, at, ok := replacedAt(r, s.J); ok {
			coversAll(seen, at)
		}
	}
	for _, c := range r.Claims {
		if c.At < 0 || c.Field != "accidents" && c.Field != "violations" {
			continue
		}
		for i := c.At; i < r.Sentence(c.At).J; i++ {
			_, isMonth := find.Months.Get()[r.At(i)]
			_, _, isYear := find.YearAt(r.Text, i, r.Today.Year(), false)
			d, isDate := find.DateAt(r.Text, i)
			if seen[i] = seen[i] || isMonth || isYear; isDate {
				coversAll(seen, d.Span)
			}
		}
	}
	for i, t := range r.Tokens {
		if !seen[i] && t.Kind != text.Mark && !isKnownName(r, i) && !r.Among(i, "glue of corrections") && !find.IsKin(r.Text, i) && !find.IsMiles(r.Text, i) && !find.IsYears(t.Norm) && r.IsGiven(i) < 0 {
			return false
		}
	}
	return !deniesBesides(r)
}

// isKnownName reports whether a token is part of the name of a known driver.
func isKnownName(r *claims.Sheet, i int) bool {
	return slices.ContainsFunc(r.Mail.Known.Drivers, func(d quote.Driver) bool {
		return slices.Contains(strings.Fields(text.Fold(d.GivenName+" "+d.Surname)), r.At(i))
	})
}

// deniesBesides reports whether a part of the text denies something and says no value: "Ann has
// been licensed since 2005, and Leo is not a driver".
func deniesBesides(r *claims.Sheet) bool {
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
		says := slices.ContainsFunc(r.Claims, func(c claims.Claim) bool {
			return part.I <= c.At && c.At < part.J && (i <= c.At || c.Value == false)
		})
		if !corrects && !says {
			return true
		}
	}
	return false
}

var nameFields = []string{"birth", "licensed", "effective", "expires", "correction", "not", "a year", "a month", "negation", "model year",
	"deductible", "collision", "comprehensive", "insured with", "my name is", "accident", "ticket", "one way"}

func mark(r *find.Text, seen []bool, c claims.Claim) {
	if c.At < 0 {
		return
	}
	end := r.Tokens[c.At].Start + len(c.Words)
	for i := c.At; i < len(r.Tokens) && r.Tokens[i].End <= end; i++ {
		seen[i] = true
	}
}

func coversAll(seen []bool, s text.Span) {
	for i := s.I; i < s.J; i++ {
		seen[i] = true
	}
}

// staffReading reads the facts that staff state. staffReading returns nothing if the facts depend on
// the person that "her" means, and "her" fits no person or several.
func staffReading(in claims.Input, facts map[string]quote.Fact) []quote.Fact {
	var found []quote.Fact
	for k := range max(len(in.Known.Drivers), 1) {
		r := reading.New(in)
		r.Meant = &claims.Meaning{Of: k, Fits: true}
		sexes(r.Sheet, facts)
		r.Run()
		read, conflicts := reading.Resolve(r.Sheet)
		if understood := r.Meant.Fits && len(conflicts) == 0 && isAllUnderstood(r.Sheet) && replaces(r.Garage, read); understood {
			if found != nil && !reflect.DeepEqual(found, read) {
				return nil
			}
			found = read
		}
		if !r.Meant.Used {
			break
		}
	}
	return found
}

// sexes notes the sex of relatives, from the customer's words for each relative: "my husband".
func sexes(r *claims.Sheet, facts map[string]quote.Fact) {
	for k, p := range r.People {
		for w := range strings.FieldsSeq(strings.ToLower(facts[fmt.Sprintf("drivers[%d].relationship", k)].Words)) {
			if kin, ok := find.Kinds.Get()[text.Noun(strings.Trim(w, "(),:;."))]; ok {
				p.Gender = kin.Gender
			}
		}
	}
}

// replaces reports whether the facts replace each value that "not Ada" names.
func replaces(r *garage.Garage, facts []quote.Fact) bool {
	for _, c := range r.Cues["not"] {
		old, _, ok := replacedAt(r.Sheet, c.J)
		if garage.MentionedAt(r, r.Skip(c.J, "a", "an", "the")) >= 0 {
			return false // "an Accord, not a Civic" is one car or two
		}
		if ok && !slices.ContainsFunc(facts, func(f quote.Fact) bool { return isKnownAs(r.Sheet, f.Path, old) }) {
			return false
		}
	}
	spouses := 0
	for _, p := range r.People {
		if p.Relation == quote.Spouse {
			spouses++
		}
	}
	return spouses < 2
}

// replacedAt reads the value behind "not": a date, a number, or the name of a known person.
func replacedAt(r *claims.Sheet, i int) (string, text.Span, bool) {
	i = r.Skip(i, "a", "an", "the")
	if v, at, ok := form.AnyValue(r, i, len(r.Tokens)); ok {
		return fmt.Sprint(v), at, true
	}
	name := text.Noun(r.At(i))
	named := slices.ContainsFunc(r.Mail.Known.Drivers, func(d quote.Driver) bool { return name == text.Fold(d.GivenName) || name == text.Fold(d.Surname) })
	return name, text.Between(i, i+1), named && name != ""
}

// isKnownAs reports whether the known application has the value at a path.
func isKnownAs(r *claims.Sheet, path, value string) bool {
	raw, ok := r.Mail.Known.Get(path)
	return ok && text.Fold(unquoted(raw)) == text.Fold(value)
}

func unquoted(value []byte) string { return strings.Trim(string(value), `"`) }

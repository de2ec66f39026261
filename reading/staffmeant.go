package reading

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"ppamaild/quote"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// meaning is what a reader of staff's words goes by besides. To staff, "she" may be the
// customer, who in a mail of their own is "I".
type meaning struct {
	of   int  // of people: whom a pronoun means that stands for nobody named before
	used bool // there is such a pronoun
	fits bool // and it can mean that person
}

// staffReading reads what staff state. Nothing where that depends on whom "her" means and
// more than one could be meant, or nobody.
func staffReading(in Input, facts map[string]quote.Fact) []quote.Fact {
	var found []quote.Fact
	for k := range max(len(in.Known.Drivers), 1) {
		r := newReader(in)
		r.meant = &meaning{of: k, fits: true}
		sexes(r.sheet, facts)
		run(r)
		read, conflicts := resolve(r.sheet)
		if understood := r.meant.fits && len(conflicts) == 0 && isAllUnderstood(r.sheet) && replaces(r.garage, read); understood {
			if found != nil && !reflect.DeepEqual(found, read) {
				return nil
			}
			found = read
		}
		if !r.meant.used {
			break
		}
	}
	return found
}

// sexes takes over what the words for a relative say that staff may mean: "my husband".
func sexes(r *sheet, facts map[string]quote.Fact) {
	for k, p := range r.people {
		for w := range strings.FieldsSeq(strings.ToLower(facts[fmt.Sprintf("drivers[%d].relationship", k)].Words)) {
			if kin, ok := find.Kinds()[text.Noun(strings.Trim(w, "(),:;."))]; ok {
				p.gender = kin.Gender
			}
		}
	}
}

// pronounOfStaff finds the person for "he" or "she" in the words of staff: the last named person,
// or the person under trial.
func pronounOfStaff(r *party, gender byte, i int) (int, int, bool) {
	if find.IsKin(r.Text, i+1) {
		return 0, i, false // "her husband"
	}
	if i > 0 && r.lone[i-1] > everybody && len(r.crews[r.lone[i-1]]) == 1 {
		if k := r.crews[r.lone[i-1]][0]; r.people[k].mayBeOf(gender) {
			return r.crews.of(k), i + 1, true
		}
	}
	r.meant.used = true
	r.meant.fits = r.meant.fits && r.people[r.meant.of].mayBeOf(gender)
	return r.crews.of(r.meant.of), i + 1, true
}

// mayBeOf reports whether p can be of a sex; 0 is any.
func (p *person) mayBeOf(gender byte) bool {
	return gender == 0 || p.gender == 0 || p.gender == gender
}

// isStaffsOnly reports whether m in staff's words can only be v, the one car of the case,
// which has a VIN and no name so far.
func isStaffsOnly(r *sheet, v *vehicle, m find.Mention) bool {
	return r.meant != nil && v.known >= 0 && len(r.in.Known.Vehicles) == 1 && (v.year == 0 || m.Year == 0 || v.year == m.Year) &&
		!r.Has(text.Between(r.Sentence(m.I).I, m.I), "one more")
}

// replaces reports whether each "not 3/4/1985" and each "not Ada" names a value that one of
// the facts takes the place of, and none makes a second spouse.
func replaces(r *garage, facts []quote.Fact) bool {
	for _, c := range r.Cues["not"] {
		old, _, ok := replacedAt(r.sheet, c.J)
		if mentionedAt(r, r.Skip(c.J, "a", "an", "the")) >= 0 {
			return false // "an Accord, not a Civic" is one car or two
		}
		if ok && !slices.ContainsFunc(facts, func(f quote.Fact) bool { return isKnownAs(r.sheet, f.Path, old) }) {
			return false
		}
	}
	spouses := 0
	for _, p := range r.people {
		if p.relation == quote.Spouse {
			spouses++
		}
	}
	return spouses < 2
}

// replacedAt reads the value behind "not": a date, a number, or the name of somebody known.
func replacedAt(r *sheet, i int) (string, text.Span, bool) {
	i = r.Skip(i, "a", "an", "the")
	if v, at, ok := anyValue(r, i, len(r.Tokens)); ok {
		return fmt.Sprint(v), at, true
	}
	name := text.Noun(r.At(i))
	named := slices.ContainsFunc(r.in.Known.Drivers, func(d quote.Driver) bool { return name == text.Fold(d.GivenName) || name == text.Fold(d.Surname) })
	return name, text.Between(i, i+1), named && name != ""
}

// isKnownAs reports whether a path has had a value so far.
func isKnownAs(r *sheet, path, value string) bool {
	raw, ok := r.in.Known.Get(path)
	var body string
	if json.Unmarshal(raw, &body) != nil {
		body = string(raw)
	}
	return ok && text.Fold(body) == text.Fold(value)
}

package spelling

import (
	"regexp"
	"slices"
	"strings"

	"ppamaild/lazy"
)

// Name is the name of a person, with words folded like Words. Key compares names.
type Name struct {
	Given  []string
	Family []string // the only word of a name with one word
}

var (
	titles = lazy.Set(`mr mrs ms miss mx dr prof rev hon`)
	ranks  = lazy.Set(`jr sr ii iii iv esq md phd`)
	// particles begin a family name of several words.
	particles = lazy.Set(`van von der den de del della di da dos du la le bin st o mc mac`)
)

// ParseName parses "Mary A. Henderson", "Henderson, Mary", "Mrs. Henderson" and "the
// Hendersons". It omits middle initials, titles and suffixes such as "Jr.".
func ParseName(s string) Name {
	before, after, comma := strings.Cut(s, ",")
	first, second := nameWords(before), nameWords(after)
	switch {
	case comma && len(second) > 0 && len(first) > 0:
		return Name{Given: second, Family: first}
	case len(first) == 0:
		return Name{}
	case len(first) == 2 && first[0] == "the":
		return Name{Family: []string{strings.TrimSuffix(first[1], "s")}}
	}
	at := len(first) - 1
	for i := 1; i < at; i++ {
		if particles.Has(first[i]) {
			at = i
		}
	}
	given := slices.DeleteFunc(first[:at:at], func(w string) bool { return len(w) == 1 && w != first[0] })
	return Name{Given: given, Family: first[at:]}
}

func nameWords(s string) []string {
	return slices.DeleteFunc(strings.Fields(Words(s)), func(w string) bool { return titles.Has(w) || ranks.Has(w) })
}

// Full reports whether the name can identify a person: it has a family name, and a given name
// that is more than an initial.
func (n Name) Full() bool { return len(n.Given) > 0 && len(n.Given[0]) > 1 && len(n.Family) > 0 }

// Key returns the first given name and the family name, such as "mary henderson". All
// spellings of a full name have the same key. Key returns "" if the name is not full.
func (n Name) Key() string {
	if !n.Full() {
		return ""
	}
	return n.Given[0] + " " + n.FamilyKey()
}

// FamilyKey returns the words of the family name.
func (n Name) FamilyKey() string { return strings.Join(n.Family, " ") }

// Pattern returns a pattern that matches the name in the result of Sentences. The name may
// have either order, with up to two words between given and family name ("Mary and John
// Henderson"). If the name is not full, the pattern matches the family name, also in the
// plural. Pattern must not be called for the zero Name.
func (n Name) Pattern() *regexp.Regexp {
	family := regexp.QuoteMeta(n.FamilyKey())
	if !n.Full() {
		return regexp.MustCompile(` (?:` + family + `)s? `)
	}
	given := regexp.QuoteMeta(n.Given[0])
	return regexp.MustCompile(` (?:` + given + `(?: [\pL\pN]+){0,2} ` + family + `s?|` + family + ` ` + given + `) `)
}

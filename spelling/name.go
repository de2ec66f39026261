package spelling

import (
	"regexp"
	"slices"
	"strings"
)

// Name is a person's name, its words folded as Words does. It is comparable by Key.
type Name struct {
	Given  []string
	Family []string // all there is, where a name is one word
}

var (
	titles = set("mr", "mrs", "ms", "miss", "mx", "dr", "prof", "rev", "hon")
	ranks  = set("jr", "sr", "ii", "iii", "iv", "esq", "md", "phd")
	// particles begin a family name that has more words than its last.
	particles = set("van", "von", "der", "den", "de", "del", "della", "di", "da", "dos", "du", "la", "le", "bin", "st", "o", "mc", "mac")
)

func set(words ...string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

// ParseName reads "Mary A. Henderson", "Henderson, Mary", "Mrs. Henderson" and "the
// Hendersons". Initials in the middle, titles and what follows a name ("Jr.") are left out.
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
		if particles[first[i]] {
			at = i
		}
	}
	given := slices.DeleteFunc(first[:at:at], func(w string) bool { return len(w) == 1 && w != first[0] })
	return Name{Given: given, Family: first[at:]}
}

func nameWords(s string) []string {
	return slices.DeleteFunc(strings.Fields(Words(s)), func(w string) bool { return titles[w] || ranks[w] })
}

// Full reports whether the name can stand for one person: a given name that is more
// than an initial, and a family name.
func (n Name) Full() bool { return len(n.Given) > 0 && len(n.Given[0]) > 1 && len(n.Family) > 0 }

// Key is the same for all spellings of a full name: its first given name and its family
// name, "mary henderson". "" where the name is not full.
func (n Name) Key() string {
	if !n.Full() {
		return ""
	}
	return n.Given[0] + " " + n.FamilyKey()
}

// FamilyKey is the family name's words.
func (n Name) FamilyKey() string { return strings.Join(n.Family, " ") }

// Pattern matches the name where it stands in what Sentences gave: in either order, with
// up to two more words between given and family name ("Mary and John Henderson"). Of a
// name that is not full it matches the family name, also of several of the family. It is
// not for the zero Name.
func (n Name) Pattern() *regexp.Regexp {
	family := regexp.QuoteMeta(n.FamilyKey())
	if !n.Full() {
		return regexp.MustCompile(` (?:` + family + `)s? `)
	}
	given := regexp.QuoteMeta(n.Given[0])
	return regexp.MustCompile(` (?:` + given + `(?: [\pL\pN]+){0,2} ` + family + `s?|` + family + ` ` + given + `) `)
}

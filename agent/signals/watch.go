package signals

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"

	"ppamaild/lazy"
	"ppamaild/lazyregexp"
	"ppamaild/spelling"
)

// Sighting is a sentence that staff must look at, such as a sentence about another driver.
type Sighting struct {
	Kind  string // a section of data/watch.txt
	Words string // the sentence, verbatim
}

// Watched has the sentences of a text that staff must look at.
type Watched struct {
	Sightings []Sighting // matches of data/watch.txt; the lists are broad, because staff judge
	// Residents are matches of data/residents.txt: people of driving age who live with the customer
	// or drive a car. The kind is the relationship to the customer. Sentences that say what to do
	// about the person are left out.
	Residents []Sighting
	// Settles reports that the text says what to do about other people at home, such as to leave
	// them out, or that no other person lives there or drives.
	Settles bool
}

// Watch finds the sentences of a text that staff must look at.
func Watch(text string) (w Watched) {
	var people []Sighting
	for _, s := range sentencesOf(text) {
		before := len(people)
		w.Sightings = s.add(w.Sightings, watched.Get())
		people = s.add(people, residents.Get())
		if before > 0 && s.leavesOut(people[before:], w.Sightings) {
			people = append(people, Sighting{settled, people[before-1].Words})
		}
	}
	for _, s := range people {
		if slices.Contains(people, Sighting{settled, s.Words}) {
			w.Settles = true
		} else {
			w.Residents = append(w.Residents, s)
		}
	}
	return w
}

// leavesOut reports whether a sentence leaves out the person of the sentence before: "Not him."
func (s saying) leavesOut(own, seen []Sighting) bool {
	names := func(p Sighting) bool { return p.Kind != settled }
	isPronoun := func(word string) bool { return slices.Contains(pronouns.Get(), word) }
	return !slices.ContainsFunc(own, names) && slices.ContainsFunc(s.words, isPronoun) &&
		slices.Contains(seen, Sighting{"excluded", s.written})
}

var pronouns = lazy.Value[[]string]{New: func() []string {
	return strings.Fields("him her lo la dejelo dejela incluirlo incluirla ponerlo ponerla")
}}

// settled is the section of data/residents.txt about people who need no question.
const settled = "settled"

// maxBytes limits the text that Watch reads. Package reading has the same limit.
const maxBytes = 64 << 10

// saying is a sentence, as written and as folded words.
type saying struct {
	written string
	words   []string
}

// Sentences returns the sentences of a text, verbatim.
func Sentences(text string) (all []string) {
	for _, s := range sentencesOf(text) {
		all = append(all, s.written)
	}
	return all
}

func sentencesOf(text string) (all []saying) {
	text = text[:min(len(text), maxBytes)]
	for _, s := range sentence.FindAllString(wrapped.ReplaceAllString(text, "$1 $2"), -1) {
		all = append(all, saying{strings.TrimSpace(s),
			strings.Fields(spelling.Words(unmarked.Replace(s)))})
	}
	return all
}

// add adds a sighting for each kind with signs in the sentence.
func (s saying) add(found []Sighting, kinds []watchedKind) []Sighting {
	for _, kind := range kinds {
		if kind.signs.in(s.words) && !kind.unless.in(s.words) {
			found = append(found, Sighting{kind.name, s.written})
		}
	}
	return found
}

// wrapped matches a line end inside a sentence.
var wrapped = lazyregexp.MustCompile(`([^\n.!?:]{40}) *\n *(\pL|\d)`)

// unmarked drops apostrophes: "don't" is a word, and so is the noun of a possessive.
var unmarked = lazy.Replacing("'s ", " ", "’s ", " ", "'", "", "’", "")

// watchedKind is a section of data/watch.txt.
type watchedKind struct {
	name          string
	signs, unless phrases
}

//go:embed data/watch.txt
var watchText string

//go:embed data/residents.txt
var residentsText string

var (
	watched   = lazy.Value[[]watchedKind]{New: func() []watchedKind { return kindsOf(watchText) }}
	residents = lazy.Value[[]watchedKind]{New: func() []watchedKind { return kindsOf(residentsText) }}
)

// kindsOf reads the sections of a file of lists.
func kindsOf(lists string) (kinds []watchedKind) {
	sets := map[string]string{}
	for line := range strings.Lines(lists) {
		line = strings.TrimSpace(line)
		name, words, _ := strings.Cut(line, ":")
		switch last := len(kinds) - 1; {
		case line == "" || line[0] == '#':
		case line[0] == '@' && words != "":
			sets[name] = strings.Join(strings.Fields(words), "/")
		case line[0] == '[':
			kinds = append(kinds, watchedKind{strings.Trim(line, "[]"), phrases{}, phrases{}})
		case strings.HasPrefix(line, "- "):
			kinds[last].unless.add(line[2:], sets)
		default:
			kinds[last].signs.add(line, sets)
		}
	}
	return kinds
}

// phrases maps the first word of a phrase to the places of the phrase. The key "" has the phrases
// that do not begin with a fixed word.
type phrases map[string][][]place

// place is a place for a word in a phrase.
type place struct {
	words    []string // any, if empty
	shape    *regexp.Regexp
	optional bool
	gap      bool // up to maxGap words
}

const maxGap = 6

func (p phrases) add(phrase string, sets map[string]string) {
	var all []place
	for word := range strings.FieldsSeq(phrase) {
		at := place{gap: word == ".."}
		for one := range strings.SplitSeq(word, "/") {
			switch set, is := sets[one]; {
			case one == "~":
				at.optional = true
			case is:
				at.words = append(at.words, strings.Split(set, "/")...)
			case one[0] == '<':
				at.shape = regexp.MustCompile("^(?:" + strings.Trim(one, "<>") + ")$")
			case !at.gap:
				folded := strings.TrimSpace(spelling.Words(unmarked.Replace(one)))
				at.words = append(at.words, folded)
			}
		}
		all = append(all, at)
	}
	first := all[0]
	if len(first.words) == 0 || first.shape != nil || first.optional {
		p[""] = append(p[""], all)
		return
	}
	for _, word := range first.words {
		p[word] = append(p[word], all)
	}
}

// in reports whether a phrase is in a sentence.
func (p phrases) in(words []string) bool {
	anywhere := p[""]
	for i, word := range words {
		fits := func(phrase []place) bool { return follow(phrase, words[i:]) }
		if slices.ContainsFunc(p[word], fits) || slices.ContainsFunc(anywhere, fits) {
			return true
		}
	}
	return false
}

// follow reports whether words begin with a phrase.
func follow(phrase []place, words []string) bool {
	if len(phrase) == 0 {
		return true
	}
	at, rest := phrase[0], phrase[1:]
	switch {
	case at.gap:
		for n := 0; n <= min(maxGap, len(words)); n++ {
			if follow(rest, words[n:]) {
				return true
			}
		}
		return false
	case at.optional && follow(rest, words):
		return true
	}
	return len(words) > 0 && at.fits(words[0]) && follow(rest, words[1:])
}

func (p place) fits(word string) bool {
	return len(p.words) == 0 && p.shape == nil || slices.Contains(p.words, word) ||
		p.shape != nil && p.shape.MatchString(word)
}

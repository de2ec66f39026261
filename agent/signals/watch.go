package signals

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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
	Sightings []Sighting // matches of data/watch.txt
	// Residents are matches of data/residents.txt: people of driving age who live with the customer
	// or drive a car. The kind is the relationship to the customer. Sentences that say what to do
	// about the person are left out.
	Residents []Sighting
	// Settles reports that the text says what to do about other people at home, such as to leave
	// them out, or that no other person lives there or drives.
	Settles bool
	// Late has the sentences that take off a person who died, which needs no exclusion form.
	Late []string
}

// Watch finds the sentences of a text that staff must look at.
func Watch(text string) (w Watched) {
	var people []Sighting
	var last saying
	for _, s := range sentencesOf(text) {
		before := len(people)
		w.Sightings = s.add(w.Sightings, watched.Get())
		if last.words = slices.Concat(last.words, s.words); last.takesOffLate(s) {
			w.Late, last = append(w.Late, s.written), saying{}
		} else {
			last = s
		}
		people = s.add(people, residents.Get())
		said := noSpouse.ReplaceAllString(s.written, "")
		if namedSpouse.MatchString(said) && len(people) == before {
			people = append(people, Sighting{"spouse", s.written})
		}
		if before > 0 && s.leavesOut(people[before:], w.Sightings) {
			people = append(people, Sighting{settled, people[before-1].Words})
		}
	}
	w.Sightings = slices.DeleteFunc(w.Sightings, func(s Sighting) bool {
		return s.Kind == "late" || s.Kind == "excluded" && slices.Contains(w.Late, s.Words)
	})
	for _, s := range people {
		if slices.Contains(people, Sighting{settled, s.Words}) {
			w.Settles = true
		} else {
			w.Residents = append(w.Residents, s)
		}
	}
	return w
}

const aSpouse = `\b(?:wife|husband|spouse|espos[ao]|marido)\b`

// namedSpouse matches a spouse with a name: "Wife Nora", "Spouse: Nora", "Nora (wife)".
var namedSpouse = lazyregexp.MustCompile(`(?i:` + aSpouse + `(?:[^\pL\pN'’]{1,3}|` +
	` (?:is|es|se llama|named|called) ))\p{Lu}\pL+|\p{Lu}\pL+ ?(?:[(=]| (?i:is|es) )` +
	` ?(?i:(?:my |mi )?` + aSpouse + `)`)

// noSpouse matches words that name no spouse: "Spouse: None", "Spouse Name:", "my wife's".
var noSpouse = lazyregexp.MustCompile(`(?i)\b(?:ex|late|former)[ -]` + aSpouse + `|` +
	aSpouse + `(?:['’]s\b|[^\pL\pN]{1,3}(?:no|none|not|na|if|single|unmarried|divorced|` +
	`separated|widow\w*|deceased|ningun[oa])\b|` +
	` (?:name|dob|date of birth|license)\b[\W_]*(?:n/?a|none)?[\W_]*$)`)

// takesOffLate reports whether the words of two sentences say that a person died and is taken off.
func (s saying) takesOffLate(second saying) bool {
	return slices.ContainsFunc(second.words, isPronoun) &&
		slices.Contains(s.add(nil, watched.Get()), Sighting{"late", s.written})
}

// leavesOut reports whether a sentence leaves out the person of the sentence before: "Not him."
func (s saying) leavesOut(own, seen []Sighting) bool {
	names := func(p Sighting) bool { return p.Kind != settled }
	return !slices.ContainsFunc(own, names) && slices.ContainsFunc(s.words, isPronoun) &&
		slices.Contains(seen, Sighting{"excluded", s.written})
}

func isPronoun(word string) bool { return slices.Contains(pronouns.Get(), word) }

var pronouns = lazy.Value[[]string]{New: func() []string {
	return strings.Fields("him her lo la dejelo dejela incluirlo incluirla ponerlo ponerla " +
		"quitelo quitela quitenlo quitenla saquelo saquela saquenlo saquenla")
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
	for _, s := range sentences(unwrapped(text)) {
		all = append(all, saying{strings.TrimSpace(s),
			strings.Fields(spelling.Words(unmarked.Replace(s)))})
	}
	return all
}

// add adds a sighting for each kind with signs in the sentence.
func (s saying) add(found []Sighting, list *watchList) []Sighting {
	shown := list.signs.in(s.words)
	if shown != 0 {
		shown &^= list.unless.in(s.words)
	}
	for i, kind := range list.kinds {
		if shown&(1<<i) != 0 {
			found = append(found, Sighting{kind, s.written})
		}
	}
	return found
}

// wholeLine is the number of characters behind a stop that make a line end part of a sentence.
const wholeLine = 40

// unwrapped joins the lines of each sentence.
func unwrapped(text string) string {
	var b strings.Builder
	done := 0 // the length of the text in b
	for end := range len(text) {
		if text[end] != '\n' {
			continue
		}
		next := strings.TrimLeft(text[end+1:], " ")
		first, size := utf8.DecodeRuneInString(next)
		line := text[done:end]
		line = line[strings.LastIndexAny(line, "\n.!?:")+1:]
		kept := len(strings.TrimRight(line, " "))
		kept += max(0, wholeLine-utf8.RuneCountInString(line[:kept]))
		if kept > len(line) || !unicode.IsLetter(first) && !isNumber(next) {
			continue
		}
		b.WriteString(text[done:end-len(line)+kept] + " " + next[:size])
		done = len(text) - len(next) + size
	}
	return b.String() + text[done:]
}

// unmarked drops apostrophes: "don't" is a word, and so is the noun of a possessive.
var unmarked = lazy.Replacing("'s ", " ", "’s ", " ", "'", "", "’", "")

//go:embed data/watch.txt
var watchText string

//go:embed data/residents.txt
var residentsText string

var (
	watched   = lazy.Value[*watchList]{New: func() *watchList { return readList(watchText) }}
	residents = lazy.Value[*watchList]{New: func() *watchList { return readList(residentsText) }}
)

// watchList is a file of lists. Each section has a kind.
type watchList struct {
	kinds         []string
	signs, unless phrases
}

// readList reads a file of lists.
func readList(lists string) *watchList {
	l, sets := &watchList{signs: phrases{}, unless: phrases{}}, map[string]string{}
	for line := range strings.Lines(lists) {
		line = strings.TrimSpace(line)
		name, words, _ := strings.Cut(line, ":")
		switch kind := len(l.kinds) - 1; {
		case line == "" || line[0] == '#':
		case line[0] == '@' && words != "":
			sets[name] = strings.Join(strings.Fields(words), "/")
		case line[0] == '[':
			l.kinds = append(l.kinds, strings.Trim(line, "[]"))
		case strings.HasPrefix(line, "- "):
			l.unless.add(kind, line[2:], sets)
		default:
			l.signs.add(kind, line, sets)
		}
	}
	return l
}

// phrases maps the first word of a phrase to the phrase. The key anyNumber has the phrases that
// begin with a number, and "" has the phrases that may begin with any word.
type phrases map[string][]phrase

const anyNumber = "#"

// phrase is a sign of a kind, or against a kind.
type phrase struct {
	kind   int
	places []place
}

// place is a place for a word in a phrase.
type place struct {
	words    []string // any, if empty
	shape    *regexp.Regexp
	number   bool // shape matches only numbers
	optional bool
	gap      bool // up to maxGap words
}

const maxGap = 6

func (p phrases) add(kind int, words string, sets map[string]string) {
	var all []place
	for word := range strings.FieldsSeq(words) {
		at := place{gap: word == ".."}
		for one := range strings.SplitSeq(word, "/") {
			switch set, is := sets[one]; {
			case one == "~":
				at.optional = true
			case is:
				at.words = append(at.words, strings.Split(set, "/")...)
			case one[0] == '<':
				at.number = !strings.Contains(one, `\w`)
				at.shape = regexp.MustCompile("^(?:" + strings.Trim(one, "<>") + ")$")
			case !at.gap:
				folded := strings.TrimSpace(spelling.Words(unmarked.Replace(one)))
				at.words = append(at.words, folded)
			}
		}
		all = append(all, at)
	}
	switch first := all[0]; {
	case first.number:
		p[anyNumber] = append(p[anyNumber], phrase{kind, all})
	case first.shape != nil, first.optional, first.gap:
		p[""] = append(p[""], phrase{kind, all})
	}
	for _, word := range all[0].words {
		p[word] = append(p[word], phrase{kind, all})
	}
}

// in returns the kinds of the phrases in a sentence, a bit each.
func (p phrases) in(words []string) (kinds uint) {
	add := func(phrases []phrase, words []string) {
		for _, f := range phrases {
			if kinds&(1<<f.kind) == 0 && follow(f.places, words) {
				kinds |= 1 << f.kind
			}
		}
	}
	anywhere, numbers := p[""], p[anyNumber]
	for i, word := range words {
		add(p[word], words[i:])
		add(anywhere, words[i:])
		if isNumber(word) {
			add(numbers, words[i:])
		}
	}
	return kinds
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
		p.shape != nil && (!p.number || isNumber(word)) && p.shape.MatchString(word)
}

func isNumber(word string) bool { return word != "" && '0' <= word[0] && word[0] <= '9' }

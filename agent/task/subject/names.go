package subject

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"ppamaild/lazyregexp"
	"ppamaild/reading"
)

//go:embed words.txt
var plain string

//go:embed openers.txt
var openers string

// plainWords are the words of words.txt, and what else names nobody.
func plainWords(nobody []string) map[string]bool {
	known := wordsOf(plain)
	for _, text := range nobody {
		for w := range strings.FieldsFuncSeq(strings.ToLower(text),
			func(r rune) bool { return !unicode.IsLetter(r) }) {
			known[w], known[w+"s"] = true, true
		}
	}
	return known
}

// wordsOf are the words of a list, without its comments.
func wordsOf(list string) map[string]bool {
	words := make(map[string]bool)
	for line := range strings.Lines(list) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for w := range strings.FieldsSeq(line) {
			words[w] = true
		}
	}
	return words
}

// opening are the words of openers.txt: a capital that only begins a sentence makes no name of
// them.
var opening = sync.OnceValue(func() map[string]bool { return wordsOf(openers) })

// word is a word of a text, with what tells whether it may be of a name.
type word struct {
	text      string // without a possessive 's
	lower     string
	starts    bool // a sentence or a line
	apart     bool // something parts it from the word before
	possessed bool // "Mary's", "the Hendersons'"
}

var wordIn = lazyregexp.MustCompile(`\pL[\pL\pM]*(?:['’-]\pL[\pL\pM]*)*\.?['’]?`)

// titles stand before names, and their full stop ends no sentence.
var titles = []string{"mr", "mrs", "ms", "miss", "dr"}

// split parts a text into words.
func split(text string) []word {
	var all []word
	last := 0
	for _, at := range wordIn.FindAllStringIndex(text, -1) {
		gap := text[last:at[0]]
		w := word{text: text[at[0]:at[1]], starts: len(all) == 0 || isEnd(gap, text[:last]),
			apart: strings.TrimSpace(gap) != ""}
		last = at[1]
		stopped := strings.HasSuffix(w.text, ".")
		if w.text = strings.TrimRight(w.text, ".'’"); stopped && len([]rune(w.text)) > 1 &&
			!slices.Contains(titles, strings.ToLower(w.text)) {
			last-- // the stop is for the next gap to see
		}
		for _, end := range []string{"'s", "’s"} {
			if cut, is := strings.CutSuffix(w.text, end); is {
				w.text, w.possessed = cut, true
			}
		}
		w.possessed = w.possessed || strings.HasSuffix(text[at[0]:at[1]], "'") ||
			strings.HasSuffix(text[at[0]:at[1]], "’")
		w.lower = strings.ToLower(w.text)
		w.starts = w.starts || strings.ContainsAny(gap, ".!?:\"“")
		all = append(all, w)
	}
	return all
}

// wrapped is how long a line is that goes on in the next one.
const wrapped = 50

// isEnd reports whether what stands between two words ends a line that is no part of a
// longer one.
func isEnd(gap, before string) bool {
	if n := strings.Count(gap, "\n"); n != 1 {
		return n > 1
	}
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return len(line) < wrapped || strings.TrimSpace(gap) != ""
}

func (w word) isCapital() bool {
	first, size := utf8.DecodeRuneInString(w.text)
	return unicode.IsUpper(first) &&
		(w.text[size:] == "" || strings.ContainsFunc(w.text[size:], unicode.IsLower))
}

// particles are words in lower case within names.
var particles = []string{"van", "von", "der", "den", "de", "del", "della", "di", "da", "dos", "du",
	"la", "le", "bin"}

// firms are the last words of names of businesses.
var firms = []string{
	"appraisals", "associates", "bank", "body", "clinic", "co", "company", "construction",
	"contractors", "corp", "corporation", "electric",
	"glass", "group", "heating", "hospital", "inc", "landscaping", "llc", "llp", "ltd", "motors",
	"mutual", "plumbing", "post", "printing",
	"repair", "roofing", "services", "solutions", "supplies", "supply", "towing",
}

// streets are the last words of names of streets.
var streets = []string{"avenue", "ave", "boulevard", "blvd", "court", "drive", "highway", "lane",
	"place", "road", "rd", "row", "street", "way"}

// names reads people and businesses in what is left of a text. What is written as a name and
// taken for none is untaken; a street is none.
func names(text string, nobody []string) (people, vendors, untaken []string) {
	words, known := split(text), plainWords(nobody)
	for i := 0; i < len(words); {
		end := run(words, i, known)
		if end == i {
			i++
			continue
		}
		name := strings.Join(texts(words[i:end]), " ")
		switch {
		case slices.Contains(streets, words[end-1].lower):
		case isFirm(words[i:end]):
			vendors = once(vendors, name)
		case end-i > 1 && reading.KnownName(name) == "":
			people = once(people, name)
		case end-i == 1 && sharedName(words, i, known) != "":
			people = once(people, name+" "+sharedName(words, i, known))
		case end-i == 1 && isVendor(words, i):
			vendors = once(vendors, name)
		case end-i == 1 && isFamily(words, i):
			people = once(people, singular(words, i))
		case seemsName(words, i):
			untaken = once(untaken, name)
		}
		i = end
	}
	return people, vendors, untaken
}

// seemsName reports whether words that were taken for no name are written as one: with a
// capital that begins no sentence. What stands behind the make of a car is its model.
func seemsName(words []word, i int) bool {
	return !words[i].starts &&
		(i == 0 || words[i].apart || reading.KnownName(words[i-1].text) == "")
}

// run returns the end of the capitalised words from i on that may be one name; i where
// they are none. What begins a sentence with a plain word is no part of it.
func run(words []word, i int, known map[string]bool) int {
	if end := coupled(words, i); end > i {
		return end
	}
	if !isPart(words, i, known) {
		return i
	}
	end := i + 1
	for end < len(words) && words[end].goesOn(words[end-1]) {
		next := end
		for next < len(words)-1 && slices.Contains(particles, words[next].text) &&
			words[next+1].goesOn(words[next]) {
			next++
		}
		if !isPart(words, next, known) {
			break
		}
		end = next + 1
	}
	return throughFirm(words, end)
}

// coupled is the end of a business's name that is coupled by "and" to a word which no name is
// by itself: "Print and Post". It may be of plain words; i where there is none.
func coupled(words []word, i int) int {
	if i+2 >= len(words) || !words[i].isCapital() || words[i].starts || words[i+1].lower != "and" {
		return i
	}
	last := words[i+2]
	if words[i+1].goesOn(words[i]) && last.goesOn(words[i+1]) && last.isCapital() &&
		slices.Contains(firms, last.lower) {
		return i + 3
	}
	return i
}

// goesOn reports whether nothing parts a word from the one before.
func (w word) goesOn(before word) bool { return !w.apart && !w.starts && !before.possessed }

// givenToo are plain words that are given names as well.
var givenToo = []string{"april", "august", "bill", "june", "may", "will"}

// isPart reports whether a word may be one of a name.
func isPart(words []word, i int, known map[string]bool) bool {
	w := words[i]
	if !w.isCapital() || slices.Contains(titles, w.lower) ||
		w.starts && opening()[plainly(w.lower)] || reading.KnownName(w.text) != "" {
		return false
	}
	if !known[w.lower] {
		return true
	}
	return slices.Contains(givenToo, w.lower) && !w.starts && i+1 < len(words) &&
		words[i+1].goesOn(w) && words[i+1].isCapital() && !known[words[i+1].lower]
}

// plainly is a word with its apostrophe as openers.txt has it.
func plainly(w string) string { return strings.ReplaceAll(w, "’", "'") }

// throughFirm is the end of a name that goes on, be it by plain words, to one that marks
// a business: "Clearview Auto Glass".
func throughFirm(words []word, end int) int {
	for next := end; next < min(end+3, len(words)) && words[next].goesOn(words[next-1]) &&
		words[next].isCapital(); next++ {
		if slices.Contains(firms, words[next].lower) {
			return next + 1
		}
	}
	return end
}

// sharedName is the family name of Grace in "Grace and Walter Henderson"; "" where there
// is none.
func sharedName(words []word, i int, known map[string]bool) string {
	if i+3 >= len(words) || words[i+1].lower != "and" || words[i].possessed {
		return ""
	}
	end := run(words, i+2, known)
	if end-i-2 < 2 || isFirm(words[i+2:end]) {
		return ""
	}
	return strings.Join(texts(words[i+3:end]), " ")
}

// isFirm reports whether a name is one of a business, by its last word.
func isFirm(name []word) bool {
	return len(name) > 1 && slices.Contains(firms, name[len(name)-1].lower)
}

// isVendor reports whether a single capitalised word is who bills us: "invoices from
// Clearview", "the vendor Clearview".
func isVendor(words []word, i int) bool {
	if i < 2 || words[i].apart {
		return false
	}
	before, two := words[i-1].lower, words[i-2].lower
	return before == "vendor" ||
		before == "from" && slices.Contains([]string{"bill", "bills", "invoice", "invoices"}, two)
}

// cues stand before a family name that is alone.
var cues = []string{"about", "for", "with", "on", "of", "by", "and", "client", "customer",
	"insured", "contact", "family", "not", "also", "only"}

// isFamily reports whether a single capitalised word is a family: "the Hendersons",
// "Mr. Henderson", "the Henderson family", "about Henderson". What begins a sentence
// needs more than its capital.
func isFamily(words []word, i int) bool {
	if i+1 < len(words) && words[i+1].lower == "family" && !words[i+1].apart {
		return true
	}
	if i == 0 || words[i].apart {
		return false
	}
	before := words[i-1].lower
	switch {
	case slices.Contains(titles, before):
		return true
	case before == "the":
		return strings.HasSuffix(words[i].lower, "s")
	}
	return !words[i].starts && slices.Contains(cues, before) &&
		!slices.Contains(firms, words[i].lower)
}

// singular is the family name of "the Hendersons" and "the Joneses".
func singular(words []word, i int) string {
	name := words[i].text
	if i == 0 || words[i-1].lower != "the" || i+1 < len(words) && words[i+1].lower == "family" {
		return name
	}
	for _, end := range []string{"ses", "xes", "zes", "ches", "shes"} {
		if strings.HasSuffix(name, end) {
			return strings.TrimSuffix(name, "es")
		}
	}
	return strings.TrimSuffix(name, "s")
}

func texts(words []word) []string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = w.text
	}
	return all
}

func once(list []string, name string) []string {
	if slices.ContainsFunc(list, same(name)) {
		return list
	}
	return append(list, name)
}

package subject

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ppamaild/lazy"
	"ppamaild/lazyregexp"
	"ppamaild/reading"
)

//go:embed words.txt
var wordsText string

//go:embed openers.txt
var openersText string

// plainWords returns the words that are no names: the words of words.txt and of the other texts.
func plainWords(others []string) map[string]bool {
	known := wordsOf(wordsText)
	for _, text := range others {
		for w := range strings.FieldsFuncSeq(strings.ToLower(text),
			func(r rune) bool { return !unicode.IsLetter(r) }) {
			known[w], known[w+"s"] = true, true
		}
	}
	return known
}

// wordsOf returns the words of a list, without its comments.
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

// openers are the words of openers.txt. At the start of a sentence, such a word is no name.
var openers = lazy.Value[map[string]bool]{New: func() map[string]bool { return wordsOf(openersText) }}

// word is a word of a text with its context for names.
type word struct {
	text      string // without the possessive 's
	lower     string
	starts    bool // starts a sentence or a line
	apart     bool // separated from the word before
	possessed bool // "Mary's", "the Hendersons'"
}

var wordIn = lazyregexp.MustCompile(`\pL[\pL\pM]*(?:['’-]\pL[\pL\pM]*)*\.?['’]?`)

// titles precede names, and their period ends no sentence.
var titles = []string{"mr", "mrs", "ms", "miss", "dr"}

// split splits a text into words.
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
			last-- // leave the period for the next gap
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

// wrapped is the length of a line that continues on the next line.
const wrapped = 50

// isEnd reports whether the text between two words ends a line that does not continue.
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

// particles are lower-case words within names.
var particles = []string{"van", "von", "der", "den", "de", "del", "della", "di", "da", "dos", "du",
	"la", "le", "bin"}

// firms are the last words in names of businesses.
var firms = []string{
	"appraisals", "associates", "bank", "body", "clinic", "co", "company", "construction",
	"contractors", "corp", "corporation", "electric",
	"glass", "group", "heating", "hospital", "inc", "landscaping", "llc", "llp", "ltd", "motors",
	"mutual", "plumbing", "post", "printing",
	"repair", "roofing", "services", "solutions", "supplies", "supply", "towing",
}

// streets are the last words in names of streets.
var streets = []string{"avenue", "ave", "boulevard", "blvd", "court", "drive", "highway", "lane",
	"place", "road", "rd", "row", "street", "way"}

// names reads people and businesses in the rest of a text. Text that looks like a name but is
// none joins untaken. Streets are no names.
func names(text string, notNames []string) (people, vendors, untaken []string) {
	words, known := split(text), plainWords(notNames)
	for i := 0; i < len(words); {
		end := run(words, i, known)
		if end == i {
			i++
			continue
		}
		name := strings.Join(texts(words[i:end]), " ")
		switch {
		case slices.Contains(streets, words[end-1].lower):
		case isBusiness(words[i:end]):
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

// seemsName reports whether rejected words look like a name: a capital that starts no sentence. A
// word after the make of a car is its model.
func seemsName(words []word, i int) bool {
	return !words[i].starts &&
		(i == 0 || words[i].apart || reading.KnownName(words[i-1].text) == "")
}

// run returns the end of the capitalized words from i that may be a name; i for no name. A plain
// word at the start of a sentence is no part of a name.
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
	return businessName(words, end)
}

// coupled returns the end of a business name joined by "and" to a word that is no name: "Print
// and Post". The words may be plain. It returns i for none.
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

// goesOn reports whether nothing separates a word from the word before.
func (w word) goesOn(before word) bool { return !w.apart && !w.starts && !before.possessed }

// givenToo are plain words that are also given names.
var givenToo = []string{"april", "august", "bill", "june", "may", "will"}

// isPart reports whether a word may be part of a name.
func isPart(words []word, i int, known map[string]bool) bool {
	w := words[i]
	if !w.isCapital() || slices.Contains(titles, w.lower) ||
		w.starts && openers.Get()[plainly(w.lower)] || reading.KnownName(w.text) != "" {
		return false
	}
	if !known[w.lower] {
		return true
	}
	return slices.Contains(givenToo, w.lower) && !w.starts && i+1 < len(words) &&
		words[i+1].goesOn(w) && words[i+1].isCapital() && !known[words[i+1].lower]
}

// plainly returns a word with the apostrophe of openers.txt.
func plainly(w string) string { return strings.ReplaceAll(w, "’", "'") }

// businessName returns the end of a name that continues to the last word of a business:
// "Clearview Auto Glass".
func businessName(words []word, end int) int {
	for next := end; next < min(end+3, len(words)) && words[next].goesOn(words[next-1]) &&
		words[next].isCapital(); next++ {
		if slices.Contains(firms, words[next].lower) {
			return next + 1
		}
	}
	return end
}

// sharedName returns the family name of Grace in "Grace and Walter Henderson", or "".
func sharedName(words []word, i int, known map[string]bool) string {
	if i+3 >= len(words) || words[i+1].lower != "and" || words[i].possessed {
		return ""
	}
	end := run(words, i+2, known)
	if end-i-2 < 2 || isBusiness(words[i+2:end]) {
		return ""
	}
	return strings.Join(texts(words[i+3:end]), " ")
}

// isBusiness reports whether the last word of a name marks a business.
func isBusiness(name []word) bool {
	return len(name) > 1 && slices.Contains(firms, name[len(name)-1].lower)
}

// isVendor reports whether a single capitalized word is a vendor: "invoices from Clearview", "the
// vendor Clearview".
func isVendor(words []word, i int) bool {
	if i < 2 || words[i].apart {
		return false
	}
	before, two := words[i-1].lower, words[i-2].lower
	return before == "vendor" ||
		before == "from" && slices.Contains([]string{"bill", "bills", "invoice", "invoices"}, two)
}

// cues precede a single family name.
var cues = []string{"about", "for", "with", "on", "of", "by", "and", "client", "customer",
	"insured", "contact", "family", "not", "also", "only"}

// isFamily reports whether a single capitalized word is a family: "the Hendersons", "Mr.
// Henderson", "the Henderson family", "about Henderson". At the start of a sentence, a capital is
// not enough.
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

// singular returns the family name of "the Hendersons" and "the Joneses".
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

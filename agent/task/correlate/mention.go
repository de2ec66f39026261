package correlate

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"ppamaild/lazy"
	"ppamaild/spelling"
)

// lexicon has the values of fields that texts may mention.
type lexicon struct {
	phrases map[string][]key // by words, separated by spaces
	longest map[string]int   // longest phrase by first word
	numbers map[string][]key
	written map[key]map[string]bool // spellings of one-word vendors
}

// newLexicon omits surnames, because a surname without a phone or an address identifies no one.
func newLexicon(mentions map[key][]mention) *lexicon {
	l := &lexicon{make(map[string][]key), make(map[string]int), make(map[string][]key),
		make(map[key]map[string]bool)}
	for k, list := range mentions {
		switch {
		case k.by == ByPolicy || k.by == ByInvoice:
			l.numbers[k.value] = append(l.numbers[k.value], k)
		case k.by == ByVendor:
			l.phrase(k.value, k)
			if !strings.Contains(k.value, " ") {
				l.written[k] = spellings(list)
			}
		case k.by == ByPerson && !list[0].isHousehold:
			given, family, _ := strings.Cut(k.value, " ")
			l.phrase(k.value, k)
			l.phrase(family+" "+given, k)
		}
	}
	return l
}

func spellings(list []mention) map[string]bool {
	written := make(map[string]bool)
	for _, m := range list {
		written[strings.TrimSpace(m.raw)] = true
	}
	return written
}

func (l *lexicon) phrase(words string, k key) {
	first, _, _ := strings.Cut(words, " ")
	l.phrases[words] = append(l.phrases[words], k)
	l.longest[first] = max(l.longest[first], strings.Count(words, " ")+1)
}

// text adds the mentions in the text of a record: addresses, phones, and names and numbers that a
// field of some record has.
func (x *index) text(e *entry, known *lexicon) {
	text := e.Fields["subject"] + "\n\n" + e.Text
	if strings.Contains(text, "@") {
		for _, found := range emailForm.FindAllString(text, -1) {
			x.add(key{ByEmail, normalEmail(found)}, mention{entry: e, raw: found, inText: true})
		}
	}
	for _, found := range phonesIn(text) {
		x.add(key{ByPhone, normalPhone(found)}, mention{entry: e, raw: found, inText: true})
	}
	for _, k := range known.phrasesIn(text) {
		x.add(k, mention{entry: e, inText: true})
	}
	for _, k := range known.numbersIn(text) {
		x.add(k, mention{entry: e, inText: true})
	}
}

func phonesIn(text string) []string {
	var phones []string
	for hasPhone(text) {
		at := phoneForm.FindStringSubmatchIndex(text)
		if at == nil {
			return phones
		}
		phones = append(phones, text[at[2]:at[3]])
		text = text[at[3]:]
	}
	return phones
}

// hasPhone is a quick test for most texts: a phone number ends in four digits.
func hasPhone(text string) bool {
	run := 0
	for i := range len(text) {
		if run++; text[i] < '0' || text[i] > '9' {
			run = 0
		}
		if run == 4 {
			return true
		}
	}
	return false
}

// phrasesIn returns the names in a text, each within a sentence.
func (l *lexicon) phrasesIn(text string) []key {
	var found []key
	seen := make(map[key]bool)
	words := strings.TrimPrefix(spelling.Sentences(text), " ")
	for words != "" {
		first, rest, _ := strings.Cut(words, " ")
		end := 0
		for range l.longest[first] {
			next := strings.IndexByte(words[end:], ' ')
			if next < 0 {
				break
			}
			end += next
			for _, k := range l.phrases[words[:end]] {
				if !seen[k] && l.sure(k, text) {
					found = append(found, k)
				}
				seen[k] = true
			}
			end++
		}
		words = rest
	}
	return found
}

// sure excludes a one-word vendor with another spelling: "apple" is no vendor.
func (l *lexicon) sure(k key, text string) bool {
	written, oneWord := l.written[k]
	if !oneWord {
		return true
	}
	for w := range written {
		if w != strings.ToLower(w) && strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// cues precede a number that is too short to be certain.
var cues = lazy.Set("invoice inv bill policy number no nr num")

// numbersIn returns the policies and invoices in a text: "INV-2291", "INV 2291" or "invoice #91".
// A part of a longer number does not count.
func (l *lexicon) numbersIn(text string) []key {
	var found []key
	before := ""
	for run := range strings.FieldsFuncSeq(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-/.#_", r)
	}) {
		if run = strings.Trim(run, "-/.#_"); strings.ContainsFunc(run, unicode.IsDigit) {
			number := strings.ReplaceAll(spelling.Words(run), " ", "")
			if isCertain(number) || cues.Has(before) {
				found = append(found, l.numbers[number]...)
			}
			if before != "" && isCertain(before+number) {
				found = append(found, l.numbers[before+number]...)
			}
			before = number
			continue
		}
		before = strings.ToLower(run)
	}
	return found
}

// isCertain reports whether a number needs no cue.
func isCertain(number string) bool {
	return utf8.RuneCountInString(number) >= 4 && strings.ContainsFunc(number, unicode.IsLetter) ||
		len(number) >= 6
}

package questions

import (
	"cmp"
	_ "embed"
	"regexp"
	"slices"
	"strings"

	"ppamaild/agent/signals"
	"ppamaild/lazy"
	"ppamaild/lazyregexp"
	"ppamaild/quote"
)

//go:embed requests.txt
var requestsText string

// requests are the lines of requests.txt by name.
var requests = lazy.Value[map[string][]*regexp.Regexp]{New: func() map[string][]*regexp.Regexp {
	return patternsOf(requestsText, "")
}}

const (
	// maxOpen limits the open requests of a mail.
	maxOpen = 8
	// maxRead limits the bytes of a mail that Open reads. Package reading has the same limit.
	maxRead = 64 << 10
	// orderStart is the number of bytes that decide whether a part begins like an order.
	orderStart = 120
)

// Mail is a mail with requests, and the answers to these requests.
type Mail struct {
	Text  string
	Facts []quote.Fact // values from the mail
	Said  []string     // notes to staff
	Asked []string     // questions that the draft answers
	Taken int          // changes in the last answer, if the mail takes a change; or 0
}

// Open returns the requests and the questions of a mail without an answer: no fact, no question
// and no note has these words. Staff see the open requests, so that none is lost.
func Open(m Mail) (open []string) {
	text, known := unwrapped(m.Text[:min(len(m.Text), maxRead)]), m.plainWords()
	if strings.Contains(text, ">") {
		text = quoted.ReplaceAllString(text, "")
	}
	for _, s := range sentence.FindAllString(text, -1) {
		for _, c := range clauses(s) {
			has := func(q string) bool { return strings.Contains(q, strings.TrimSpace(c.words)) }
			if slices.ContainsFunc(m.Asked, has) {
				continue
			}
			for _, part := range orders(c.words) {
				words, asked := folded(part), isAsked(part) || isAsked(s) && opens(part)
				if len(open) < maxOpen && isRequest(words, asked) && !known.answers(part, words) {
					open = append(open, strings.TrimSpace(cmp.Or(c.context, part)))
				}
			}
		}
	}
	return open
}

// isRequest reports whether a part of a sentence asks for more than a quote or an answer. asked
// reports whether the part is a question.
func isRequest(words string, asked bool) bool {
	return (asked || isAsking(words) || asks(words, "order")) && !asks(words, "plain") &&
		(!asks(words, "routine") || asks(words, "unusual"))
}

// Merge adds the questions in more to known, without repetitions and answered questions.
func Merge(known, more []string, answered []Question) []string {
	for _, q := range more {
		same := func(other string) bool {
			return signals.Contains(other, q) || signals.Contains(q, other)
		}
		if !slices.ContainsFunc(known, same) &&
			!slices.ContainsFunc(answered, func(a Question) bool { return same(a.Words) }) {
			known = append(known, q)
		}
	}
	return known
}

// IsPlain reports whether each quote, or each mail with questions, answers a question: "Could you
// quote these two for us?", "What do you need from me?"
func IsPlain(question string) bool { return asks(folded(question), "plain") }

// isAsking reports whether words may ask for something.
func isAsking(words string) bool {
	has := func(sign string) bool { return strings.Contains(words, sign) }
	return slices.ContainsFunc(signsOfAsking, has) && asks(words, "asks")
}

// signsOfAsking are in all words that match a line "asks" of requests.txt. Most words have no sign.
var signsOfAsking = []string{"please", "pls", "plz", "por favor", "sure", "like", "would", "wanna",
	"rather", "can ", "could", "will ", "want", "need", "pref", "quier", "quer",
	"quis", "necesit", "gustar", "pued", "podr", "cuanto", "how much"}

// asks reports whether words match a line of requests.txt.
func asks(words, name string) bool {
	return slices.ContainsFunc(requests.Get()[name],
		func(p *regexp.Regexp) bool { return p.MatchString(words) })
}

// isOrder reports whether words begin like an order.
func isOrder(words string) bool {
	return asks(folded(words[:min(len(words), orderStart)]), "order")
}

// orders splits a sentence before each part that begins like an order.
func orders(s string) (all []string) {
	begin := 0
	for _, at := range parts.FindAllStringIndex(s, -1) {
		if at[0] > begin && isOrder(s[at[1]:]) {
			all = append(all, s[begin:at[0]])
			begin = at[1]
		}
	}
	return append(all, s[begin:])
}

// quoted matches a line with our words.
var quoted = lazyregexp.MustCompile(`(?m)^>.*$`)

var parts = lazyregexp.MustCompile(
	`(?i)[,;:] (?:(?:and|but|or|also|then|please|y|pero|por favor) )*|` +
		` (?:and|but|or|y|pero)(?: also| then| please)? `)

// folded is a text in lower case, without accents and marks at the ends.
func folded(words string) string {
	return strings.Trim(unaccented.Replace(signals.Normalize(words)), " ¿¡.!?,;:>-*•\"")
}

var unaccented = lazy.Replacing("á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u", "ñ", "n",
	"ſ", "s", "'", "")

// plainWords returns a mail with its notes and the words of its facts as plain words.
func (m Mail) plainWords() Mail {
	m.Said, m.Facts = slices.Clone(m.Said), slices.Clone(m.Facts)
	for i, said := range m.Said {
		m.Said[i] = plainWords(folded(said))
	}
	for i, f := range m.Facts {
		m.Facts[i].Words = plainWords(folded(f.Words))
	}
	return m
}

// answers reports whether a part of the mail has an answer in m, a mail of plain words. Only the
// removal of a value answers a part that takes something off. No value answers a question for a
// price.
func (m Mail) answers(part, words string) bool {
	if m.Taken > 0 && (signals.TakesChange(part) || signals.TakesCheaper(part) ||
		signals.ChosenChanges(part, m.Taken) != nil) {
		return true
	}
	said := plainWords(words)
	if slices.ContainsFunc(m.Said, func(note string) bool { return overlap(note, said) }) {
		return true
	}
	takesOff := asks(words, "takes off")
	return !asks(words, "price") && slices.ContainsFunc(m.Facts, func(f quote.Fact) bool {
		v := string(f.Value)
		return (!takesOff || v == "" || v == "false" || v == "0") && overlap(f.Words, said)
	})
}

// plainWords returns the words of a text with one space before and after each word.
func plainWords(text string) string { return notWords.ReplaceAllString(" "+text+" ", " ") }

// overlap reports whether one of two texts of plain words has the words of the other.
func overlap(a, b string) bool {
	return len(a) > 3 && len(b) > 3 && (strings.Contains(a, b) || strings.Contains(b, a))
}

// notWords matches the marks between words.
var notWords = lazyregexp.MustCompile(`[^\pL\d$]+`)

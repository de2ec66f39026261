package quoting

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/lazyregexp"
	"ppamaild/templates"
)

// Some copy our questions into their own text, or answer on the quoted line behind one:
// "2. For how many years have you been licensed to drive? 27". What we asked is known, so what
// is ours can be told from what is theirs.

// repeatedQuestion is a question that the customer was asked last, and its number.
type quotedQuestion struct {
	templates.Question
	number int
	name   bool           // it asks for a name, as which any word may be taken
	at     *regexp.Regexp // it, with its number and with why it is asked, however it is wrapped; nil where it can't be told from other words
}

// longestRepeating is how many bytes a text has at most in which our questions are looked for: it
// costs more than time linear in that, and nobody who answers writes as much.
const maxQuotedScan = 64 << 10

// marksBetween are what people put between a question and its answer.
const marksBetween = " \t>*=-–—:|→"

// apartFromQuestions is a text in which each of our last questions stands on a quoted line of
// its own, with its number, and what stands behind it on the line below. Quoted questions of
// an older mail lose their numbers, which are those of other questions by now.
func separateQuestions(s *agent.State, text string, words letters.Words) string {
	if len(text) > maxQuotedScan {
		return text
	}
	asked := lastQuestions(s, words)
	for _, q := range asked {
		if q.at != nil {
			text = q.separate(text)
		}
	}
	if len(asked) == 0 || !strings.Contains(text, ">") {
		return text
	}
	return numberedQuote.ReplaceAllStringFunc(text, func(line string) string {
		m := numberedQuote.FindStringSubmatch(line)
		n, _ := strconv.Atoi(m[1])
		if n < 1 || n > len(asked) || asked[n-1].at == nil ||
			strings.HasPrefix(m[2], asked[n-1].line()) {
			return line
		}
		return "> " + m[2]
	})
}

// numberedQuote matches a quoted line with a number.
var numberedQuote = lazyregexp.MustCompile(`(?m)^>[ \t]*\(?(\d{1,2})[.):][ \t]+(.*)$`)

// line is a question on one line.
func (q quotedQuestion) line() string { return strings.Join(strings.Fields(q.Text), " ") }

// lastQuestions are what the customer was asked last.
func lastQuestions(s *agent.State, words letters.Words) (asked []quotedQuestion) {
	pad := s.AgentScratchpad
	for i, path := range pad.Asked {
		q := quotedQuestion{Question: s.Inquiry().Question(path, pad.Ask.Check, words),
			number: i + 1, name: strings.HasSuffix(path, "name")}
		if words := strings.Fields(q.Text); len(words) > 3 && strings.Contains(q.Text, "?") {
			why := ""
			if q.Why != "" {
				why = `(?:` + wrap + wrappedPattern(strings.Fields(q.Why)) + `)?`
			}
			q.at = regexp.MustCompile(`(?i)(?:\(?\b\d{1,2}\s*[.):-]+\s*)?` + wrappedPattern(words) + `(` + why + `)`)
		}
		asked = append(asked, q)
	}
	return asked
}

// anyWrapped is an expression for words with any white space between them, in a quotation too.
func wrappedPattern(words []string) string {
	for i, w := range words {
		words[i] = strings.ReplaceAll(regexp.QuoteMeta(w), "'", "['’]")
	}
	return strings.Join(words, wrap)
}

// wrap matches what parts two words, in a quotation too.
const wrap = `[\s\x{a0}]+(?:>[\s\x{a0}]*)*`

// apart puts a question on a line of its own wherever a text repeats it.
func (q quotedQuestion) separate(text string) string {
	var out strings.Builder
	for {
		at := q.at.FindStringSubmatchIndex(text)
		if at == nil {
			return out.String() + text
		}
		begin := strings.LastIndexByte(text[:at[0]], '\n') + 1
		head, quoted := strings.Trim(text[begin:at[0]], marksBetween+"•"),
			strings.HasPrefix(text[begin:], ">")
		if nestedQuote.MatchString(text[begin:at[0]]) {
			out.WriteString(text[:at[1]]) // what that mail quotes itself
			text = text[at[1]:]
			continue
		}
		ours := fmt.Sprintf("> %d. %s\n", q.number, q.line())
		if at[3] > at[2] && quoted {
			ours += "> " + q.Why + "\n"
		}
		if head != "" && quoted {
			ours = "> " + head + "\n" + ours
		} else if head != "" {
			ours = head + "\n" + ours
		}
		out.WriteString(text[:begin] + ours)
		text = q.answerAfter(text[at[1]:], quoted)
	}
}

// deeper matches the mark of a line that a quoted mail quotes.
var nestedQuote = regexp.MustCompile(`^>[ \t]*>`)

// answer is a text behind a question, without what parts the two.
func (q quotedQuestion) answerAfter(text string, quoted bool) string {
	line, rest, _ := strings.Cut(text, "\n")
	if line = strings.TrimLeft(line, marksBetween); line != "" {
		return line + "\n" + rest
	}
	if q.name || quoted {
		return rest
	}
	return strings.TrimLeft(rest, " \t\n")
}

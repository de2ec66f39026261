// Package inline separates the answers of a customer from the questions around them. Some customers
// copy the questions into their text, or answer on the quoted line: "2. For how many years have
// you been licensed to drive? 27". The text of each question is known.
package inline

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

// question is a question of the last mail to the customer.
type question struct {
	templates.Question
	number int
	name   bool           // asks for a name; any word may be the answer
	at     *regexp.Regexp // matches the question, its number and its reason across lines; nil for a short question
}

// maxQuotedScan is the largest text, in bytes, that is searched for questions. The search is
// slower than linear, and answers are shorter.
const maxQuotedScan = 64 << 10

// marksBetween are characters that people put between a question and the answer.
const marksBetween = " \t>*=-–—:|→"

// Separate puts each of the last questions on a quoted line with its number, and the
// answer on the next line. It removes the numbers of quoted older questions, because these
// numbers now belong to other questions.
func Separate(s *agent.State, text string, words letters.Words) string {
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
		n, _ := strconv.Atoi(m[1]) // two digits at most
		if n < 1 || n > len(asked) || asked[n-1].at == nil ||
			strings.HasPrefix(m[2], asked[n-1].line()) {
			return line
		}
		return "> " + m[2]
	})
}

// numberedQuote matches a quoted line with a number.
var numberedQuote = lazyregexp.MustCompile(`(?m)^>[ \t]*\(?(\d{1,2})[.):][ \t]+(.*)$`)

// line returns a question on one line.
func (q question) line() string { return strings.Join(strings.Fields(q.Text), " ") }

// lastQuestions returns the questions in the last mail to the customer.
func lastQuestions(s *agent.State, words letters.Words) (asked []question) {
	pad := s.AgentScratchpad
	for i, path := range pad.Asked {
		q := question{Question: s.Inquiry().Question(path, pad.Ask.Check, words),
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

// wrappedPattern matches words with any white space or quote marks between them.
func wrappedPattern(words []string) string {
	for i, w := range words {
		words[i] = strings.ReplaceAll(regexp.QuoteMeta(w), "'", "['’]")
	}
	return strings.Join(words, wrap)
}

// wrap matches white space between two words, also across quoted lines.
const wrap = `[\s\x{a0}]+(?:>[\s\x{a0}]*)*`

// separate puts each copy of the question on a line of its own.
func (q question) separate(text string) string {
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
			out.WriteString(text[:at[1]]) // a quotation within the quotation
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

// nestedQuote matches the start of a line quoted twice.
var nestedQuote = lazyregexp.MustCompile(`^>[ \t]*>`)

// answerBetween matches blank lines below a quoted question, and the answer, up to the next quoted
// line. Many mail programs leave blank lines around an answer.
var answerBetween = lazyregexp.MustCompile(
	`^(?:>?[ \t]*\n)+((?:[ \t]*[^>\s][^\n]*\n)+(?:[ \t]*\n)*>)`)

// answerAfter removes the characters between a question and the answer.
func (q question) answerAfter(text string, quoted bool) string {
	line, rest, _ := strings.Cut(text, "\n")
	if line = strings.TrimLeft(line, marksBetween); line != "" {
		return line + "\n" + rest
	}
	if quoted {
		return answerBetween.ReplaceAllString(rest, "$1")
	}
	if q.name {
		return rest
	}
	return strings.TrimLeft(rest, " \t\n")
}

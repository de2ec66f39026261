package agent

import (
	"fmt"
	"regexp"
	"strings"

	"ppamaild/templates"
)

// Some copy our questions into their own text, or answer on the quoted line behind one:
// "2. For how many years have you been licensed to drive? 27". What we asked is known, so what
// is ours can be told from what is theirs.

// repeatedQuestion is a question that the customer was asked last, and its number.
type repeatedQuestion struct {
	templates.Question
	number int
	name   bool           // it asks for a name, as which any word may be taken
	at     *regexp.Regexp // it, with its number and with why it is asked, however it is wrapped
}

// marksBetween are what people put between a question and its answer.
const marksBetween = " \t>*=-–—:|→"

// apartFromQuestions is a text in which each of our last questions stands on a quoted line of
// its own, with its number, and what stands behind it on the line below.
func (s *State) apartFromQuestions(text string) string {
	for _, q := range s.lastQuestions() {
		text = q.apart(text)
	}
	return text
}

// lastQuestions are what the customer was asked last.
func (s *State) lastQuestions() (asked []repeatedQuestion) {
	pad := s.AgentScratchpad
	es := s.language(pad.Ask.Language) == "es"
	for i, path := range pad.Asked {
		q := repeatedQuestion{Question: question(s, path, pad.Ask.Check, es), number: i + 1, name: strings.HasSuffix(path, "name")}
		if words := strings.Fields(q.Text); len(words) > 3 && strings.Contains(q.Text, "?") {
			why := ""
			if q.Why != "" {
				why = `(?:\s+(?:>\s*)*` + anyWrapped(strings.Fields(q.Why)) + `)?`
			}
			q.at = regexp.MustCompile(`(?i)(?:\(?\b\d{1,2}\s*[.):-]+\s*)?` + anyWrapped(words) + why)
			asked = append(asked, q)
		}
	}
	return asked
}

// anyWrapped is an expression for words with any white space between them, in a quotation too.
func anyWrapped(words []string) string {
	for i, w := range words {
		words[i] = strings.ReplaceAll(regexp.QuoteMeta(w), "'", "['’]")
	}
	return strings.Join(words, `\s+(?:>\s*)*`)
}

// apart puts a question on a line of its own wherever a text repeats it.
func (q repeatedQuestion) apart(text string) string {
	var out strings.Builder
	for {
		at := q.at.FindStringIndex(text)
		if at == nil {
			return out.String() + text
		}
		begin := strings.LastIndexByte(text[:at[0]], '\n') + 1
		head, behind := text[begin:at[0]], text[at[1]:]
		ours := text[begin:at[1]]
		if !strings.HasPrefix(ours, ">") {
			ours = fmt.Sprintf("> %d. %s", q.number, strings.Join(strings.Fields(q.Text), " "))
			if head = strings.Trim(head, marksBetween+"•"); head != "" {
				ours = head + "\n" + ours
			}
		}
		out.WriteString(text[:begin] + ours + "\n")
		text = q.answer(behind, strings.HasPrefix(text[begin:], ">"))
	}
}

// answer is a text behind a question, without what parts the two.
func (q repeatedQuestion) answer(text string, quoted bool) string {
	line, rest, _ := strings.Cut(text, "\n")
	if line = strings.TrimLeft(line, marksBetween); line != "" {
		return line + "\n" + rest
	}
	if q.name || quoted {
		return rest
	}
	return strings.TrimLeft(rest, " \t\n")
}

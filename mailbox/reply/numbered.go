package reply

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"ppamaild/lazyregexp"
)

// minAnswers is the minimum number of answers with numbers of quoted lines. A single number
// may mean anything.
const minAnswers = 2

// byNumber returns the quoted mail with questions, each line marked with ">", followed by a
// blank line and the author's text. Numbered answers follow the quoted line with the same
// number instead.
func (r Reply) byNumber() string {
	below := r.asking()
	if r.Text == "" {
		return r.answeredInside(below)
	}
	if len(below) == 0 {
		return r.Text
	}
	asked := numbered(below)
	var out []string
	answered := map[string]bool{} // lines of the quoted mail
	for _, l := range answers(r.Text, asked) {
		if question := asked[l.number]; question != nil {
			out = append(out, question...)
			for _, q := range question {
				answered[q] = true
			}
		}
		out = append(out, l.text)
	}
	below = slices.DeleteFunc(below, func(q string) bool { return answered[q] })
	if len(below) > 0 {
		below = append(below, "")
	}
	return strings.Join(append(below, out...), "\n")
}

// asking returns the lines of the first quoted mail with questions, each marked with ">".
// Quotations inside that mail are left out.
func (r Reply) asking() []string {
	for _, s := range r.Segments {
		if s.Kind != Quote || !strings.Contains(s.Text, "?") && !numberedLine.MatchString(s.Text) {
			continue
		}
		inside := r.announces()
		var lines []string
		for l := range strings.Lines(s.Text) {
			depth, rest := unquote(l)
			rest = strings.Trim(rest, " \t\r\n|")
			switch {
			case depth > 1:
			case inside && depth == 0 && answersLine(lines, rest):
				lines = append(lines, rest)
			default:
				for _, question := range splitQuestions(rest) {
					lines = append(lines, strings.TrimSpace("> "+question))
				}
			}
		}
		if inside {
			return strings.Split(splitAnswers(strings.Join(lines, "\n"), inside), "\n")
		}
		return lines
	}
	return nil
}

// splitQuestions splits a line with several numbered questions, "1. Name? 2. Birth date?",
// before each number.
func splitQuestions(line string) []string {
	n, _ := numberOf(line)
	if n == 0 {
		return []string{line}
	}
	var parts []string
	from := 0
	for _, m := range nextNumber.FindAllStringSubmatchIndex(line, -1) {
		if next, _ := strconv.Atoi(line[m[2]:m[3]]); next == n+1 {
			parts, from, n = append(parts, strings.TrimSpace(line[from:m[2]])), m[2], next
		}
	}
	return append(parts, line[from:])
}

// nextNumber matches the number of the next question within a line, after the end of a
// question.
var nextNumber = lazyregexp.MustCompile(`[?.;]\s+(\d{1,2})[.)]\s`)

var numberedLine = lazyregexp.MustCompile(`(?m)^[> \t]*\(?\d{1,2}[.)]\s`)

// numbered returns the quoted lines by their number, each with its continuation lines. Repeated
// numbers are left out.
func numbered(lines []string) map[int][]string {
	asked, last := map[int][]string{}, 0
	twice := map[int]bool{}
	for _, l := range lines {
		rest := strings.TrimSpace(strings.TrimPrefix(l, ">"))
		n, _ := numberOf(rest)
		switch {
		case n > 0:
			twice[n] = twice[n] || asked[n] != nil
			last, asked[n] = n, []string{l}
		case rest == "":
			last = 0
		case last > 0:
			asked[last] = append(asked[last], l)
		}
	}
	maps.DeleteFunc(asked, func(n int, _ []string) bool { return twice[n] })
	return asked
}

// answer is a part of the author's text, with the number of the answered question or 0.
type answer struct {
	number int
	text   string
}

// answers splits a text into lines, and splits lines with several numbered answers. Each number
// counts once. With fewer than minAnswers numbers, no number counts.
func answers(text string, asked map[int][]string) []answer {
	var all []answer
	found := map[int]bool{}
	for l := range strings.SplitSeq(text, "\n") {
		parts := answersOnLine(l, asked)
		if n, rest := numberOf(l); parts == nil && asked[n] != nil && rest != "" {
			parts = []answer{{n, rest}}
		}
		if parts == nil || slices.ContainsFunc(parts, func(a answer) bool { return found[a.number] }) {
			parts = []answer{{0, l}}
		}
		for _, a := range parts {
			if a.number > 0 {
				found[a.number] = true
			}
		}
		all = append(all, parts...)
	}
	if len(found) < minAnswers {
		return []answer{{0, text}}
	}
	return all
}

// Patterns before and after the number of an answer.
const (
	beforeNumber = `(?:(?:re|to|for|on|as\s+to|as\s+for|a\s+la|para\s+la|a)\s+)?(?:(?:questions?|quest|item|answer|ans|number|num|no|nr|pregunta|respuesta|punto|q|a|#)\.?\s*#?\s*)?`
	afterNumber  = `(?:\s*(?:\.-|[.):=]|[-–—]{1,2}\s)|\s+(?:is|are|was|would\s+be|put|es|son)\s)`
)

var (
	// answerAtStart matches a number at the beginning of a line: "2. …", "(2) …", "Q2: …", "To
	// no. 2: …".
	answerAtStart = lazyregexp.MustCompile(`(?i)^\s*[(\[]?` + beforeNumber + `(\d{1,2})\s*(?:\.-|[.):;/=\]]+|[-–—]{1,2})(?:\s+|$)`)
	// answerInLine matches the number of an answer within a line: "Yes to 1, 2 is 9 miles".
	answerInLine = lazyregexp.MustCompile(`(?i)(?:^|[\s,;.(])(?:(?:and|y)\s+)?(?:(yes|yep|no|nope|s[ií])\s+)?` + beforeNumber + `(\d{1,2})(?:` + afterNumber + `|([,;.]|$))\s*`)
)

// numberOf returns the number at the beginning of a line such as "2. …", "(2) …" or "To no. 2:
// …", and the text after. Without a number, numberOf returns 0.
func numberOf(line string) (int, string) {
	m := answerAtStart.FindStringSubmatchIndex(line)
	if m == nil {
		return 0, ""
	}
	n, _ := strconv.Atoi(line[m[2]:m[3]]) // two digits at most
	return n, strings.TrimSpace(line[m[1]:])
}

// answersOnLine splits a line with several answers, "1) 5/9/83 2) 19 years" or "Yes to 1, 2 is 9
// miles". For other lines answersOnLine returns nil.
func answersOnLine(line string, asked map[int][]string) []answer {
	var parts []answer
	last, open := 0, 0
	for at := 0; at < len(line); {
		m := answerInLine.FindStringSubmatchIndex(line[at:])
		if m == nil {
			break
		}
		n, _ := strconv.Atoi(line[at+m[4] : at+m[5]])           // two digits at most
		said := m[2] >= 0                                       // "Yes to 1"
		if asked[n] == nil || n <= last || !said && m[6] >= 0 { // "5 9, …"
			at += m[5]
			continue
		}
		if len(parts) > 0 {
			parts[len(parts)-1].text += line[open : at+m[0]]
		} else if strings.TrimSpace(line[:at+m[0]]) != "" {
			return nil
		}
		a := answer{number: n}
		if said {
			a.text = line[at+m[2]:at+m[3]] + " "
		}
		parts, last, at = append(parts, a), n, at+m[1]
		open = at
	}
	if len(parts) < minAnswers {
		return nil
	}
	parts[len(parts)-1].text += line[open:]
	for i := range parts {
		parts[i].text = strings.Trim(parts[i].text, " \t,;")
	}
	return parts
}

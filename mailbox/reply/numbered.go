package reply

import (
	"slices"
	"strconv"
	"strings"

	"ppamaild/lazyregexp"
)

// leastAnswers is how many answers must bear numbers of quoted lines to answer them by
// number; one alone may be anything.
const leastAnswers = 2

// byNumber is the quoted mail, where that asks for something, each line marked with ">",
// and behind a blank line the author's text; what bears the number of a quoted line stands
// below that one there.
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

// asking returns the lines of the first quoted mail that asks for something, each marked
// with ">", without what that mail quotes itself.
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
				for _, question := range apart(rest) {
					lines = append(lines, strings.TrimSpace("> "+question))
				}
			}
		}
		if inside {
			return strings.Split(beside(strings.Join(lines, "\n"), inside), "\n")
		}
		return lines
	}
	return nil
}

// apart cuts a line that asks for several things by number, "1. Name? 2. Birth date?", at
// each next number.
func apart(line string) []string {
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

// nextNumber matches the number of what is asked next within a line, behind the end of what was
// asked before.
var nextNumber = lazyregexp.MustCompile(`[?.;]\s+(\d{1,2})[.)]\s`)

var numberedLine = lazyregexp.MustCompile(`(?m)^[> \t]*\(?\d{1,2}[.)]\s`)

// numbered returns the quoted lines that begin with a number, by it, each with those that
// it goes on in. A number that several begin with is none's.
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
	for n := range twice {
		if twice[n] {
			delete(asked, n)
		}
	}
	return asked
}

// answer is a piece of the author's text, with the number of what it answers; 0: none.
type answer struct {
	number int
	text   string
}

// answers parts a text into lines, and these where they go through several questions by
// their numbers; no number counts twice, and none where fewer than leastAnswers do.
func answers(text string, asked map[int][]string) []answer {
	var all []answer
	found := map[int]bool{}
	for l := range strings.SplitSeq(text, "\n") {
		parts := running(l, asked)
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
	if len(found) < leastAnswers {
		return []answer{{0, text}}
	}
	return all
}

// What may stand before the number of an answer, and behind it.
const (
	before = `(?:(?:re|to|for|on|as\s+to|as\s+for|a\s+la|para\s+la|a)\s+)?(?:(?:questions?|quest|item|answer|ans|number|num|no|nr|pregunta|respuesta|punto|q|a|#)\.?\s*#?\s*)?`
	behind = `(?:\s*(?:\.-|[.):=]|[-–—]{1,2}\s)|\s+(?:is|are|was|would\s+be|put|es|son)\s)`
)

var (
	// atStart matches the number that a line begins with: "2. …", "(2) …", "Q2: …", "To no. 2: …".
	atStart = lazyregexp.MustCompile(`(?i)^\s*[(\[]?` + before + `(\d{1,2})\s*(?:\.-|[.):;/=\]]+|[-–—]{1,2})(?:\s+|$)`)
	// within matches one that an answer within a line begins with: "Yes to 1, 2 is 9 miles".
	within = lazyregexp.MustCompile(`(?i)(?:^|[\s,;.(])(?:(?:and|y)\s+)?(?:(yes|yep|no|nope|s[ií])\s+)?` + before + `(\d{1,2})(?:` + behind + `|([,;.]|$))\s*`)
)

// numberOf returns the number that a line such as "2. …", "(2) …" or "To no. 2: …" begins
// with, and what stands behind it; 0 where there is none.
func numberOf(line string) (int, string) {
	m := atStart.FindStringSubmatchIndex(line)
	if m == nil {
		return 0, ""
	}
	n, _ := strconv.Atoi(line[m[2]:m[3]])
	return n, strings.TrimSpace(line[m[1]:])
}

// running parts a line that answers several questions one after the other, "1) 5/9/83 2) 19
// years" or "Yes to 1, 2 is 9 miles"; nil where it does not.
func running(line string, asked map[int][]string) []answer {
	var parts []answer
	last, open := 0, 0
	for at := 0; at < len(line); {
		m := within.FindStringSubmatchIndex(line[at:])
		if m == nil {
			break
		}
		n, _ := strconv.Atoi(line[at+m[4] : at+m[5]])
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
	if len(parts) < leastAnswers {
		return nil
	}
	parts[len(parts)-1].text += line[open:]
	for i := range parts {
		parts[i].text = strings.Trim(parts[i].text, " \t,;")
	}
	return parts
}

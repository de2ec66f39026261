package review

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"ppamaild/mailbox/messageid"
)

// closing tells what may follow a word that takes no argument, for one person.
type closing struct {
	names map[string]bool // upper case
	lines map[string]bool // further lines of their signature, upper case
	email string          // upper case
}

func closingFor(who Person) closing {
	c := closing{names: map[string]bool{}, lines: map[string]bool{}, email: upper(who.Address)}
	local, _, _ := strings.Cut(who.Address, "@")
	for _, name := range []string{who.Name, strings.NewReplacer(".", " ", "_", " ").Replace(local)} {
		for _, n := range signedAs(upper(plainLine(name))) {
			if _, isWord := forms[n]; len(n) > 1 && !isWord && !refusals[n] {
				c.names[n] = true
			}
		}
	}
	for _, line := range who.Lines {
		c.lines[phraseOf(line)] = true
	}
	return c
}

// ownName returns the name that a mail program gives its user, as far as it is one: of
// somebody for whom none is configured, who signs with it all the same.
func ownName(s string) string {
	if last, first, turned := strings.Cut(s, ", "); turned {
		s = first + " " + last
	}
	words := strings.Fields(upper(plainLine(s)))
	for _, w := range words {
		_, isWord := forms[w]
		if isWord || refusals[w] || objections[w] || conditions[w] || strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune(".'-", r) }) {
			return ""
		}
	}
	const longest = 4
	if len(words) > longest {
		return ""
	}
	return strings.Join(words, " ")
}

// signedAs returns the ways in which people shorten their name below a mail:
// "DANA REYES", "DANA", "DANA R", "D. REYES", "D REYES", "DR".
func signedAs(name string) []string {
	first, last, two := strings.Cut(name, " ")
	if !two || first == "" || last == "" {
		return []string{name}
	}
	f, l := firstRune(first), firstRune(last[strings.LastIndexByte(last, ' ')+1:])
	return []string{name, first, first + " " + l, f + ". " + last, f + " " + last, f + l}
}

func firstRune(s string) string {
	_, size := utf8.DecodeRuneInString(s)
	return s[:size]
}

// refusals are words that no name makes harmless, as a local part might be one.
var refusals = set("NO", "NOT", "DONT", "STOP", "WAIT", "HOLD", "DENY", "DENIED", "DISALLOW", "DISAPPROVE", "BUT", "UNDO", "IF", "SO", "OR", "AS")

// allows reports whether every one of lines is a courtesy, the person's name, a
// line of their signature, or a reference. Titles and contact details count only
// below the name: they are a signature there and nothing anywhere else.
func (c closing) allows(lines []string) (offending string, ok bool) {
	signed := false
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		phrase := phraseOf(line)
		switch {
		case strings.Contains(plainText(line), "~~"): // crosses out what stands between two of it
			return strings.TrimSpace(line), false
		case phrase == "" && !strings.Contains(plainLine(line), "?") || isReference(line):
		case c.names[phrase], c.titledName(line):
			signed = true
		case c.polite(line, &signed) || c.lines[phrase]:
		case signed && c.signs(line):
		case bindsNothing(paragraph(lines[i:])):
			i += len(paragraph(lines[i:])) - 1
		default:
			return strings.TrimSpace(line), false
		}
	}
	return "", true
}

// cutName returns a line of names without the courtesy that it ends with: "crm, thanks".
// A name with a hyphen or a full stop within stays whole.
func (c closing) cutName(line string) string {
	return c.cut(line, func(i int) bool { return strings.IndexByte(" ,;!", line[i]) >= 0 || strings.HasPrefix(line[i+1:], " ") })
}

// cutFrom returns a line without the courtesy that it ends with: "2, thanks". What is
// nothing else stays.
func (c closing) cutFrom(line string) string {
	return c.cut(line, func(int) bool { return true })
}

// cut does so where may allows it.
func (c closing) cut(line string, may func(i int) bool) string {
	const longest = 200
	if len(line) > longest {
		return line
	}
	for i := range line {
		if i > 0 && strings.ContainsRune(" .,;!-", rune(line[i])) && may(i) {
			if _, ok := c.allows([]string{line[i:]}); ok && phraseOf(line[i:]) != "" {
				return strings.TrimRight(line[:i], " .,;!-")
			}
		}
	}
	return line
}

// polite reports whether a line is made of courtesies and names only: "Thanks,
// Dana", "Thank you Dana! Regards".
func (c closing) polite(line string, signed *bool) bool {
	if strings.Contains(plainLine(line), "?") {
		return false
	}
	for _, part := range strings.FieldsFunc(plainLine(line), func(r rune) bool { return strings.ContainsRune(".,;:!-", r) }) {
		phrase := phraseOf(part)
		if phrase == "" || courtesies[phrase] {
			continue
		}
		if c.names[phrase] || c.thanksName(phrase) {
			*signed = true
			continue
		}
		return false
	}
	return true
}

// thanksName reports whether phrase is a courtesy followed by the name.
func (c closing) thanksName(phrase string) bool {
	const longest = 120
	for i := range min(len(phrase), longest) {
		if phrase[i] == ' ' && courtesies[phrase[:i]] && c.names[phrase[i+1:]] {
			return true
		}
	}
	return false
}

// isReference reports whether a line holds a reference and nothing else but its
// label, as our prefilled answers do.
func isReference(line string) bool {
	refs := messageid.Scan(line)
	if len(refs) != 1 {
		return false
	}
	s := strings.TrimSpace(strings.TrimPrefix(upper(plainLine(line)), "REF:"))
	return s == upper(refs[0].String())
}

// phraseOf returns a line in upper case (but for letters beyond ASCII), without
// punctuation at its ends and the colors of skin that emojis have.
func phraseOf(line string) string {
	return strings.Trim(upper(plainLine(line)), " .,;:!-*_~\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")
}

package review

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ppamaild/lazy"
	"ppamaild/mailbox/messageid"
	"ppamaild/review/signature"
)

// closing describes the text that one person may put after a word without an argument.
type closing struct {
	names map[string]bool // upper case
	lines map[string]bool // more signature lines, upper case
	email string          // upper case
	known []string        // the letters and digits of remembered signatures
}

func closingFor(who Person) closing {
	c := closing{names: map[string]bool{}, lines: map[string]bool{}, email: upper(who.Address)}
	local, _, _ := strings.Cut(who.Address, "@")
	for _, text := range who.Signatures {
		c.known = append(c.known, lettersOf(text))
	}
	for _, name := range []string{who.Name, who.Shown, strings.NewReplacer(".", " ", "_", " ").Replace(local)} {
		for _, n := range signedAs(upper(normalizedLine(name))) {
			if _, isWord := forms.Get()[n]; len(n) > 1 && !isWord && !refusals.Has(n) {
				c.names[n] = true
			}
		}
	}
	for _, line := range who.Lines {
		name := phraseOf(line)
		c.lines[name] = true
		if short, is := strings.CutSuffix(name, " AGENCY"); is && strings.Contains(short, " ") {
			c.lines[short] = true // people leave out the last word
		}
	}
	return c
}

func isNoNamePart(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune(".'-", r) }

// ownName returns the display name that a mail program sends, if usable as a name. People
// without a configured name sign with the display name.
func ownName(s string) string {
	if last, first, turned := strings.Cut(s, ", "); turned {
		s = first + " " + last
	}
	words := strings.Fields(upper(normalizedLine(s)))
	for _, w := range words {
		_, isWord := forms.Get()[w]
		if isWord || refusals.Has(w) || signature.Objections.Has(w) ||
			signature.Conditions.Has(w) || strings.ContainsFunc(w, isNoNamePart) {
			return ""
		}
	}
	const longest = 4
	if len(words) > longest {
		return ""
	}
	return strings.Join(words, " ")
}

// signedAs returns the usual short forms of a name: "DANA REYES", "DANA", "DANA R", "D. REYES",
// "D REYES", "DR".
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

// refusals are never part of a name, although a local part could match.
var refusals = lazy.Set(`NO NOT DONT STOP WAIT HOLD DENY DENIED DISALLOW DISAPPROVE BUT UNDO IF SO OR AS`)

// allows reports whether each of lines is a courtesy, part of a signature, or a reference. If
// not, offending is the first other line.
func (c closing) allows(lines []string) (offending string, ok bool) {
	n := c.allowed(lines)
	if n == len(lines) {
		return "", true
	}
	return strings.TrimSpace(lines[n]), false
}

// allowed returns how many of the first lines may follow a word.
func (c closing) allowed(lines []string) int {
	signed := false
	for i := 0; i < len(lines); {
		n := c.closes(lines[i:], &signed)
		if n == 0 {
			return i
		}
		i += n
	}
	return len(lines)
}

// closes returns how many of the first lines are a courtesy, part of a signature, a reference or
// blank. signed means that the name is above.
func (c closing) closes(lines []string, signed *bool) int {
	line := lines[0]
	phrase := phraseOf(line)
	if strings.Contains(normalizedText(line), "~~") { // "~~" begins and ends struck text
		return 0
	}
	if phrase == "" && !strings.Contains(normalizedLine(line), "?") || isReference(line) {
		return 1
	}
	if n := c.remembered(lines); n > 0 {
		*signed = true
		return n
	}
	if c.polite(line, signed) || c.lines[phrase] || isDeviceLine(line) {
		return 1
	}
	if n := c.block(lines, *signed); n > 0 {
		*signed = true
		return n
	}
	notice := paragraph(lines)
	if signature.IsNotice(upper(normalizedLine(strings.Join(notice, " ")))) {
		return len(notice)
	}
	return 0
}

// paragraph returns the lines before the first blank line, up to the length of a signature.
func paragraph(lines []string) []string {
	lines = lines[:min(len(lines), longestSignature)]
	if i := slices.IndexFunc(lines, func(l string) bool { return normalizedLine(l) == "" }); i >= 0 {
		return lines[:i]
	}
	return lines
}

// remembered returns how many of the first lines are a remembered signature.
func (c closing) remembered(lines []string) int {
	for _, known := range c.known {
		written := ""
		for i := 0; i < len(lines) && len(written) < len(known); i++ {
			if written += lettersOf(lines[i]); written == known && written != "" {
				return i + 1
			}
		}
	}
	return 0
}

// cutName removes a courtesy at the end of a line of names: "crm, thanks". Names with an inner
// hyphen or period stay whole.
func (c closing) cutName(line string) string {
	return c.cut(line, func(i int) bool { return strings.IndexByte(" ,;!", line[i]) >= 0 || strings.HasPrefix(line[i+1:], " ") })
}

// cutFrom removes a courtesy at the end of a line: "2, thanks".
func (c closing) cutFrom(line string) string {
	return c.cut(line, func(int) bool { return true })
}

// cut removes a courtesy at the end, at positions that may allows.
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

// polite reports whether a line consists of courtesies and names: "Thanks, Dana", "Thank you
// Dana! Regards".
func (c closing) polite(line string, signed *bool) bool {
	if strings.Contains(normalizedLine(line), "?") {
		return false
	}
	for _, part := range strings.FieldsFunc(normalizedLine(line), func(r rune) bool { return strings.ContainsRune(".,;:!-", r) }) {
		phrase := phraseOf(part)
		if phrase == "" || courtesies.Get()[phrase] {
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

// thanksName reports whether phrase is a courtesy and the name.
func (c closing) thanksName(phrase string) bool {
	const longest = 120
	for i := range min(len(phrase), longest) {
		if phrase[i] == ' ' && courtesies.Get()[phrase[:i]] && c.names[phrase[i+1:]] {
			return true
		}
	}
	return false
}

// isReference reports whether a line contains only a reference and its label, like our
// prefilled answers.
func isReference(line string) bool {
	refs := messageid.Scan(line)
	if len(refs) != 1 {
		return false
	}
	s := strings.TrimSpace(strings.TrimPrefix(upper(normalizedLine(line)), "REF:"))
	return s == upper(refs[0].String())
}

// phraseOf returns a line in upper case without outer punctuation and emoji skin tones. Letters
// beyond ASCII keep their case.
func phraseOf(line string) string {
	return strings.Trim(upper(normalizedLine(line)), " .,;:!-*_~\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")
}

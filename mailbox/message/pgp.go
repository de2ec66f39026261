package message

import "strings"

const (
	armourBegin = "-----BEGIN PGP "
	armourEnd   = "-----END PGP "
	dashes      = "-----"
)

// unarmour takes the lines of OpenPGP's armour (RFC 9580 §6.2, §7) out of text: of
// signed text the text stays, of signatures and keys nothing, and what is
// encrypted is noted. Armour that never ends stays as it is.
func (p *parser) unarmour(text string) string {
	if !strings.Contains(text, armourBegin) {
		return text
	}
	var out strings.Builder
	endless := map[string]bool{} // kinds of armour that have no end in what follows
	signed := false              // text in which a line that begins with a dash is escaped
	for text != "" {
		line, after, _ := strings.Cut(text, "\n")
		switch what := armoured(line); {
		case what == "SIGNED MESSAGE":
			signed = true
			after = afterHeaders(after)
		case what != "" && !endless[what]:
			rest, ok := p.skipArmour(after, what)
			if endless[what] = !ok; ok {
				signed, after = false, rest
				break
			}
			out.WriteString(text[:len(text)-len(after)])
		case signed && strings.HasPrefix(line, "- "):
			out.WriteString(text[2 : len(text)-len(after)])
		default:
			out.WriteString(text[:len(text)-len(after)])
		}
		text = after
	}
	return out.String()
}

// armoured returns what begins at a line of armour, or "".
func armoured(line string) string {
	what, ok := strings.CutPrefix(strings.TrimRight(line, " \t"), armourBegin)
	what, ended := strings.CutSuffix(what, dashes)
	switch what {
	case "SIGNED MESSAGE", "SIGNATURE", "MESSAGE", "PUBLIC KEY BLOCK", "PRIVATE KEY BLOCK":
		if ok && ended {
			return what
		}
	}
	return ""
}

// afterHeaders skips the headers of signed text and the empty line that ends them.
func afterHeaders(text string) string {
	for rest := text; ; {
		line, after, found := strings.Cut(rest, "\n")
		name, _, _ := strings.Cut(line, ":")
		switch {
		case strings.TrimSpace(line) == "":
			return after
		case !found, name != "Hash" && name != "Charset" && name != "Comment" && name != "Version" && name != "MessageID":
			return rest
		}
		rest = after
	}
}

// skipArmour skips to behind the end of armour, if it has one, and notes what a
// person may miss.
func (p *parser) skipArmour(text, what string) (after string, ok bool) {
	_, after, ok = strings.Cut(text, armourEnd+what+dashes)
	switch {
	case !ok:
		return "", false
	case what == "MESSAGE":
		p.seal("it is encrypted (PGP)")
	case what != "SIGNATURE":
		p.problem("a PGP key was left out of the text")
	}
	_, after, _ = strings.Cut(after, "\n")
	return after, true
}

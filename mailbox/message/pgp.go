package message

import "strings"

const (
	armorBegin = "-----BEGIN PGP "
	armorEnd   = "-----END PGP "
	dashes     = "-----"
)

// withoutArmor removes OpenPGP armor (RFC 9580 §6.2, §7) from text. Signed text stays,
// signatures and keys go, and encrypted data is noted. Armor without an end stays.
func (p *parser) withoutArmor(text string) string {
	if !strings.Contains(text, armorBegin) {
		return text
	}
	var out strings.Builder
	endless := map[string]bool{} // kinds of armor without an end in the rest
	signed := false              // in signed text, a line that begins with a dash is escaped
	for text != "" {
		line, after, _ := strings.Cut(text, "\n")
		switch what := armorType(line); {
		case what == "SIGNED MESSAGE":
			signed = true
			after = afterHeaders(after)
		case what != "" && !endless[what]:
			rest, ok := p.skipArmor(after, what)
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

// armorType returns the kind of armor that begins in line, or "".
func armorType(line string) string {
	what, ok := strings.CutPrefix(strings.TrimRight(line, " \t"), armorBegin)
	what, ended := strings.CutSuffix(what, dashes)
	switch what {
	case "SIGNED MESSAGE", "SIGNATURE", "MESSAGE", "PUBLIC KEY BLOCK", "PRIVATE KEY BLOCK":
		if ok && ended {
			return what
		}
	}
	return ""
}

// afterHeaders skips the headers of signed text and the empty line after them.
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

// skipArmor skips armor that has an end, and notes content that a person may miss.
func (p *parser) skipArmor(text, what string) (after string, ok bool) {
	_, after, ok = strings.Cut(text, armorEnd+what+dashes)
	switch {
	case !ok:
		return "", false
	case what == "MESSAGE":
		p.noteUnreadable("it is encrypted (PGP)")
	case what != "SIGNATURE":
		p.problem("a PGP key was left out of the text")
	}
	_, after, _ = strings.Cut(after, "\n")
	return after, true
}

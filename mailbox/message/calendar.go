package message

import (
	"cmp"
	"strings"
)

// invitation describes a text/calendar part (RFC 5545, RFC 5546). A program wrote the part, so
// its words are not the author's.
func invitation(calendar string) string {
	what := map[string]string{
		"REQUEST": "an invitation", "REPLY": "an answer to an invitation", "CANCEL": "the end of an invitation",
	}[strings.ToUpper(property(calendar, "METHOD"))]
	_, event, _ := strings.Cut(calendar, "BEGIN:VEVENT")
	summary := strings.NewReplacer(`\n`, " ", `\N`, " ", `\,`, ",", `\;`, ";", `\\`, `\`).Replace(property(event, "SUMMARY"))
	title := cmp.Or(clip(summary, 200), "it has no title")
	return cmp.Or(what, "a calendar entry") + " came with the message: " + title
}

// property returns the value of the first property with a name. A line continues in the next
// line that begins with a blank (RFC 5545 §3.1).
func property(calendar, name string) string {
	lines := strings.Split(calendar, "\n")
	for i, line := range lines {
		rest, found := strings.CutPrefix(line, name)
		if !found || rest == "" || rest[0] != ':' && rest[0] != ';' {
			continue
		}
		for _, next := range lines[i+1:] {
			if next == "" || !isBlank(next[0]) {
				break
			}
			rest += next[1:]
			if len(rest) > maxProperty {
				break
			}
		}
		if rest[0] == ';' { // parameters may contain a quoted colon
			rest = rest[max(0, afterParameters(rest)):]
		}
		return strings.TrimSpace(strings.TrimPrefix(rest, ":"))
	}
	return ""
}

// maxProperty is the maximum length of a shown property.
const maxProperty = 2000

func afterParameters(s string) int {
	quoted := false
	for i := range len(s) {
		switch {
		case s[i] == '"':
			quoted = !quoted
		case s[i] == ':' && !quoted:
			return i
		}
	}
	return len(s)
}

// clip returns at most n bytes of s, in whole characters.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}

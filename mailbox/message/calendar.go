package message

import (
	"cmp"
	"strings"
)

// invitation says in words what a text/calendar part is (RFC 5545, RFC 5546): it
// is written by a program, and no word of it is the author's.
func invitation(calendar string) string {
	what := map[string]string{
		"REQUEST": "an invitation", "REPLY": "an answer to an invitation", "CANCEL": "the end of an invitation",
	}[strings.ToUpper(property(calendar, "METHOD"))]
	_, event, _ := strings.Cut(calendar, "BEGIN:VEVENT")
	summary := strings.NewReplacer(`\n`, " ", `\N`, " ", `\,`, ",", `\;`, ";", `\\`, `\`).Replace(property(event, "SUMMARY"))
	return cmp.Or(what, "a calendar entry") + " came with the message: " + cmp.Or(clipped(summary, 200), "it has no title")
}

// property returns the value of the first property of that name; a line goes on in
// the next one that begins with a blank (RFC 5545 §3.1).
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
		if rest[0] == ';' { // parameters may quote a colon
			rest = rest[max(0, afterParameters(rest)):]
		}
		return strings.TrimSpace(strings.TrimPrefix(rest, ":"))
	}
	return ""
}

// maxProperty is more than is shown of any property.
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

// clipped returns at most n octets of s, whole characters.
func clipped(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}

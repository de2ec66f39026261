package agent

import (
	"strings"

	"ppamaild/lazyregexp"
)

// valueLine is a line of the form "name: value", with a short name and a short value.
var valueLine = lazyregexp.MustCompile(`^[\pL\pN_][\pL\pN_.,()\[\]'’ -]{0,80}:(?: *[^\s/]\S*(?: +\S+){0,7})?$`)

// maxNameWords bounds the name in a line "name: value".
const maxNameWords = 8

// IsValueLine reports whether a line has the form "name: value", also if no value has this
// name. A greeting, a question and a sentence have not.
func IsValueLine(line string) bool {
	line = strings.TrimSpace(line)
	name, value, _ := strings.Cut(line, ":")
	if !valueLine.MatchString(line) || greets.MatchString(name) || len(strings.Fields(name)) > maxNameWords || strings.HasSuffix(value, "?") {
		return false
	}
	isSentence := len(strings.Fields(value)) > 3 && strings.ContainsAny(value[len(value)-1:], ".!")
	return !isSentence
}

// onlyValueLines reports whether a text has only lines of the form "name: value".
func onlyValueLines(text string) bool {
	some := false
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		if !IsValueLine(line) {
			return false
		}
		some = true
	}
	return some
}

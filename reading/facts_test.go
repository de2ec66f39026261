package reading

import (
	"strings"
	"testing"
)

// checkFact checks for "path=value", or for "!path" that nothing below it is read.
func checkFact(t *testing.T, text, want string, facts map[string]string) {
	t.Helper()
	if prefix, none := strings.CutPrefix(want, "!"); none {
		for path, value := range facts {
			if strings.HasPrefix(path, prefix) && value != "" { // what is declined has none
				t.Errorf("%q: %s is %s, want none", text, path, value)
			}
		}
		return
	}
	path, value, _ := strings.Cut(want, "=")
	if facts[path] != value {
		t.Errorf("%q: %s is %q, want %s", text, path, facts[path], value)
	}
}

// wants splits at blanks that no quotes enclose.
func wants(s string) []string {
	quoted := false
	return strings.FieldsFunc(s, func(r rune) bool {
		if r == '"' {
			quoted = !quoted
		}
		return r == ' ' && !quoted
	})
}

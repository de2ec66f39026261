package toml

import (
	"fmt"
	"strconv"
	"strings"

	"ppamaild/lazyregexp"
)

var bare = lazyregexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// Join returns the full key of name in a table: "review.staff[1].address".
func Join(table, name string) string {
	if !bare.MatchString(name) {
		name = strconv.Quote(name)
	}
	if table == "" {
		return name
	}
	return table + "." + name
}

// Element returns the key of an element of a list: "review.staff[1]".
func Element(list string, i int) string { return fmt.Sprintf("%s[%d]", list, i) }

// parent returns the table that holds key, or "" at the top.
func parent(key string) string { return key[:max(0, strings.LastIndexByte(key, '.'))] }

// oneLetterOff reports whether a and b differ by one letter: added, dropped, changed or
// swapped with its neighbor.
func oneLetterOff(a, b string) bool {
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) == 2 && len(b) == 2 {
		return a[0] == b[1] && a[1] == b[0]
	}
	return len(a) <= 1 && len(b) <= 1
}

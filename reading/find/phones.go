package find

import (
	"strings"

	"ppamaild/reading/text"
)

// PhoneAt reads a number of the North American plan and returns it in E.164.
func PhoneAt(d *Text, i int) (string, int) {
	var b strings.Builder
	j := i
	if d.Is(j, "+") {
		j++
	}
	if d.Is(j, "1") && d.Is(j+1, "-", "(", ".", " ") || d.Is(j, "1") && j > i {
		j++
	}
	for b.Len() < 10 && j < min(len(d.Tokens), i+12) {
		switch size := len(d.At(j)); {
		case d.Kind(j) == text.Digits && (size >= 10 || size == 3 && b.Len() < 6 || size == 4 && b.Len() == 6 || size == 7 && b.Len() == 3):
			b.WriteString(d.At(j))
		case !d.Is(j, "(", ")", "-", ".", "/"):
			return "", i
		}
		j++
	}
	n := b.String()
	if len(n) == 11 && n[0] == '1' {
		n = n[1:]
	}
	if len(n) != 10 || n[0] < '2' || n[3] < '2' || d.Kind(j) == text.Digits && d.Glued(j) || d.Row(i) != d.Row(j-1) {
		return "", i
	}
	return "+1" + n, j
}

// StartsPhone reports whether a phone number may start at token i.
func StartsPhone(d *Text, i int) bool {
	return (d.Is(i, "+", "(") || d.Kind(i) == text.Digits) && !(d.Glued(i) && d.Is(i-1, "-", "/", "$", ".", "("))
}

// EmailEnd returns the end of an address of mail that starts at token i, or i.
func EmailEnd(d *Text, i int) int {
	if d.Kind(i) == text.Mark || i > 0 && d.Glued(i) && !d.Is(i-1, "<", "(", ":", ",") {
		return i
	}
	j, at := i, 0
	for j < min(len(d.Tokens), i+16) && (j == i || d.Glued(j)) && (d.Kind(j) != text.Mark || d.Is(j, ".", "@", "-", "_", "+")) {
		if d.Is(j, "@") {
			at = j
		}
		j++
	}
	for j > i && d.Kind(j-1) == text.Mark {
		j--
	}
	if at == 0 || at > j-3 {
		return i
	}
	return j
}

package htmltext

import (
	"html"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func FuzzHTMLText(f *testing.F) {
	f.Add("<p>ACCEPT<blockquote>a<br>b")
	f.Add("a\u00a0b\n\tc")
	f.Fuzz(func(t *testing.T, source string) {
		if !utf8.ValidString(source) {
			return
		}
		text := Text(source)
		if !utf8.ValidString(text) || len(text) > 60*len(source)+1000 {
			t.Errorf("gave %q", text)
		}
		plain := strings.Map(func(r rune) rune {
			if unicode.IsControl(r) && r != '\n' {
				return -1
			}
			return r
		}, source)
		if got := Text(html.EscapeString(plain)); letters(got) != letters(plain) {
			t.Errorf("of %q is seen %q", plain, got)
		}
	})
}

// letters returns the visible characters of text without the marks that Text adds.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if !IsVisible(r) || r == '>' || r == '-' || r == '*' {
			return -1
		}
		return r
	}, text)
}

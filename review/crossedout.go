package review

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// crossedOut returns the word that HTML shows crossed out, if one of its
// crossed-out stretches reads as a decision. Plain text does not show it.
func crossedOut(source string) (word string, ok bool) {
	z := html.NewTokenizer(strings.NewReader(source))
	var (
		tag  string // of the outermost element that crosses out; empty outside of any
		deep int    // how many elements of that tag are open from it on
		text strings.Builder
	)
	for {
		switch z.Next() {
		case html.ErrorToken:
			return crossedWord(text.String())
		case html.TextToken:
			if tag != "" {
				text.Write(z.Text())
			}
		case html.StartTagToken:
			t := z.Token()
			if tag == "" && crosses(t) {
				tag, deep = t.Data, 0
			}
			if t.Data == tag {
				deep++
			}
		case html.EndTagToken:
			if name, _ := z.TagName(); tag == "" || string(name) != tag {
				continue
			}
			if deep--; deep > 0 {
				continue
			}
			if word, ok := crossedWord(text.String()); ok {
				return word, true
			}
			tag = ""
			text.Reset()
		}
	}
}

func crossedWord(text string) (string, bool) {
	h, ok := readHead(html.UnescapeString(text))
	return h.word, ok
}

func crosses(t html.Token) bool {
	switch t.DataAtom {
	case atom.S, atom.Strike, atom.Del:
		return true
	}
	for _, a := range t.Attr {
		if a.Key == "style" && strings.Contains(strings.ToLower(a.Val), "line-through") {
			return true
		}
	}
	return false
}

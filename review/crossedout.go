package review

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// doubtCrossedOut returns d unless HTML shows crossed out what d rests on: the
// word itself, or some of the text that would take effect. Plain text shows it
// as if it stood.
func doubtCrossedOut(d Decision, source string) Decision {
	const most = 500 // stretches; our own mails have a few
	stretches := crossedOut(source)
	if styledAsCrossedOut(source) {
		return unclear(d.read()+", in a mail whose style sheet crosses text out", "It can't be told what of it counts. Write the answer anew.")
	}
	if len(stretches) > most {
		return unclear(d.read()+", in a mail with much that is crossed out", "It can't be told what of it counts. Write the answer anew.")
	}
	written := plainText(d.written())
	for _, s := range stretches {
		if h, ok := readHead(s); ok {
			return unclear(h.word+", crossed out", "A word that is crossed out may mean its opposite.")
		}
		if s = plainText(s); len(s) > 1 && strings.Contains(written, s) {
			return unclear(d.read()+", and in its text "+quote(s)+", crossed out", "What is crossed out would count as written. Delete it instead.")
		}
	}
	return d
}

// styledAsCrossedOut reports whether a style sheet of the HTML crosses text out.
// Mail programs write that into the elements; which of them a sheet means is not
// looked at.
func styledAsCrossedOut(source string) bool {
	source = strings.ToLower(source)
	for {
		_, after, found := strings.Cut(source, "<style")
		if !found {
			return false
		}
		sheet, rest, _ := strings.Cut(after, "</style")
		if strings.Contains(sheet, "line-through") {
			return true
		}
		source = rest
	}
}

// written returns all the text that takes effect by d.
func (d Decision) written() string {
	parts := []string{d.Reason, d.EditText}
	for _, c := range d.Commands {
		parts = append(parts, c.Argument)
	}
	for _, a := range d.Answers {
		parts = append(parts, a)
	}
	return strings.Join(parts, "\n")
}

// crossedOut returns the stretches of text that HTML shows crossed out.
func crossedOut(source string) []string {
	var (
		found []string
		tag   string // of the outermost element that crosses out; empty outside of any
		deep  int    // how many elements of that tag are open from it on
		text  strings.Builder
	)
	for z := html.NewTokenizer(strings.NewReader(source)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return append(found, text.String())
		case html.TextToken:
			if tag != "" {
				text.WriteString(html.UnescapeString(string(z.Text())))
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
			if deep--; deep == 0 {
				found, tag = append(found, text.String()), ""
				text.Reset()
			}
		}
	}
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

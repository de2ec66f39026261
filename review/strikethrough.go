package review

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// doubtStrikethrough returns d, or an unclear decision if the HTML strikes through the word or
// part of the effective text. The plain text shows no strikethrough.
func doubtStrikethrough(d Decision, source string, w Phrases) Decision {
	const most = 500 // stretches; our own mails have a few
	stretches := struckThrough(source)
	if styledStrikethrough(source) {
		return unclear(w.Say("reply.read.style_sheet", d.inWords()), w.Say("reply.struck"))
	}
	if len(stretches) > most {
		return unclear(w.Say("reply.read.much_struck", d.inWords()), w.Say("reply.struck"))
	}
	written := normalizedText(d.effectiveText())
	for _, s := range stretches {
		if h, ok := readCommandWord(s); ok {
			return unclear(w.Say("reply.read.struck_word", h.word), w.Say("reply.struck_word"))
		}
		s = normalizedText(s)
		counts := strings.Contains(written, s) || d.Verdict == VerdictAccept && approves(s)
		if len(s) > 1 && counts {
			return unclear(w.Say("reply.read.struck_text", d.inWords(), quote(s)), w.Say("reply.struck_text"))
		}
	}
	return d
}

// approves reports whether a passage is an approval or a part of one.
func approves(passage string) bool {
	_, ok := cutApproval(passage)
	isPart := func(phrase string) bool { return strings.Contains(phrase, phraseOf(passage)) }
	return ok || slices.ContainsFunc(approvals, isPart)
}

// styledStrikethrough reports whether a style sheet of the HTML strikes through text. Mail
// programs use inline styles instead. styledStrikethrough does not check the selectors of a style
// sheet.
func styledStrikethrough(source string) bool {
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

// effectiveText returns all text that takes effect with d.
func (d Decision) effectiveText() string {
	parts := []string{d.Reason, d.EditText}
	for _, c := range d.Commands {
		parts = append(parts, c.Argument)
	}
	for _, a := range d.Answers {
		parts = append(parts, a)
	}
	return strings.Join(parts, "\n")
}

// struckThrough returns the passages with strikethrough in HTML.
func struckThrough(source string) []string {
	var (
		found []string
		tag   string // outermost element with strikethrough; empty outside of any
		deep  int    // open elements of that tag, from the outermost on
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
			if tag == "" && strikesThrough(t) {
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

func strikesThrough(t html.Token) bool {
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

package review

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"ppamaild/mailbox/message"
)

// Left says, a sentence each, what the author of d put into m beside a text that would
// go to a customer, and that a text can't take along: files, and the addresses of links.
func (d Decision) Left(m *message.Message) (left []string) {
	text := d.EditText
	if d.Verdict == VerdictCommand && d.Commands[0].Word == wordSend {
		text = d.Commands[0].Argument
	}
	if text == "" {
		return nil
	}
	if files := attachedFiles(m); len(files) > 0 {
		left = append(left, "what was attached does not go with it: "+strings.Join(files, ", "))
	}
	all := links(m.HTML)
	if len(all) > maxLinks {
		return append(left, fmt.Sprintf("no link goes with it, unless its address is written out; your mail has more than %d", maxLinks))
	}
	for _, l := range lostLinks(all, text) {
		left = append(left, fmt.Sprintf("the link behind %q does not go with it, unless its address is written out: %s", l.text, l.address))
	}
	return left
}

// maxLinks is how many links are looked for in a text: each costs a pass over it.
const maxLinks = 200

// attachedFiles names what is attached, but for pictures that the mail shows in their
// place, as signatures have them, and for what a program wrapped the mail in.
func attachedFiles(m *message.Message) (names []string) {
	for _, a := range m.Attachments {
		shown := strings.HasPrefix(a.Type, "image/") && a.ID != "" && strings.Contains(m.HTML, "cid:"+a.ID)
		if !shown && a.Type != "application/ms-tnef" {
			names = append(names, a.String())
		}
	}
	return names
}

type link struct{ text, address string }

// lostLinks returns the links whose words stand in a text without their address.
func lostLinks(all []link, text string) (lost []link) {
	plain := plainText(text)
	for _, l := range all {
		l.text = plainText(l.text)
		told := l.text == "" || strings.Contains(plain, bareAddress(l.address)) || !hasPhrase(plain, l.text)
		if !told && !slices.Contains(lost, l) {
			lost = append(lost, l)
		}
	}
	return lost
}

// hasPhrase reports whether words, of which there is one at least, stand in a text, and not
// merely inside of its words.
func hasPhrase(text, words string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], words)
		if at < 0 {
			return false
		}
		at += from
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(words):])
		if !isOfWord(before) && !isOfWord(after) {
			return true
		}
		_, size := utf8.DecodeRuneInString(text[at:])
		from = at + size
	}
}

func isOfWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// bareAddress is an address as people write it.
func bareAddress(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	return strings.TrimSuffix(strings.TrimPrefix(rest, "www."), "/")
}

// links returns the links to pages that HTML has, in order: of many, one more than are
// looked at.
func links(source string) (found []link) {
	var address string // of the link that is open; empty: none is
	var text strings.Builder
	for z := html.NewTokenizer(strings.NewReader(source)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return found
		case html.TextToken:
			if address != "" {
				text.WriteString(html.UnescapeString(string(z.Text())))
			}
		case html.StartTagToken:
			if t := z.Token(); t.DataAtom == atom.A {
				address = pageOf(t)
				text.Reset()
			}
		case html.EndTagToken:
			if name, _ := z.TagName(); string(name) == "a" && address != "" {
				found, address = append(found, link{text.String(), address}), ""
			}
			if len(found) > maxLinks {
				return found
			}
		}
	}
}

// pageOf returns the address of a link to a page; empty for others, as to a mailbox.
func pageOf(t html.Token) string {
	for _, a := range t.Attr {
		lower := strings.ToLower(a.Val)
		if a.Key == "href" && (strings.HasPrefix(lower, "https://") || strings.HasPrefix(lower, "http://")) {
			return a.Val
		}
	}
	return ""
}

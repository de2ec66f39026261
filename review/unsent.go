package review

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"ppamaild/mailbox/message"
	"ppamaild/spelling"
)

// Unsent returns a sentence for each part of m that a text can't carry to the customer: files, and
// addresses of links. It also names the end of the text if the end may be a signature. It returns
// nil if d has no text for a customer.
func (d Decision) Unsent(m *message.Message, w Phrases) (sentences []string) {
	written := d.mailText()
	if written == nil || *written == "" {
		return nil
	}
	text := *written
	if d.Kept != "" {
		sentences = append(sentences, w.Say("reply.signature_kept", quote(d.Kept)))
	}
	if files := attachedFiles(m); len(files) > 0 {
		sentences = append(sentences, w.Say("reply.attachments_unsent", strings.Join(files, ", ")))
	}
	all := links(m.HTML)
	if len(all) > maxLinks {
		return append(sentences, w.Say("reply.many_links", strconv.Itoa(maxLinks)))
	}
	for _, l := range lostLinks(all, text) {
		sentences = append(sentences,
			w.Say("reply.link_unsent", strconv.Quote(l.text), l.address))
	}
	return sentences
}

// maxLinks limits the search for links, because each link costs a pass over the text.
const maxLinks = 200

// attachedFiles names the attachments. Inline pictures, which signatures use, and winmail.dat
// don't count.
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

// lostLinks returns each link with its words in text and its address missing there.
func lostLinks(all []link, text string) (lost []link) {
	plain := normalizedText(text)
	for _, l := range all {
		l.text = normalizedText(l.text)
		isSent := l.text == "" || strings.Contains(plain, bareAddress(l.address)) || spelling.IndexWhole(plain, l.text, 0) < 0
		if !isSent && !slices.Contains(lost, l) {
			lost = append(lost, l)
		}
	}
	return lost
}

// bareAddress returns an address without scheme, "www." and final slash.
func bareAddress(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	return strings.TrimSuffix(strings.TrimPrefix(rest, "www."), "/")
}

// links returns the web links in HTML, in order, at most maxLinks+1.
func links(source string) (found []link) {
	var address string // address of the open link; empty: no link is open
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

// pageOf returns the address of a web link, or "" for other links such as mailto:.
func pageOf(t html.Token) string {
	for _, a := range t.Attr {
		lower := strings.ToLower(a.Val)
		if a.Key == "href" && (strings.HasPrefix(lower, "https://") || strings.HasPrefix(lower, "http://")) {
			return a.Val
		}
	}
	return ""
}

package search

import (
	"slices"
	"strings"

	"ppamaild/lazyregexp"
	"ppamaild/mailbox/message"
	"ppamaild/mailbox/messageid"
	"ppamaild/mailbox/reply"
)

// hit describes a message. All shown text passes through clean before it is shortened, because
// a part of a number or reference is not recognizable.
func (r *run) hit(h Hit, m *message.Message, cut bool) Hit {
	h.From, h.To = r.people(m.From), r.people(slices.Concat(m.To, m.Cc))
	h.Subject = r.clean(m.Subject)
	h.Excerpt = r.what.excerpt(m, r.clean)
	h.ThreadID = r.o.Thread(m)
	for _, a := range m.Attachments {
		name := a.String()
		if cut {
			name = a.Name // its size is unknown
		}
		h.Attachments = append(h.Attachments, r.clean(name))
	}
	return h
}

func (r *run) people(list []message.Address) string {
	const most = 10
	var names []string
	for _, a := range list[:min(len(list), most)] {
		name := a.Address
		if a.Name != "" {
			name = a.Name + " <" + name + ">"
		}
		if name = r.clean(name); name != "" {
			names = append(names, name)
		}
	}
	if len(list) > most {
		names = append(names, "…")
	}
	return strings.Join(names, ", ")
}

// refLine matches a line with a reference, quoted or not.
var refLine = lazyregexp.MustCompile(`(?im)^[\s>|*]*ref:.*$`)

// clean hides private numbers and references. If a reference shares a line with other text,
// clean hides the whole text.
func (r *run) clean(text string) string {
	if text = withoutReferences(text); len(messageid.Scan(text)) > 0 {
		return ""
	}
	return r.o.Mask(text)
}

func withoutReferences(text string) string {
	var kept []string
	wrapped := false
	for line := range strings.Lines(text) {
		isRef := refLine.MatchString(line)
		if !isRef && !wrapped {
			kept = append(kept, line)
		}
		wrapped = isRef && len(messageid.Scan(line)) == 0 // the rest is on the next line
	}
	return strings.Join(kept, "")
}

// isReview reports whether a message has the reference of a review: a review mail or an answer
// to one.
func isReview(d *document) bool {
	return slices.ContainsFunc(messageid.Scan(d.text), func(ref messageid.Ref) bool { return ref.Review > 0 })
}

// Limits of an excerpt.
const (
	maxShown   = 64 << 10 // bytes to search for an excerpt
	windowSize = 240      // approximate characters of an excerpt
)

// excerpt returns the matching part of a message: from the author's own text, else from the
// forwarded text, else from the beginning.
func (q question) excerpt(m *message.Message, clean func(string) string) string {
	texts := readable(m)
	best, most := "", 0
	for i, text := range texts {
		texts[i] = clean(beginning(text))
		if window, n := q.window(texts[i]); n > most {
			best, most = window, n
		}
		if most > 0 && i == 0 {
			return best // the author's own words
		}
	}
	for _, text := range texts {
		if all := windows(text); best == "" && len(all) > 0 {
			best = all[0]
		}
	}
	return best
}

// readable returns the author's own text and the forwarded text.
func readable(m *message.Message) []string {
	parts := reply.Extract(m)
	texts := []string{parts.Text}
	for _, s := range parts.Segments {
		if s.Kind == reply.Forward {
			texts = append(texts, s.Text)
		}
	}
	return texts
}

func beginning(text string) string {
	if len(text) <= maxShown {
		return text
	}
	text = text[:maxShown]
	return text[:strings.LastIndexByte(text, '\n')+1]
}

// window returns the part of text with the most terms, and the number of terms. The first of
// equal parts wins.
func (q question) window(text string) (best string, most int) {
	for _, w := range windows(text) {
		d, n := &document{text: w}, 0
		for _, t := range slices.Concat(q.any, q.all) {
			if t.matches(d) {
				n++
			}
		}
		if n > most {
			best, most = w, n
		}
	}
	return best, most
}

// windows splits text at blanks into parts that overlap by half. "…" marks omissions.
func windows(text string) []string {
	words := strings.Fields(text)
	var all []string
	for from := 0; from < len(words); {
		to, half, length := from, from, 0
		for to < len(words) && (length < windowSize || to == from) {
			if length < windowSize/2 {
				half = to + 1
			}
			length += len([]rune(words[to])) + 1
			to++
		}
		window := shorten(strings.Join(words[from:to], " "))
		if from > 0 {
			window = "… " + window
		}
		if to == len(words) {
			return append(all, window)
		}
		all = append(all, window+" …")
		from = half
	}
	return all
}

// shorten truncates an endless word.
func shorten(window string) string {
	if runes := []rune(window); len(runes) > 2*windowSize {
		return string(runes[:2*windowSize]) + "…"
	}
	return window
}

package intake

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/idna"

	"ppamaild/mailbox/message"
	"ppamaild/review"
)

// maxHomographs bounds the notes about one message.
const maxHomographs = 3

// longestAddress bounds an address in bytes (RFC 5321 §4.5.3.1). No mail goes to a longer one.
const longestAddress = 254

// homographs describes addresses in From and Reply-To that look like other addresses. Letters
// of other alphabets and invisible characters make such addresses. Staff cannot see the
// difference.
func homographs(m *message.Message, w review.Phrases) (notes []string) {
	for _, a := range slices.Concat(m.From, m.ReplyTo) {
		at := strings.LastIndexByte(a.Address, '@')
		if at < 0 || len(a.Address) > longestAddress ||
			!strings.ContainsFunc(a.Address, isForeign) {
			continue
		}
		note := w.Say("intake.homograph", a.Address, strconv.QuoteToASCII(a.Address))
		domain := a.Address[at+1:]
		if ascii, err := idna.Punycode.ToASCII(domain); err == nil && ascii != domain {
			note = w.Say("intake.homograph_domain", note, ascii)
		}
		if !slices.Contains(notes, note) && len(notes) < maxHomographs {
			notes = append(notes, note)
		}
	}
	return notes
}

// isForeign reports whether r is invisible or a letter of an alphabet other than Latin.
func isForeign(r rune) bool {
	if r <= unicode.MaxLatin1 || unicode.Is(unicode.Latin, r) {
		return false
	}
	return unicode.IsLetter(r) || !unicode.IsGraphic(r)
}

package intake

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/idna"

	"ppamaild/mailbox/message"
)

// spelt says of the addresses in From and Reply-To what staff can't see: letters of other
// alphabets, which look like ours, and what does not show at all make an address that only
// looks like a customer's.
func spelt(m *message.Message) (notes []string) {
	for _, a := range slices.Concat(m.From, m.ReplyTo) {
		at := strings.LastIndexByte(a.Address, '@')
		if at < 0 || !strings.ContainsFunc(a.Address, isForeign) {
			continue
		}
		note := fmt.Sprintf("the address %s is not what it may seem: spelt out, it is %+q",
			a.Address, a.Address)
		if domain, err := idna.Punycode.ToASCII(a.Address[at+1:]); err == nil &&
			domain != a.Address[at+1:] {
			note += "; its domain is " + domain
		}
		if !slices.Contains(notes, note) && len(notes) < mostSpelt {
			notes = append(notes, note)
		}
	}
	return notes
}

// mostSpelt bounds what is said of one message.
const mostSpelt = 3

func isForeign(r rune) bool {
	return r > unicode.MaxLatin1 && !unicode.Is(unicode.Latin, r) && (unicode.IsLetter(r) ||
		!unicode.IsGraphic(r))
}

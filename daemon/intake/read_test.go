package intake

import (
	"strings"
	"testing"

	"ppamaild/store"
)

// A large message goes along as its header only.
func TestCase31HugeMessageIsAttachedAsItsHeader(t *testing.T) {
	header := "From: a@customer.test\r\nFrom: b@customer.test\r\nSubject: Huge\r\n\r\n"
	for name, c := range map[string]struct {
		in   store.Inbound
		raw  string
		kind string
		size int
	}{
		"whole":   {store.Inbound{}, header + "Text\r\n", typeMessage, len(header) + 6},
		"huge":    {store.Inbound{}, header + strings.Repeat("x", maxAttached), typeHeader, len(header)},
		"partial": {store.Inbound{Partial: true}, header, typeHeader, len(header)},
		"no end":  {store.Inbound{Partial: true}, strings.TrimSuffix(header, "\r\n"), typeHeader, len(header) - 2},
		"no body": {store.Inbound{}, strings.Repeat("x", maxAttached+1), typeHeader, 0},
	} {
		a := original(c.in, []byte(c.raw))
		if a.Type != c.kind || len(a.Content) != c.size {
			t.Errorf("%s: %s of %d octets, want %s of %d", name, a.Type, len(a.Content), c.kind, c.size)
		}
	}
}

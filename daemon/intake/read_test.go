package intake

import (
	"fmt"
	"strings"
	"testing"

	"ppamaild/mailbox/message"
	"ppamaild/mailbox/reply"
	"ppamaild/review"
	"ppamaild/store"
)

// A mail full of references costs no look into the store for each of them.
func TestManyReferences(t *testing.T) {
	const most = 1000
	var text strings.Builder
	for i := range 10 * most {
		fmt.Fprintf(&text, "no\n> Q-%06d-1-abcdefghijklmnopqrstuvwxyz\n", i)
	}
	m := &message.Message{Text: text.String()}
	mail := parsedMail{msg: m, reply: reply.Extract(m)}
	refs, err := referencesIn(nil, review.References{}, mail)
	if err != nil || len(refs) != most {
		t.Errorf("%d references, %v", len(refs), err)
	}
}

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

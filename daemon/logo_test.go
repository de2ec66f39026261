package daemon

import (
	"bytes"
	"strings"
	"testing"

	"ppamaild/config"
	"ppamaild/mailbox/message"
	"ppamaild/store"
)

// madeUpLogo has the first bytes of a PNG file. Mails do not decode it.
var madeUpLogo = []byte("\x89PNG\r\n\x1a\nnot decoded here")

// The logo is a part of each mail to a customer with HTML, and of no mail to staff.
func TestLogoInMailsToCustomers(t *testing.T) {
	t.Parallel()
	o := newOffline(t, func(options *Options) {
		options.Config.Agency.Picture = config.Logo{
			Type: "image/png", Content: madeUpLogo, Width: 960, Height: 120}
	})
	o.then(0, o.byAlice("", "Hi, I'd like a quote for my 2019 Honda Civic. Alice Moreno\n"))
	thread := o.first()
	o.then(1, o.reply(thread, 1, "ACCEPT"))
	seen := map[store.MailKind]bool{}
	for _, m := range o.mailsOf(thread) {
		seen[m.Kind] = true
		var raw []byte
		o.must(o.Store.View(t.Context(), func(tx store.Tx) (err error) {
			raw, err = tx.MailRaw(m.ID)
			return err
		}))
		read, err := message.Parse(bytes.NewReader(raw), message.Limits{})
		o.must(err)
		want := m.Kind == store.MailCustomer
		for _, part := range []string{`src="cid:logo.`, `width="240" height="30"`,
			"multipart/related", "Content-Id: <logo."} {
			if strings.Contains(read.HTML+string(raw), part) != want {
				t.Errorf("a mail %s should have %s: %t\n%.3000s", m.Kind, part, want, raw)
			}
		}
	}
	if !seen[store.MailCustomer] || !seen[store.MailReview] {
		t.Errorf("%v", seen)
	}
}

package intake

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ppamaild/daemon/agency"
	"ppamaild/daemon/journal"
	"ppamaild/lazyregexp"
	"ppamaild/mailbox/message"
	"ppamaild/store"
)

// seenBefore settles a message whose content came in before.
func (r *router) seenBefore() (bool, error) {
	first, err := r.tx.Fingerprint(r.print)
	if errors.Is(err, store.ErrNotFound) {
		if err := r.tx.PutFingerprint(r.print, r.in.ID); err != nil {
			return false, err
		}
		first, err = r.sameID()
	}
	if err != nil || first == 0 || first == r.in.ID {
		return false, err
	}
	before, err := r.tx.Inbound(first)
	if err != nil {
		return true, err
	}
	why := fmt.Sprintf("the same message as %d", first)
	if err := r.trace(before.Thread, journal.KindCopy, why); err != nil {
		return true, err
	}
	return true, r.handled("", why)
}

// sameID returns the message that came in before with the same Message-ID, author,
// date and words; 0 if there is none. Servers on the way may recode a body or add a
// footer, so that one mail to two of our mailboxes does not arrive as the same bytes.
// The words count because forms on the web give a name to each second, not to each mail.
func (r *router) sameID() (uint64, error) {
	if r.msg.MessageID == "" {
		return 0, nil
	}
	ref, err := r.tx.MessageID(r.msg.MessageID)
	if errors.Is(err, store.ErrNotFound) || err == nil && ref.Inbound == 0 {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	before, err := r.tx.Inbound(ref.Inbound)
	if err != nil || before.MessageID != r.msg.MessageID {
		return 0, err
	}
	raw, err := r.tx.InboundRaw(ref.Inbound)
	if err != nil {
		return 0, err
	}
	msg, err := message.Parse(bytes.NewReader(raw), message.Limits{})
	if err != nil || !slices.Equal(agency.Addresses(msg.From), agency.Addresses(r.msg.From)) ||
		!msg.Date.Equal(r.msg.Date) || !sameWords(msg, r.msg) {
		return 0, nil
	}
	return ref.Inbound, nil
}

// sameWords reports whether one of two messages says all that the other does. Only
// letters and digits that survive any recoding are compared, and no links, which some
// servers write anew for each recipient.
func sameWords(a, b *message.Message) bool {
	one, other := essence(a), essence(b)
	return strings.Contains(one, other) || strings.Contains(other, one)
}

func essence(m *message.Message) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return -1
	}, links.ReplaceAllString(m.VisibleText(), ""))
}

var links = lazyregexp.MustCompile(`https?://\S+`)

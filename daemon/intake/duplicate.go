package intake

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"

	"ppamaild/daemon/agency"
	"ppamaild/daemon/journal"
	"ppamaild/lazyregexp"
	"ppamaild/mailbox/message"
	"ppamaild/store"
)

// seenBefore handles a second copy of a message. It reports whether the message is a second copy.
func (r *router) seenBefore() (bool, error) {
	first, err := r.tx.Fingerprint(r.fingerprint)
	if errors.Is(err, store.ErrNotFound) {
		if err := r.tx.PutFingerprint(r.fingerprint, r.in.ID); err != nil {
			return false, err
		}
		first, err = firstCopy(r.tx, r.msg)
	}
	if err != nil || first == 0 || first == r.in.ID {
		return false, err
	}
	before, err := r.tx.Inbound(first)
	if err != nil {
		return true, err
	}
	why := r.intake.Say("intake.same_message", strconv.FormatUint(first, 10))
	if err := r.audit(before.Thread, journal.KindCopy, why); err != nil {
		return true, err
	}
	return true, r.handled("", why)
}

// firstCopy returns the id of an earlier message with the same Message-ID, author, date and
// words; 0 if there is none. A server may recode a body or add a footer, so a mail to both
// mailboxes can arrive as different bytes. The words count because some web forms use the same
// Message-ID for all mails of a second.
func firstCopy(tx messageIndex, m *message.Message) (uint64, error) {
	if m.MessageID == "" {
		return 0, nil
	}
	ref, err := tx.MessageID(m.MessageID)
	if errors.Is(err, store.ErrNotFound) || err == nil && ref.Inbound == 0 {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	before, err := tx.Inbound(ref.Inbound)
	if err != nil || before.MessageID != m.MessageID {
		return 0, err
	}
	raw, err := tx.InboundRaw(ref.Inbound)
	if err != nil {
		return 0, err
	}
	first, err := message.Parse(bytes.NewReader(raw), message.Limits{})
	if err != nil { // an unreadable message is no first copy
		return 0, nil
	}
	sameAuthor := slices.Equal(agency.Addresses(first.From), agency.Addresses(m.From))
	if !sameAuthor || !first.Date.Equal(m.Date) || !sameWords(first, m) {
		return 0, nil
	}
	return ref.Inbound, nil
}

// sameWords reports whether a message contains the words of the other. It compares ASCII
// letters and digits only, because they survive recoding. It ignores links, because some servers
// rewrite links for each recipient.
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

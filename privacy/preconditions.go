package privacy

import (
	"errors"
	"fmt"

	"ppamaild/store"
)

// pending returns the reasons why an ended thread can't be erased yet.
func (f *finder) pending(h store.Head) (reasons []string, err error) {
	say := func(format string, args ...any) {
		reasons = append(reasons, fmt.Sprintf(format, append([]any{h.Thread}, args...)...))
	}
	events, err := f.tx.Events(h.Thread)
	if len(events) > 0 {
		say("%s has pending work: start the daemon, or try again in a minute")
	}
	open, openErr := f.tx.OpenReviews(h.Thread)
	for _, rv := range open {
		say("review %[2]d of %[1]s is open: answer it first", rv.Number)
	}
	mails, mailsErr := f.tx.ThreadMail(h.Thread)
	for _, m := range mails {
		switch {
		case m.Status == store.MailSending:
			say("mail %[2]d of %[1]s is being sent: try again in a minute", m.ID)
		case m.Status == store.MailUncertain:
			say("mail %[2]d of %[1]s may or may not have been sent: decide with ppamaild outbox drop %[2]d", m.ID)
		case m.Status.Due() && m.Kind == store.MailCustomer:
			say("mail %[2]d of %[1]s to the customer is unsent: wait until it leaves, or run ppamaild outbox drop %[2]d", m.ID)
		}
	}
	return reasons, errors.Join(err, openErr, mailsErr)
}

package copies

import (
	"context"
	"errors"
	"time"

	"ppamaild/store"
	"ppamaild/threadresolver"
)

// Some servers on the way out replace a mail's Message-ID, and answers then name
// the new one. It is learnt only from what nobody else can write: the reply of our
// own server to the mail, and the copy that lies in our own Sent.

// Learn makes answers to other names of a mail of ours find its thread. A name that is
// known already keeps its meaning.
func Learn(tx store.Threads, m store.Mail, ids []string) error {
	for _, id := range ids {
		for _, form := range threadresolver.Forms(id) {
			_, err := tx.MessageID(form)
			if errors.Is(err, store.ErrNotFound) {
				err = tx.PutMessageID(form, store.MessageRef{Thread: m.Thread, Mail: m.ID, Alias: true})
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// lookup is one look for the copy of a mail in Sent.
type lookup struct {
	mail  store.Mail
	count int // of the looks so far, this one included
}

// Providers file a copy while they take the mail, or a while after.
const (
	firstLook = 2 * time.Second
	looks     = 5 // each after a pause five times as long: the last one after 26 minutes
)

// lookLater has a copy looked for after a while. Where that is not to be, as the
// program ends or too many wait, answers still carry the reference in the mail.
func (f *Filer) lookLater(m store.Mail, count int) {
	pause := firstLook
	for range count - 1 {
		pause *= 5
	}
	time.AfterFunc(pause, func() {
		select {
		case f.toFind <- lookup{m, count}:
		default:
		}
	})
}

// find learns the name that the provider's copy of a mail bears.
func (f *Filer) find(ctx context.Context, l lookup) error {
	as, err := f.o.Sent.Find(ctx, l.mail.MessageID)
	if as == "" && l.count < looks {
		f.lookLater(l.mail, l.count+1)
	}
	if as == "" || err != nil {
		return err
	}
	if as != l.mail.MessageID {
		f.o.Log.Info("the server gave a mail another Message-ID", "mail", l.mail.ID, "thread", l.mail.Thread, "message_id", as)
	}
	return f.lies(ctx, l.mail, as)
}

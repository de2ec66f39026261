package copies

import (
	"context"
	"errors"
	"time"

	"ppamaild/store"
	"ppamaild/threadresolver"
)

// Some servers replace the Message-ID of a mail, and answers then name the new Message-ID. The
// daemon learns such aliases only from sources beyond the reach of outsiders: the answer of its own
// mail server, and the copy in its own Sent.

// Learn makes answers to aliases of a mail find its thread. A known Message-ID keeps its thread.
func Learn(tx store.Threads, m store.Mail, ids []string) error {
	for _, id := range ids {
		for _, form := range threadresolver.Forms(id) {
			_, err := tx.MessageID(form)
			if errors.Is(err, store.ErrNotFound) {
				ref := store.MessageRef{Thread: m.Thread, Mail: m.ID, Alias: true}
				err = tx.PutMessageID(form, ref)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// lookup is a search for the copy of a mail in Sent.
type lookup struct {
	mail    store.Mail
	attempt int // beginning with 1
}

// A provider files a copy while it takes the mail, or some time later. Each pause before a lookup
// is five times as long as the previous pause. The last lookup is 26 minutes after sending.
const (
	firstPause = 2 * time.Second
	maxLookups = 5
)

// lookLater schedules a lookup. If the program ends before, or too many lookups wait, the lookup
// is dropped: answers still carry the reference in the mail.
func (f *Filer) lookLater(m store.Mail, attempt int) {
	pause := firstPause
	for range attempt - 1 {
		pause *= 5
	}
	time.AfterFunc(pause, func() {
		select {
		case f.toFind <- lookup{m, attempt}:
		default:
		}
	})
}

// find learns the Message-ID of the copy that the provider filed.
func (f *Filer) find(ctx context.Context, l lookup) error {
	sentAs, err := f.o.Sent.Find(ctx, l.mail.MessageID)
	if sentAs == "" && l.attempt < maxLookups {
		f.lookLater(l.mail, l.attempt+1)
	}
	if sentAs == "" || err != nil {
		return err
	}
	if sentAs != l.mail.MessageID {
		f.o.Log.Info("the server gave a mail another Message-ID",
			"mail", l.mail.ID, "thread", l.mail.Thread, "message_id", sentAs)
	}
	return f.recordCopy(ctx, l.mail, sentAs)
}

// Package copies sees to it that a copy of each mail to a customer lies in the quote
// address's Sent, and learns under which Message-ID. It files the copies, or looks for
// them where the provider files them by itself. Sending never waits for that: what can't
// be filed now, or is not before the program ends, is filed later, for a week.
package copies

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"ppamaild/failpoint"
	"ppamaild/mailbox"
	"ppamaild/store"
)

// Options are what a Filer works with.
type Options struct {
	Store store.Store
	Sent  *mailbox.Sent
	Ours  bool // the copies are ours to file: the provider files none
	Now   func() time.Time
	Log   *slog.Logger
}

// Filer files copies, or looks for them. Its methods may be called from many goroutines.
type Filer struct {
	o      Options
	toFile chan store.Mail
	toFind chan lookup
	left   backlog
}

// New returns a Filer that does nothing before it runs.
func New(o Options) *Filer {
	return &Filer{o: o, toFile: make(chan store.Mail, 64), toFind: make(chan lookup, 64)}
}

// File has a copy of a mail that was sent put into Sent, or looked for there. It never
// blocks, and passes over mail that is not to a customer, or has its copy.
func (f *Filer) File(m store.Mail) {
	switch {
	case m.Kind != store.MailCustomer || m.SavedCopy:
		return
	case !f.o.Ours:
		f.lookLater(m, 1)
		return
	}
	select {
	case f.toFile <- m:
	default: // it is looked for in the store once what waits is filed
		f.left.miss()
	}
}

const (
	pause    = time.Minute        // until a copy that could not be filed is tried again
	filedFor = 7 * 24 * time.Hour // an older mail has no copy filed any more
)

// Run files copies, until ctx is done: also those that were cut off when the program last
// ended. The server may be at work on one of them still, so it is given a moment before
// Sent is looked through.
func (f *Filer) Run(ctx context.Context) {
	f.left.miss()
	left := f.missed(ctx, nil)
	again := time.NewTimer(firstLook)
	defer again.Stop()
	for {
		f.left.leave(left)
		select {
		case <-ctx.Done():
			return
		case <-again.C:
			left = f.missed(ctx, f.fileLeft(ctx, left))
			again.Reset(pause)
		case m := <-f.toFile:
			if !f.filed(ctx, m, f.put) {
				left = append(left, m)
			}
		case l := <-f.toFind:
			if err := f.find(ctx, l); err != nil && ctx.Err() == nil {
				f.o.Log.Warn("could not look for the copy in Sent", "mail", l.mail.ID, "thread", l.mail.Thread, "error", err)
			}
		}
	}
}

// missed returns what is left to file: from the store where some of it was not taken up.
func (f *Filer) missed(ctx context.Context, left []store.Mail) []store.Mail {
	if !f.left.takeMissed() {
		return left
	}
	all, err := f.cutOff(ctx)
	if err != nil {
		if f.left.miss(); ctx.Err() == nil {
			f.o.Log.Error("looking for mails without a copy in Sent", "error", err)
		}
		return left
	}
	return all
}

// cutOff returns the mails to customers that left not long ago and have no copy in
// Sent by what the store knows, although it is ours to file.
func (f *Filer) cutOff(ctx context.Context) (left []store.Mail, err error) {
	if !f.o.Ours {
		return nil, nil
	}
	oldest := f.o.Now().Add(-filedFor)
	err = f.o.Store.View(ctx, func(tx store.Tx) error {
		left = nil
		return tx.LatestByStatus(store.MailSent, func(m store.Mail) bool {
			if m.Kind == store.MailCustomer && !m.SavedCopy {
				left = append(left, m)
			}
			return m.CreatedAt.After(oldest)
		})
	})
	return left, err
}

// fileLeft files what it can up to the first that fails, which comes last from then
// on: it must not hold up the others for ever.
func (f *Filer) fileLeft(ctx context.Context, left []store.Mail) []store.Mail {
	for i, m := range left {
		if !f.filed(ctx, m, f.putUnlessThere) {
			return append(left[i+1:], m)
		}
	}
	return nil
}

// filed reports whether a mail needs no more filing once it was filed.
func (f *Filer) filed(ctx context.Context, m store.Mail, file func(context.Context, store.Mail) error) bool {
	var done bool
	err := f.o.Store.View(ctx, func(tx store.Tx) error {
		now, err := tx.Mail(m.ID)
		done = now.SavedCopy || now.Erased // of which there is nothing to file
		return err
	})
	if err == nil && !done {
		if err = file(ctx, m); ctx.Err() == nil {
			f.left.tried(err)
		}
	}
	if err != nil && ctx.Err() == nil {
		f.o.Log.Warn("no copy filed in Sent yet", "mail", m.ID, "thread", m.Thread, "error", err)
	}
	return err == nil
}

// putUnlessThere files a copy unless it lies in Sent: it may, although nobody was told so.
func (f *Filer) putUnlessThere(ctx context.Context, m store.Mail) error {
	as, err := f.o.Sent.Find(ctx, m.MessageID)
	switch {
	case err != nil:
		return err
	case as == "":
		return f.put(ctx, m)
	}
	return f.lies(ctx, m, as)
}

func (f *Filer) put(ctx context.Context, m store.Mail) error {
	var raw []byte
	err := f.o.Store.View(ctx, func(tx store.Tx) (err error) {
		raw, err = tx.MailRaw(m.ID)
		return err
	})
	if err != nil {
		return err
	}
	if err := f.o.Sent.Append(ctx, raw); err != nil {
		return err
	}
	return f.lies(ctx, m)
}

// lies records that a copy is in Sent, and under which other names. Of a mail that was
// erased meanwhile nothing is recorded.
func (f *Filer) lies(ctx context.Context, m store.Mail, aliases ...string) error {
	failpoint.Before(failpoint.Filed)
	err := f.o.Store.Update(ctx, func(tx store.Tx) error {
		now, err := tx.Mail(m.ID)
		if err != nil || now.Erased {
			return err
		}
		now.SavedCopy = true
		return errors.Join(tx.PutMail(now), Learn(tx, now, aliases))
	})
	failpoint.After(failpoint.Filed)
	return err
}

// Package copies keeps a copy of each mail to a customer in the Sent folder of the customer
// mailbox, and learns the Message-ID of the copy. It files the copies, or looks for them if the
// provider files them. Sending never waits for a copy. A copy that cannot be filed is tried again
// for a week, also after a restart.
package copies

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/mailbox"
	"ppamaild/store"
)

// Options are the parts of a Filer.
type Options struct {
	Store  store.Store
	Claims queue.Claims
	Sent   *mailbox.Sent
	Ours   bool // the Filer files the copies; false: the provider does
	Now    func() time.Time
	Log    *slog.Logger
}

// Filer files copies, or looks for them. Its methods are safe for concurrent use.
type Filer struct {
	o      Options
	toFile chan store.Mail
	toFind chan lookup
	left   backlog
}

// New returns a Filer. The caller must call Run.
func New(o Options) *Filer {
	return &Filer{o: o, toFile: make(chan store.Mail, 64), toFind: make(chan lookup, 64)}
}

// File schedules filing or finding the copy of a sent mail. File never blocks, and ignores mail
// to staff, and mail with a known copy.
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
	default:
		f.left.miss() // Run finds the mail in the store later
	}
}

// LookAgain lets Run look for mails without a copy, such as those of a daemon that is gone.
func (f *Filer) LookAgain() { f.left.miss() }

const (
	retryPause = time.Minute        // before a copy that could not be filed is tried again
	maxAge     = 7 * 24 * time.Hour // of a mail that still gets a copy
)

// Run files copies until ctx ends. It begins with copies from before the last stop of the program.
// It waits a moment first, because the server may still be filing a copy.
func (f *Filer) Run(ctx context.Context) {
	f.left.miss()
	left := f.addMissed(ctx, nil)
	again := time.NewTimer(firstPause)
	defer again.Stop()
	for {
		f.left.set(left)
		select {
		case <-ctx.Done():
			return
		case <-again.C:
			left = f.addMissed(ctx, f.fileLeft(ctx, left))
			again.Reset(retryPause)
		case m := <-f.toFile:
			if !f.filed(ctx, m, f.put) {
				left = append(left, m)
			}
		case l := <-f.toFind:
			if err := f.find(ctx, l); err != nil && ctx.Err() == nil {
				f.o.Log.Warn("could not look for the copy in Sent",
					"mail", l.mail.ID, "thread", l.mail.Thread, "error", err)
			}
		}
	}
}

// addMissed returns the mails that still need a copy. It reads them from the store if File
// missed some.
func (f *Filer) addMissed(ctx context.Context, left []store.Mail) []store.Mail {
	if !f.left.takeMissed() {
		return left
	}
	all, err := f.withoutCopy(ctx)
	if err != nil {
		if f.left.miss(); ctx.Err() == nil {
			f.o.Log.Error("looking for mails without a copy in Sent", "error", err)
		}
		return left
	}
	return all
}

// withoutCopy returns the mails to customers of the last week for which the store knows no copy;
// nil if the provider files the copies.
func (f *Filer) withoutCopy(ctx context.Context) (left []store.Mail, err error) {
	if !f.o.Ours {
		return nil, nil
	}
	oldest := f.o.Now().Add(-maxAge)
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

// fileLeft files copies up to the first failure. The failed copy comes last from then on, so that
// the others are not held up.
func (f *Filer) fileLeft(ctx context.Context, left []store.Mail) []store.Mail {
	for i, m := range left {
		if !f.filed(ctx, m, f.putUnlessThere) {
			return append(left[i+1:], m)
		}
	}
	return nil
}

// filed calls file unless the mail has its copy, was erased, or another daemon files the copy. It
// reports whether the copy needs no more filing.
func (f *Filer) filed(
	ctx context.Context, m store.Mail, file func(context.Context, store.Mail) error,
) bool {
	err := queue.Holding(ctx, f.o.Claims, queue.CopyClaim(m.ID), func() error {
		var now store.Mail
		err := f.o.Store.View(ctx, func(tx store.Tx) (err error) {
			now, err = tx.Mail(m.ID)
			return err
		})
		if err != nil || now.Erased {
			return err
		}
		if !now.SavedCopy {
			err = file(ctx, m)
		}
		if ctx.Err() == nil { // Sent also took the copy of another daemon
			f.left.tried(err)
		}
		return err
	})
	if err != nil && ctx.Err() == nil && !errors.Is(err, queue.ErrElsewhere) {
		f.o.Log.Warn("no copy filed in Sent yet",
			"mail", m.ID, "thread", m.Thread, "error", err)
	}
	return err == nil
}

// putUnlessThere files a copy unless it is in Sent. The answer of the server to an earlier attempt
// may have been lost.
func (f *Filer) putUnlessThere(ctx context.Context, m store.Mail) error {
	sentAs, err := f.o.Sent.Find(ctx, m.MessageID)
	switch {
	case err != nil:
		return err
	case sentAs == "":
		return f.put(ctx, m)
	}
	return f.recordCopy(ctx, m, sentAs)
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
	return f.recordCopy(ctx, m)
}

// recordCopy records that Sent holds the copy of a mail, and the mail's aliases. A mail erased
// in the meantime is ignored.
func (f *Filer) recordCopy(ctx context.Context, m store.Mail, aliases ...string) error {
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

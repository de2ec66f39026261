package daemon

import (
	"context"
	"errors"
	"time"

	"ppamaild/failpoint"
	"ppamaild/store"
)

// fileCopy has a copy of a mail to a customer put into Sent, or looked for there
// where the provider files it. It does not hold up sending: what can't be filed now,
// or is not before the program ends, is filed later.
func (d *Daemon) fileCopy(ctx context.Context, m store.Mail) {
	if m.Kind != store.MailCustomer || m.SavedCopy {
		return
	}
	if !d.account(m.Role).SaveSent {
		d.lookLater(m, 1)
		return
	}
	select {
	case d.toFile <- m:
	case <-ctx.Done():
	default: // it is looked for in the store once what waits is filed
		d.copies.miss()
	}
}

const (
	copyPause = time.Minute        // until a copy that could not be filed is tried again
	copiesFor = 7 * 24 * time.Hour // an older mail has none filed any more
)

// copyLoop files copies, until ctx is done: also those that were cut off when the
// program last ended. The server may be at work on one of them still, so it is given
// a moment before Sent is looked through.
func (d *Daemon) copyLoop(ctx context.Context) {
	d.copies.miss()
	left := d.missed(ctx, nil)
	again := time.NewTimer(firstLook)
	defer again.Stop()
	for {
		d.copies.leave(left)
		select {
		case <-ctx.Done():
			return
		case <-again.C:
			left = d.missed(ctx, d.fileLeft(ctx, left))
			again.Reset(copyPause)
		case m := <-d.toFile:
			if !d.filed(ctx, m, d.putCopy) {
				left = append(left, m)
			}
		case l := <-d.toFind:
			if err := d.findCopy(ctx, l); err != nil && ctx.Err() == nil {
				d.log.Warn("could not look for the copy in Sent", "mail", l.mail.ID, "thread", l.mail.Thread, "error", err)
			}
		}
	}
}

// missed returns what is left to file: from the store where some of it was not taken up.
func (d *Daemon) missed(ctx context.Context, left []store.Mail) []store.Mail {
	if !d.copies.takeMissed() {
		return left
	}
	all, err := d.cutOff(ctx)
	if err != nil {
		if d.copies.miss(); ctx.Err() == nil {
			d.log.Error("looking for mails without a copy in Sent", "error", err)
		}
		return left
	}
	return all
}

// cutOff returns the mails to customers that left not long ago and have no copy in
// Sent by what the store knows, although it is ours to file.
func (d *Daemon) cutOff(ctx context.Context) (left []store.Mail, err error) {
	oldest := d.now().Add(-copiesFor)
	err = d.store.View(ctx, func(tx store.Tx) error {
		left = nil
		return tx.LatestByStatus(store.MailSent, func(m store.Mail) bool {
			if m.Kind == store.MailCustomer && !m.SavedCopy && d.account(m.Role).SaveSent {
				left = append(left, m)
			}
			return m.CreatedAt.After(oldest)
		})
	})
	return left, err
}

// fileLeft files what it can up to the first that fails, which comes last from then
// on: it must not hold up the others for ever.
func (d *Daemon) fileLeft(ctx context.Context, left []store.Mail) []store.Mail {
	for i, m := range left {
		if !d.filed(ctx, m, d.fileLate) {
			return append(left[i+1:], m)
		}
	}
	return nil
}

// filed reports whether a mail needs no more filing once it was filed.
func (d *Daemon) filed(ctx context.Context, m store.Mail, file func(context.Context, store.Mail) error) bool {
	var done bool
	err := d.store.View(ctx, func(tx store.Tx) error {
		now, err := tx.Mail(m.ID)
		done = now.SavedCopy || now.Erased // of which there is nothing to file
		return err
	})
	if err == nil && !done {
		if err = file(ctx, m); ctx.Err() == nil {
			d.copies.tried(err)
		}
	}
	if err != nil && ctx.Err() == nil {
		d.log.Warn("no copy filed in Sent yet", "mail", m.ID, "thread", m.Thread, "error", err)
	}
	return err == nil
}

// fileLate files a copy unless it lies in Sent: it may, although nobody was told so.
func (d *Daemon) fileLate(ctx context.Context, m store.Mail) error {
	as, err := d.sentFolders[m.Role].Find(ctx, m.MessageID)
	switch {
	case err != nil:
		return err
	case as == "":
		return d.putCopy(ctx, m)
	}
	return d.copyLies(ctx, m, as)
}

func (d *Daemon) putCopy(ctx context.Context, m store.Mail) error {
	var raw []byte
	err := d.store.View(ctx, func(tx store.Tx) (err error) {
		raw, err = tx.MailRaw(m.ID)
		return err
	})
	if err != nil {
		return err
	}
	if err := d.sentFolders[m.Role].Append(ctx, raw); err != nil {
		return err
	}
	return d.copyLies(ctx, m)
}

// copyLies records that a copy is in Sent, and under which other names. Of a mail that was
// erased meanwhile nothing is recorded.
func (d *Daemon) copyLies(ctx context.Context, m store.Mail, aliases ...string) error {
	return d.update(ctx, failpoint.Filed, func(tx store.Tx) error {
		now, err := tx.Mail(m.ID)
		if err != nil || now.Erased {
			return err
		}
		now.SavedCopy = true
		return errors.Join(tx.PutMail(now), learnAliases(tx, now, aliases))
	})
}

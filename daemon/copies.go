package daemon

import (
	"context"
	"errors"
	"time"

	"ppamaild/config"
	"ppamaild/failpoint"
	"ppamaild/store"
	"ppamaild/templates"
)

// fileCopy has a copy of a mail to a customer put into Sent, or looked for there
// where the provider files it. It does not hold up sending: a copy that is not
// filed because the program ends is only a copy.
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
	default:
		d.log.Warn("no copy filed in Sent: too many wait", "mail", m.ID)
	}
}

// copyLoop files copies, until ctx is done.
func (d *Daemon) copyLoop(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case m := <-d.toFile:
			if err := d.putCopy(ctx, m); err != nil && ctx.Err() == nil {
				d.log.Warn("no copy filed in Sent", "mail", m.ID, "thread", m.Thread, "error", err)
			}
		case l := <-d.toFind:
			if err := d.findCopy(ctx, l); err != nil && ctx.Err() == nil {
				d.log.Warn("could not look for the copy in Sent", "mail", l.mail.ID, "thread", l.mail.Thread, "error", err)
			}
		}
	}
}

func (d *Daemon) putCopy(ctx context.Context, m store.Mail) error {
	var raw []byte
	err := d.store.View(ctx, func(tx store.Tx) error {
		bytes, err := tx.MailRaw(m.ID)
		raw = append([]byte(nil), bytes...)
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

// copyLies records that a copy is in Sent, and under which other names.
func (d *Daemon) copyLies(ctx context.Context, m store.Mail, aliases ...string) error {
	return d.update(ctx, failpoint.Filed, func(tx store.Tx) error {
		now, err := tx.Mail(m.ID)
		if err != nil {
			return err
		}
		now.SavedCopy = true
		return errors.Join(tx.PutMail(now), learnAliases(tx, now, aliases))
	})
}

// alarmLoop tells staff when a mailbox has not been read for too long, once per
// silence.
func (d *Daemon) alarmLoop(ctx context.Context) {
	alarmed := make(map[int]bool)
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		for i := range d.watchers {
			silent, why := d.silent(i)
			if silent && !alarmed[i] {
				d.raiseAlarm(ctx, i, why)
			}
			alarmed[i] = silent
		}
	}
}

// watched is the account that a watcher reads; where both roles share one, there
// is only the first.
func (d *Daemon) watched(i int) config.MailboxAccount {
	if i == 0 {
		return d.cfg.Mailbox.Customer
	}
	return d.cfg.Mailbox.Agency
}

// lastRead returns when a mailbox was last read; zero where it was not, or a clock said
// when that has leapt since.
func (d *Daemon) lastRead(i int) time.Time {
	read := d.watchers[i].Status().LastRead
	if read.Before(d.clock.since()) || read.After(d.now()) {
		return time.Time{}
	}
	return read
}

func (d *Daemon) silent(i int) (bool, string) {
	s, last := d.watchers[i].Status(), d.lastRead(i)
	if last.IsZero() {
		last = d.clock.since()
	}
	if d.now().Sub(last) < d.watched(i).SilenceAlarm.Duration {
		return false, ""
	}
	if s.LastError == nil {
		return true, "the server answers, but the folder was not read"
	}
	return true, s.LastError.Error()
}

// raiseAlarm tells staff by mail, which leaves by SMTP and so may still work.
func (d *Daemon) raiseAlarm(ctx context.Context, i int, why string) {
	account := d.watched(i)
	d.log.Error("a mailbox can't be read", "mailbox", account.Address, "error", why)
	n := templates.Notice{Who: account.Address, Reason: why, When: d.when(d.watchers[i].Status().LastRead)}
	err := d.store.Update(ctx, func(tx store.Tx) error {
		for _, to := range d.everyone() {
			if err := d.postNotice(tx, to, "mailbox_silent", n, nil); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		d.log.Error("telling staff of the silent mailbox", "error", err)
		return
	}
	d.sendBell.ring()
}

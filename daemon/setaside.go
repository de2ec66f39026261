package daemon

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"

	"ppamaild/daemon/agency"
	"ppamaild/daemon/internal/guard"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/notify"
	"ppamaild/mailbox/message"
	"ppamaild/reading"
	"ppamaild/review"
	"ppamaild/store"
)

const (
	listLength = 100      // mails in one list; what is over goes into another
	listRead   = 64 << 10 // octets of a message, of which only the header is shown
)

// listedThrough returns the last message that a list covers.
func (r *run) listedThrough(ctx context.Context) (through uint64, err error) {
	err = r.d.store.View(ctx, func(tx store.Tx) error {
		through = 0
		for n := r.Head.Reviews; n > 0; n-- {
			rv, err := tx.Review(journal.AgencyThread, n)
			if err != nil {
				return err
			}
			if rv.Kind != review.KindSetAside { // such as a stranger's message
				continue
			}
			var list notify.SetAsideList
			err = json.Unmarshal(rv.Data, &list)
			through = list.Through
			return err
		}
		return nil
	})
	return through, err
}

// unlisted returns what was set aside, from a message on up to the first one that
// nothing was done with yet, as that may be set aside too. What concerns a thread
// is left out: staff were told when it came.
func (d *Daemon) unlisted(ctx context.Context, from uint64) (mails []notify.ListedMail, err error) {
	err = d.store.View(ctx, func(tx store.Tx) error {
		mails = nil
		var end uint64
		var failed error
		err := tx.InboundByStatus(store.InboundPending, 0, func(in store.Inbound) bool { end = in.ID; return false })
		if err != nil {
			return err
		}
		err = tx.InboundByStatus(store.InboundSetAside, from, func(in store.Inbound) bool {
			if end != 0 && in.ID > end {
				return false
			}
			if in.Thread == "" {
				var m notify.ListedMail
				m, failed = listed(tx, in)
				mails = append(mails, m)
			}
			return failed == nil
		})
		return errors.Join(err, failed)
	})
	return mails, err
}

// listed is a message as the list shows it.
func listed(tx store.Tx, in store.Inbound) (notify.ListedMail, error) {
	m := notify.ListedMail{Inbound: in.ID, Why: in.Reason}
	raw, err := tx.InboundRaw(in.ID)
	if err != nil {
		return m, err
	}
	msg, err := guard.RecoverPanic(func() (*message.Message, error) {
		return message.Parse(bytes.NewReader(raw), message.Limits{Bytes: listRead})
	})
	if err != nil {
		m.Subject = "(it can't be read)" // it could be when it was set aside
		return m, nil
	}
	m.From, m.Subject = strings.Join(agency.Addresses(msg.From), ", "), reading.Mask(msg.Subject)
	return m, nil
}

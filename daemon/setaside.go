package daemon

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"ppamaild/daemon/agency"
	"ppamaild/daemon/journal"
	"ppamaild/mailbox/message"
	"ppamaild/reading"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// setAsideList is what a review of the kind set_aside shows: mails by their
// number, from 1. It covers every message up to Through.
type setAsideList struct {
	Mails   []listedMail `json:"mails"`
	Through uint64       `json:"through"`
	// Waiting is what else the digest of that day tells.
	Waiting []templates.Section `json:"waiting,omitempty"`
}

type listedMail struct {
	Inbound uint64 `json:"inbound"`
	From    string `json:"from"`
	Subject string `json:"subject"`
	Why     string `json:"why"`
}

const (
	listLength = 100      // mails in one list; what is over goes into another
	listRead   = 64 << 10 // octets of a message, of which only the header is shown
)

// listedThrough returns the last message that a list covers.
func (r *run) listedThrough(ctx context.Context) (through uint64, err error) {
	err = r.d.store.View(ctx, func(tx store.Tx) error {
		through = 0
		for n := r.head.Reviews; n > 0; n-- {
			rv, err := tx.Review(journal.AgencyThread, n)
			if err != nil {
				return err
			}
			if rv.Kind != review.KindSetAside { // such as a stranger's message
				continue
			}
			var list setAsideList
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
func (d *Daemon) unlisted(ctx context.Context, from uint64) (mails []listedMail, err error) {
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
				var m listedMail
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
func listed(tx store.Tx, in store.Inbound) (listedMail, error) {
	m := listedMail{Inbound: in.ID, Why: in.Reason}
	raw, err := tx.InboundRaw(in.ID)
	if err != nil {
		return m, err
	}
	msg, err := careful(func() (*message.Message, error) {
		return message.Parse(bytes.NewReader(raw), message.Limits{Bytes: listRead})
	})
	if err != nil {
		m.Subject = "(it can't be read)" // it could be when it was set aside
		return m, nil
	}
	m.From, m.Subject = strings.Join(agency.Addresses(msg.From), ", "), reading.Mask(msg.Subject)
	return m, nil
}

// renderSetAside renders the list for one member of staff.
func (r *run) renderSetAside(rv store.Review, ref string) (templates.Mail, error) {
	var list setAsideList
	if err := json.Unmarshal(rv.Data, &list); err != nil {
		return templates.Mail{}, err
	}
	n := templates.Notice{When: r.d.Day(rv.CreatedAt), Sections: list.Waiting, Words: words(rv), Ref: ref}
	for i, m := range list.Mails {
		value := cmp.Or(m.From, "(nobody)") + ": " + cmp.Or(m.Subject, "(no subject)") + " (" + m.Why + ")"
		n.Candidates = append(n.Candidates, templates.Item{Label: strconv.Itoa(i + 1), Value: value})
	}
	return r.d.RenderNotice("digest", n)
}

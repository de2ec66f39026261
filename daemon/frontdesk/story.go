package frontdesk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"ppamaild/agent"
	"ppamaild/console"
	"ppamaild/daemon/history"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/reading"
	"ppamaild/report"
	"ppamaild/store"
)

// Story implements console.Stories. A long thread has a page without checkpoints.
func (d *Desk) Story(ctx context.Context, id string) (s console.Story, err error) {
	t, err := d.read(ctx, id)
	if err != nil {
		return s, err
	}
	var whole report.Thread
	var open []store.Review
	err = d.Store.View(ctx, func(tx store.Tx) (err error) {
		if whole, err = history.Read(tx, id); err != nil {
			return err
		}
		if open, err = tx.OpenReviews(id); err != nil {
			return err
		}
		if s.Letters, err = d.letters(tx, whole); err != nil {
			return err
		}
		if s.Holds, err = d.holds(tx, id); err != nil {
			return err
		}
		mails, err := tx.ThreadMail(id)
		for _, m := range mails {
			whole.Mails = append(whole.Mails, report.Mail{Mail: m})
		}
		return err
	})
	if err != nil {
		return s, err
	}
	for _, rv := range open {
		s.Open = append(s.Open, d.row(&t, rv))
	}
	d.fillStory(&s, &t)
	o := report.Options{
		Tools: d.Tools(t.head), Agency: d.Config.Agency.Name, Location: d.Location,
		Detail: report.Abridged, Words: d.StaffWords(),
	}
	if len(whole.Entries) > notify.MaxEntries {
		o.Detail = report.Outline
	}
	s.Report, err = report.View(whole, o)
	return s, err
}

// holds returns the holds on a thread.
func (d *Desk) holds(tx store.Tx, thread string) (on []console.Hold, err error) {
	all, err := tx.Holds()
	for _, h := range all {
		if h.On == thread {
			on = append(on, d.hold(h))
		}
	}
	return on, err
}

func (d *Desk) hold(h store.Hold) console.Hold {
	return console.Hold{On: h.On, By: d.Named(h.By), Since: d.When(h.At), Reason: h.Reason}
}

// fillStory adds the values of the head of a thread.
func (d *Desk) fillStory(s *console.Story, t *thread) {
	if s.Task = queue.IsTask(t.head); !s.Task {
		s.Customers = t.head.Participants
	}
	s.Owner, s.Status = d.ownerOf(t.head), d.Say("console.status."+string(t.head.Status))
	s.Code, s.Customer = string(t.head.Status), d.customer(t)
	s.Created, s.Changed = t.head.CreatedAt, t.head.UpdatedAt
}

// letters lists the mails between a customer and the agency. Mails to and from staff are absent,
// because their references authorize decisions.
func (d *Desk) letters(tx store.Tx, whole report.Thread) (all []console.Letter, err error) {
	for _, e := range whole.Entries {
		if e.Kind == journal.KindMovedOut {
			all = slices.DeleteFunc(all, func(l console.Letter) bool { return l.Ref == e.Ref })
		}
		if e.Source != store.SourceCustomer || e.Erased ||
			e.Kind != agent.KindMessage && e.Kind != journal.KindUnread {
			continue
		}
		l, is, err := d.received(tx, whole.Head.Thread, e)
		if err != nil {
			return nil, err
		}
		same := func(other console.Letter) bool { return other.Number == l.Number }
		if is && !slices.ContainsFunc(all, same) {
			all = append(all, l)
		}
	}
	mails, err := tx.ThreadMail(whole.Head.Thread)
	for _, m := range mails {
		if m.Kind == store.MailCustomer && !m.Erased {
			all = append(all, console.Letter{
				Number: m.ID, Sent: true, Who: d.Config.Agency.Name, When: d.When(m.CreatedAt),
				Subject: reading.Mask(m.Subject),
			})
		}
	}
	return all, err
}

// received is the message behind an entry. is is false for a message that left the thread, and
// for entries of old journals without a number.
func (d *Desk) received(
	tx store.Tx, thread string, e report.Entry,
) (l console.Letter, is bool, err error) {
	var m agent.CustomerMessage
	if err := json.Unmarshal(e.Payload, &m); err != nil {
		return l, false, fmt.Errorf("entry %d of %s: %w", e.Seq, thread, err)
	}
	in, err := tx.Inbound(m.Inbound)
	if errors.Is(err, store.ErrNotFound) {
		return l, false, nil
	}
	return console.Letter{
		Number: in.ID, Ref: e.Ref, Who: in.From, When: d.When(in.AcceptedAt),
		Subject: reading.Mask(m.Mail.Subject),
	}, in.Thread == thread && !in.Erased, err
}

// Letter implements console.Letters.
func (d *Desk) Letter(
	ctx context.Context, thread string, sent bool, number uint64,
) (file console.File, err error) {
	if _, err := d.read(ctx, thread); err != nil {
		return file, err
	}
	err = d.Store.View(ctx, func(tx store.Tx) error {
		whole, err := history.Read(tx, thread)
		if err != nil {
			return err
		}
		all, err := d.letters(tx, whole)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(all, func(l console.Letter) bool {
			return l.Sent == sent && l.Number == number
		}) {
			return console.ErrNotFound
		}
		raw, way := tx.InboundRaw, "received"
		if sent {
			raw, way = tx.MailRaw, "sent"
		}
		content, err := raw(number)
		file = console.File{
			Name: fmt.Sprintf("%s-%s-%d.eml", thread, way, number), Type: "message/rfc822",
			Content: slices.Clone(content),
		}
		return err
	})
	return file, err
}

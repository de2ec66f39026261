package backoffice

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ppamaild/config"
	"ppamaild/console/office"
	"ppamaild/daemon/admin"
	"ppamaild/daemon/history"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/storefile"
	"ppamaild/reading"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// Mailbox is the state of a watched mailbox.
type Mailbox struct {
	Address   string
	Connected bool
	Silent    string // why the mailbox was not read for too long; "" for a healthy mailbox
}

// maxListed bounds the mails and messages on the page.
const maxListed = 100

// State implements office.Operations. Its cost grows with the waiting work, not with the number
// of threads.
func (o *Office) State(ctx context.Context) (s office.State, err error) {
	s.Agents = o.Crew(ctx)
	if s.Reviews, err = o.Reviews(ctx); err != nil {
		return s, err
	}
	var restored store.Restoration
	err = o.Store.View(ctx, func(tx store.Tx) error {
		var failed error
		restored, failed = queue.Restoration(tx)
		return errors.Join(failed, o.mails(tx, &s), o.messages(tx, &s))
	})
	if err != nil {
		return s, err
	}
	s.Held = !restored.At.IsZero() && restored.Released.IsZero()
	s.Copied = storefile.CanCopy(o.Config)
	disk, err := o.disk()
	s.Parts = slices.Concat(o.mailboxes(), o.services(), disk, o.restoration(restored))
	return s, err
}

func (o *Office) part(label string, bad bool, value string, words ...string) office.Part {
	value = o.Say("console.part."+value, words...)
	return office.Part{Label: o.Say("console.part." + label), Value: value, Bad: bad}
}

// mailboxes has the mailboxes that this daemon reads.
func (o *Office) mailboxes() (parts []office.Part) {
	for _, m := range o.Mailboxes() {
		p := office.Part{Label: m.Address, Value: o.Say("console.part.watched")}
		switch {
		case m.Silent != "":
			p.Value, p.Bad = m.Silent, true
		case !m.Connected:
			p.Value, p.Bad = o.Say("console.part.disconnected"), true
		}
		parts = append(parts, p)
	}
	if parts == nil {
		parts = append(parts, o.part("mailboxes", false, "elsewhere"))
	}
	return parts
}

// services names the model and the carrier.
func (o *Office) services() []office.Part {
	planner := o.part("planner", false, "rules")
	if p := o.Config.Planner; p.Kind == config.PlannerLLM {
		planner.Value = p.Model
	}
	c := o.Config.Carrier
	name := c.Name
	if name == "" || name == config.Default().Carrier.Name { // "the carrier" says nothing
		name = string(c.Kind)
	}
	return []office.Part{planner, {Label: o.Say("console.part.carrier"), Value: name}}
}

// minFree is the free space that a page warns of, in bytes.
const minFree = 1 << 30

func (o *Office) disk() ([]office.Part, error) {
	octets, err := storefile.Size(o.Config)
	parts := []office.Part{{Label: o.Say("console.part.store"), Value: size(uint64(octets))}}
	if o.Config.Store.Backend == config.BackendPostgres { // its disk may be another machine's
		return parts, err
	}
	left, known, unknown := storefile.Free(o.Config.Store.Path)
	if known {
		free := office.Part{Label: o.Say("console.part.free"), Value: size(left)}
		free.Bad = left < minFree
		parts = append(parts, free)
	}
	return parts, errors.Join(err, unknown)
}

func size(n uint64) string {
	if n < 1e9 {
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(n)/1e9)
}

func (o *Office) restoration(r store.Restoration) []office.Part {
	switch {
	case r.At.IsZero():
		return nil
	case r.Released.IsZero():
		return []office.Part{o.part("restore", true, "held", r.By, o.When(r.At))}
	}
	by, at := o.Named(r.ReleasedBy), o.When(r.Released)
	return []office.Part{o.part("restore", false, "released", by, at)}
}

// mails counts the mails that did not leave, and lists the mails that need a person.
func (o *Office) mails(tx store.Tx, s *office.State) (err error) {
	for _, status := range []store.MailStatus{
		store.MailFailed, store.MailUncertain, store.MailRetrying, store.MailQueued,
		store.MailSending,
	} {
		n := 0
		err = errors.Join(err, tx.LatestByStatus(status, func(m store.Mail) bool {
			n++
			needed := status != store.MailQueued && status != store.MailSending
			if needed && len(s.Mails) < maxListed {
				s.Mails = append(s.Mails, o.mail(history.Masked(m)))
			}
			s.More = s.More || needed && len(s.Mails) == maxListed
			return true
		}))
		s.Outbox = append(s.Outbox, templates.Item{
			Label: o.Say("console.mail." + string(status)), Value: strconv.Itoa(n),
		})
	}
	for i, m := range s.Mails {
		if m.Uncertain && m.Thread != "" {
			open, failed := tx.OpenReviews(m.Thread)
			for _, rv := range open {
				if rv.Kind == review.KindMail && rv.Mail == m.ID {
					s.Mails[i].Review = rv.Number
				}
			}
			err = errors.Join(err, failed)
		}
	}
	return err
}

func (o *Office) mail(m store.Mail) office.Mail {
	return office.Mail{
		ID: m.ID, Thread: m.Thread, To: strings.Join(m.To, ", "), Subject: reading.Mask(m.Subject),
		Status: o.Say("console.mail." + string(m.Status)), When: o.When(m.CreatedAt),
		Error: m.LastError, Uncertain: m.Status == store.MailUncertain,
	}
}

// messages lists the quarantined messages, oldest first.
func (o *Office) messages(tx store.Inbounds, s *office.State) error {
	return tx.InboundByStatus(store.InboundQuarantined, 0, func(in store.Inbound) bool {
		s.Messages = append(s.Messages, office.Message{
			ID: in.ID, From: in.From, When: o.When(in.AcceptedAt), Reason: reading.Mask(in.Reason),
		})
		return len(s.Messages) < maxListed
	})
}

// RetryMail implements office.Operations.
func (o *Office) RetryMail(ctx context.Context, id uint64, by string) error {
	_, err := o.orders.RetryMail(ctx, id, by)
	return refused(err)
}

// DropMail implements office.Operations.
func (o *Office) DropMail(ctx context.Context, id uint64, by string) error {
	_, err := o.orders.DropMail(ctx, id, by)
	return refused(err)
}

// Retry implements office.Operations.
func (o *Office) Retry(ctx context.Context, id, by string) error {
	_, err := o.orders.Retry(ctx, id, by)
	return refused(err)
}

// SetAside implements office.Operations.
func (o *Office) SetAside(ctx context.Context, id uint64, by string) error {
	return refused(o.orders.SetAside(ctx, id, "", by))
}

// Merge implements office.Threads.
func (o *Office) Merge(ctx context.Context, from, into, by string) error {
	_, err := o.orders.Correct(ctx, admin.Correction{From: from, Into: into, By: by})
	return refused(err)
}

// Note implements office.Threads.
func (o *Office) Note(ctx context.Context, thread, by, text string) error {
	return refused(o.orders.Note(ctx, thread, by, text))
}

// Move implements office.Threads.
func (o *Office) Move(ctx context.Context, m office.MoveOrder) (string, error) {
	done, err := o.orders.Correct(ctx, admin.Correction{
		From: m.From, Into: m.Into, Messages: m.Messages, By: m.By,
	})
	return done.Into, refused(err)
}

// Release implements office.Operations.
func (o *Office) Release(ctx context.Context, by string) error {
	_, err := o.orders.Release(ctx, by)
	if err == nil {
		o.Signals.Changed.Add(journal.AgencyThread)
	}
	return refused(err)
}

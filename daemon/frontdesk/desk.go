package frontdesk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ppamaild/agent"
	"ppamaild/config"
	"ppamaild/console"
	"ppamaild/console/apitoken"
	"ppamaild/daemon/agency"
	"ppamaild/daemon/internal/configured"
	"ppamaild/daemon/internal/deps"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/quote"
	"ppamaild/store"
	"ppamaild/templates"
)

// Options are the parts of a Desk. All fields are required.
type Options struct {
	Deps  *deps.Deps
	Known func(*agent.State) quote.Case // the facts of a thread
	Tools func(store.Head) []agent.Tool // of the workflow of a thread
	Feed  *console.Feed
	Count Counter
	Hold  time.Duration // before an approved mail leaves, for UNDO

	Alive func(context.Context) error // returns store.ErrUnavailable if the database is down

	Reassign func(context.Context) // gives open reviews of absent staff to colleagues
}

// Counter counts the entries of journals.
type Counter interface {
	Load(ctx context.Context) error
	// Behind reports whether a thread may have entries to count.
	Behind(h store.Head) bool
	Count(ctx context.Context, thread string) error
	CaughtUp()
	// Ready reports whether CaughtUp was called.
	Ready() bool
	Save(ctx context.Context) error
}

// Desk implements console.Desk.
type Desk struct {
	*deps.Deps
	Options
	index *index
}

// New returns a desk.
func New(o Options) *Desk {
	return &Desk{Deps: o.Deps, Options: o, index: newIndex()}
}

// thread is a thread at one moment.
type thread struct {
	head     store.Head
	state    agent.State
	restored store.Restoration
	waits    bool // an event waits in the queue
}

// read reads a thread. It returns console.ErrNotFound for an unknown and an erased thread.
func (d *Desk) read(ctx context.Context, id string) (thread, error) {
	return queue.Read(ctx, d.Store, func(tx store.Tx) (thread, error) { return readThread(tx, id) })
}

// readOpen is read, together with the open reviews.
func (d *Desk) readOpen(
	ctx context.Context, id string,
) (t thread, open []store.Review, err error) {
	err = d.Store.View(ctx, func(tx store.Tx) (err error) {
		if t, err = readThread(tx, id); err == nil {
			open, err = tx.OpenReviews(id)
		}
		return err
	})
	return t, open, err
}

func readThread(tx store.Tx, id string) (t thread, err error) {
	if t.head, err = tx.Head(id); err == nil && !t.head.Erased.IsZero() {
		err = store.ErrNotFound
	}
	if errors.Is(err, store.ErrNotFound) {
		return t, fmt.Errorf("%s: %w", id, console.ErrNotFound)
	}
	if err != nil {
		return t, err
	}
	if t.state, err = agent.DecodeState(t.head.State); err != nil {
		return t, err
	}
	if t.restored, err = queue.Restoration(tx); err != nil {
		return t, err
	}
	_, _, err = tx.NextEvent(id)
	if t.waits = err == nil; errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	return t, err
}

// view is the thread as the mails about the thread show it.
func (d *Desk) view(t *thread) *notify.View {
	return &notify.View{
		Writer: d.Writer, Store: d.Store, Head: t.head, State: &t.state,
		Restored: t.restored.Reconciled, Tools: d.Tools(t.head), Known: d.Known,
		WithoutStory: true,
	}
}

// update is Update for a page. On a full disk, update gives up after a while instead of waiting
// for space.
func (d *Desk) update(
	ctx context.Context, at failpoint.Boundary, fn func(store.Tx) error,
) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return d.Update(ctx, at, fn)
}

// StoreAnswers implements console.Store.
func (d *Desk) StoreAnswers(ctx context.Context) error { return d.Alive(ctx) }

// sessions is the name of the record with the sessions of the console.
const sessions = "console sessions"

// Load implements console.Store.
func (d *Desk) Load(ctx context.Context) ([]byte, error) {
	raw, err := queue.Read(ctx, d.Store, func(tx store.Tx) ([]byte, error) {
		return tx.Secret(sessions)
	})
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return raw, err
}

// Change implements console.Store.
func (d *Desk) Change(ctx context.Context, change func([]byte) ([]byte, error)) error {
	return d.update(ctx, failpoint.Session, func(tx store.Tx) error {
		raw, err := tx.Secret(sessions)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		changed, err := change(raw)
		if err != nil {
			return err
		}
		return tx.PutSecret(sessions, changed)
	})
}

// SendCode implements console.Postman. The mail goes through the outbox like any notice.
func (d *Desk) SendCode(ctx context.Context, to, code, link string) error {
	n := templates.Notice{What: code}
	n.Buttons = templates.Buttons{{Word: "ACCEPT", Label: d.Say("console.fill_in"), URL: link}}
	err := d.update(ctx, failpoint.Session, func(tx store.Tx) error {
		return d.PostNotice(tx, to, "sign_in", n, nil)
	})
	d.Signals.Sending.Notify()
	return err
}

// FindToken implements api.Desk.
func (d *Desk) FindToken(
	ctx context.Context, secret string,
) (t apitoken.Token, is bool, err error) {
	err = d.Store.View(ctx, func(tx store.Tx) error {
		t, is, err = apitoken.Find(tx, secret)
		return err
	})
	return t, is, err
}

// maxAway bounds an absence in days, against a mistyped year.
const maxAway = 366

// Choice implements console.Choices.
func (d *Desk) Choice(by string) console.Choice {
	is := d.Staff.Choices.Of(by)
	c := console.Choice{
		Notify: string(is.Notify), Configured: string(d.Staff.Configured(by)),
		Today: d.Now().In(d.Location).Format(time.DateOnly),
	}
	if !is.AwayUntil.IsZero() {
		c.Away = is.AwayUntil.In(d.Location).Format(time.DateOnly)
	}
	return c
}

// awayUntil is the day on which a member returns; "" for a present member.
func (d *Desk) awayUntil(address string) string {
	until := d.Staff.Choices.Of(address).AwayUntil
	if until.IsZero() {
		return ""
	}
	return d.Date(until)
}

// Absences implements console.Choices.
func (d *Desk) Absences() (all []console.Absence) {
	for _, m := range d.Staff.Staff {
		if until := d.awayUntil(m.Address); until != "" {
			all = append(all, console.Absence{
				Address: m.Address, Name: d.Named(m.Address), Until: until,
			})
		}
	}
	return all
}

// Choose implements console.Choices. Open reviews that only away members were asked about go to
// colleagues.
func (d *Desk) Choose(ctx context.Context, by string, c console.Choice) error {
	one := configured.Choice{Notify: config.Notify(c.Notify)}
	switch one.Notify {
	case "", config.NotifyAll, config.NotifyMine, config.NotifyDigest:
	default:
		return fmt.Errorf("notify %q: %w", c.Notify, console.ErrChoice)
	}
	if c.Away != "" {
		day, err := time.ParseInLocation(time.DateOnly, c.Away, d.Location)
		if err != nil || !day.After(d.Now()) || day.After(d.Now().AddDate(0, 0, maxAway)) {
			return fmt.Errorf("away until %q: %w", c.Away, console.ErrChoice)
		}
		one.AwayUntil = day
	}
	err := d.Staff.Choices.Set(by, one, func(all []byte) error {
		return d.update(ctx, failpoint.Session, func(tx store.Tx) error {
			return agency.SaveChoices(tx, all)
		})
	})
	if err == nil {
		d.Log.Info("console: a member chose mails",
			"by", by, "notify", c.Notify, "away_until", c.Away)
		d.Reassign(ctx)
	}
	return err
}

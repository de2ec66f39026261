package frontdesk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/console"
	"ppamaild/console/office"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/store"
)

// Customers shows customers with all their threads.
type Customers struct{ *Desk }

// Customer shows all threads of an address, the data of the latest quote, and all quotes.
func (d *Customers) Customer(ctx context.Context, address string) (one office.Customer, err error) {
	threads, holds, err := d.threadsOf(ctx, address)
	if err != nil {
		return one, err
	}
	if len(threads)+len(holds) == 0 {
		return one, fmt.Errorf("%s: %w", address, console.ErrNotFound)
	}
	one = office.Customer{Address: address, More: max(0, len(threads)-pageSize)}
	for _, h := range holds {
		one.Holds = append(one.Holds, d.hold(h))
	}
	for _, t := range threads[:min(len(threads), pageSize)] {
		rows, err := d.rows(ctx, t.head.Thread, console.Query{})
		if err == nil {
			err = d.addQuotes(ctx, &one, &t)
		}
		if err != nil && !errors.Is(err, console.ErrNotFound) {
			return one, err
		}
		one.Rows = append(one.Rows, rows...)
		one.Name = cmp.Or(one.Name, d.customer(&t))
		if v := d.view(&t); one.Thread == "" && t.state.Task == nil {
			one.Thread, one.Known = t.head.Thread, letters.Basis(v.Case(), d.StaffWords())
		}
	}
	slices.Reverse(one.Quotes)
	return one, nil
}

// threadsOf returns the threads of an address, the latest change first, and all holds on the
// address and these threads.
func (d *Customers) threadsOf(
	ctx context.Context, address string,
) (threads []thread, holds []store.Hold, err error) {
	err = d.Store.View(ctx, func(tx store.Tx) error {
		var failed error
		err := tx.HeadsOf(address, func(h store.Head) bool {
			t, err := readThread(tx, h.Thread)
			switch {
			case err == nil:
				threads = append(threads, t)
			case !errors.Is(err, console.ErrNotFound):
				failed = err
			}
			return failed == nil
		})
		if err = errors.Join(err, failed); err != nil {
			return err
		}
		all, err := tx.Holds()
		for _, h := range all {
			held := func(t thread) bool { return t.head.Thread == h.On }
			if h.On == address || slices.ContainsFunc(threads, held) {
				holds = append(holds, h)
			}
		}
		return err
	})
	slices.SortFunc(threads, func(a, b thread) int {
		return cmp.Or(b.head.UpdatedAt.Compare(a.head.UpdatedAt),
			cmp.Compare(a.head.Thread, b.head.Thread))
	})
	return threads, holds, err
}

// addQuotes adds the quotes of a thread, the latest first.
func (d *Customers) addQuotes(ctx context.Context, one *office.Customer, t *thread) error {
	all, err := queue.Read(ctx, d.Store, func(tx store.Tx) ([]store.Review, error) {
		return tx.Reviews(t.head.Thread)
	})
	if err != nil {
		return err
	}
	v := d.view(t)
	all = slices.DeleteFunc(all, func(rv store.Review) bool {
		return rv.Step != "quote" || rv.Erased || !notify.IsStep(rv)
	})
	proposals := make([]agent.Proposal, len(all))
	for i, rv := range all {
		if proposals[i], err = v.Proposal(rv); err != nil {
			return err
		}
	}
	quotes, err := pastQuotes(ctx, v, proposals...)
	for i, rv := range slices.Backward(all) {
		title, outcome := v.StepTitle(proposals[i]), d.Say("console.status.awaiting_review")
		if rv.Status != store.ReviewOpen {
			title, outcome = pastTitle(v, proposals[i], quotes), d.outcome(rv, "")
		}
		one.Quotes = append(one.Quotes, office.Quoted{
			Thread: rv.Thread, Review: rv.Number, When: d.When(rv.CreatedAt),
			Title: title, Outcome: outcome,
		})
	}
	return err
}

// AgencyReviews returns the open reviews of the agency itself: mail set aside, a restore.
func (d *Customers) AgencyReviews(ctx context.Context) (rows []console.Row, err error) {
	all, err := d.rows(ctx, journal.AgencyThread, console.Query{})
	if errors.Is(err, console.ErrNotFound) {
		err = nil
	}
	for _, row := range all {
		if row.Review > 0 {
			rows = append(rows, row)
		}
	}
	return rows, err
}

package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"ppamaild/agent"
	"ppamaild/config"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// Once a day staff get one mail on all that waits, for them or for others, with the
// list of what was set aside; where there is nothing of either they get none.
// Whatever waits has a timer, so the timers say where to look: threads that are at
// rest cost nothing.

const (
	digestLines  = 50      // in one section; how many more there are is said below them
	digestTimers = 100_000 // that are looked at, those due first
	digestSpan   = 24 * time.Hour
)

// digest sends the digest. Of a long list of what was set aside, each part is a
// review of its own, and the first has the rest of the digest.
func (r *run) digest(ctx context.Context) error {
	from, err := r.listedThrough(ctx)
	if err != nil {
		return err
	}
	mails, err := r.d.unlisted(ctx, from+1)
	if err != nil {
		return err
	}
	sections, err := r.d.waiting(ctx)
	if err != nil {
		return err
	}
	if len(mails) == 0 && len(sections) > 0 {
		return r.tellDigest(sections)
	}
	for part := range slices.Chunk(mails, listLength) {
		data, err := json.Marshal(notify.SetAsideList{Mails: part, Through: part[len(part)-1].Inbound, Waiting: sections})
		if err != nil {
			return err
		}
		if err := r.openReview(ctx, store.Review{Kind: review.KindSetAside, Data: data}); err != nil {
			return err
		}
		r.noteListed(part)
		sections = nil
	}
	return nil
}

func (r *run) noteListed(part []notify.ListedMail) {
	l := journal.Listed{Review: r.Head.Reviews}
	for _, m := range part {
		l.Inbound = append(l.Inbound, m.Inbound)
	}
	r.note(store.SourceSystem, journal.KindListed, "", "", l)
}

// tellDigest sends a digest that there is nothing to answer to.
func (r *run) tellDigest(sections []templates.Section) error {
	n := templates.Notice{When: r.d.Day(r.now()), Sections: sections}
	for _, to := range r.d.Staff.Everyone() {
		m, err := r.d.NoticeMail(journal.AgencyThread, to, "digest", n, nil)
		if err != nil {
			return err
		}
		r.Mails = append(r.Mails, m)
	}
	return nil
}

// waits is a line of the digest.
type waits struct {
	since time.Time
	what  string
}

// waiting gathers what waits, by whom for; sections that would be empty are left out.
func (d *Daemon) waiting(ctx context.Context) (sections []templates.Section, err error) {
	stock, err := queue.Read(ctx, d.store, d.takeStock)
	for _, s := range []struct {
		title string
		lines []waits
	}{
		{"Waiting for a decision", stock.reviews}, {"Handed over to you", stock.handedOver},
		{"Waiting for the customer", stock.customers}, {"Mail that has not left", stock.mails},
	} {
		if len(s.lines) > 0 {
			sections = append(sections, d.section(s.title, s.lines))
		}
	}
	if err != nil || d.Config.Planner.Kind != config.PlannerLLM {
		return sections, err
	}
	spent, err := d.spentLately(ctx)
	return append(sections, spent...), err
}

// spentLately tells what the planner spent on the threads that changed within the
// last day, since each of them began; nothing where that is nothing.
func (d *Daemon) spentLately(ctx context.Context) ([]templates.Section, error) {
	var threads int
	var total agent.Usage
	err := d.store.View(ctx, func(tx store.Tx) error {
		var failed error
		threads, total = 0, agent.Usage{}
		err := tx.Heads(func(h store.Head) bool {
			if h.UpdatedAt.Before(d.Now().Add(-digestSpan)) {
				return true
			}
			var s agent.State
			s, failed = agent.DecodeState(h.State)
			if spent := s.AgentScratchpad.Usage; spent.Requests > 0 {
				threads, total = threads+1, total.Plus(spent)
			}
			return failed == nil
		})
		return errors.Join(err, failed)
	})
	if threads == 0 || err != nil {
		return nil, err
	}
	which := "one thread that has changed since yesterday, since it began"
	if threads > 1 {
		which = fmt.Sprintf("the %d threads that have changed since yesterday, since they began", threads)
	}
	return []templates.Section{{Title: "Spent on the language model", Text: "For " + which + ": " + total.String()}}, nil
}

func (d *Daemon) section(title string, lines []waits) templates.Section {
	slices.SortStableFunc(lines, func(a, b waits) int { return a.since.Compare(b.since) })
	s := templates.Section{Title: title}
	for _, l := range lines[:min(len(lines), digestLines)] {
		s.Items = append(s.Items, templates.Item{Label: age(d.Now().Sub(l.since)), Value: l.what})
	}
	if more := len(lines) - digestLines; more > 0 {
		s.Text = fmt.Sprintf("and %d more", more)
	}
	return s
}

// age says how long something has waited, in its largest unit, rounded down.
func age(d time.Duration) string {
	switch days, hours := int(d/(24*time.Hour)), int(d/time.Hour); {
	case days > 1:
		return fmt.Sprintf("%d days", days)
	case hours > 1:
		return fmt.Sprintf("%d hours", hours)
	case hours == 1:
		return "1 hour"
	}
	return "under an hour"
}

package upkeep

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"ppamaild/agent"
	"ppamaild/config"
	"ppamaild/daemon/internal/deps"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/daemon/timers"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// Digest mails staff once a day what waits, with the list of messages that were set aside. If
// nothing waits and nothing was set aside, no mail leaves. Everything that waits has a timer, so
// the timers show where to look, and idle threads cost nothing.
type Digest struct{ *deps.Deps }

// Timers returns the handler by the name of the timer.
func (d *Digest) Timers() map[string]runner.TimerHandler {
	return map[string]runner.TimerHandler{
		timers.Digest: func(ctx context.Context, t *runner.Turn, _ queue.TimerEvent, _ int) error {
			return d.send(ctx, t)
		},
	}
}

const (
	digestTimers = 100_000        // the limit of timers that a digest reads, soonest first
	digestSpan   = 24 * time.Hour // how far back a digest reports failed mails and token usage
	listLength   = 100            // mails in one list of messages that were set aside
)

// send sends the digest. Each part of a long list of messages that were set aside is a review of
// its own. The first part contains the rest of the digest.
func (d *Digest) send(ctx context.Context, t *runner.Turn) error {
	from, err := d.listedThrough(ctx, t)
	if err != nil {
		return err
	}
	mails, err := d.unlisted(ctx, from+1)
	if err != nil {
		return err
	}
	sections, err := d.waiting(ctx)
	if err != nil {
		return err
	}
	if len(mails) == 0 && len(sections) > 0 {
		return d.sendNotice(t, sections)
	}
	for part := range slices.Chunk(mails, listLength) {
		data, err := json.Marshal(notify.SetAsideList{
			Mails:   part,
			Through: part[len(part)-1].Inbound,
			Waiting: sections,
		})
		if err != nil {
			return err
		}
		list := store.Review{Kind: review.KindSetAside, Data: data}
		if err := t.OpenReview(ctx, list); err != nil {
			return err
		}
		d.noteListed(t, part)
		sections = nil
	}
	return nil
}

func (d *Digest) noteListed(t *runner.Turn, part []notify.ListedMail) {
	l := journal.Listed{Review: t.Head.Reviews}
	for _, m := range part {
		l.Inbound = append(l.Inbound, m.Inbound)
	}
	t.Note(store.SourceSystem, journal.KindListed, "", "", l)
}

// sendNotice sends a digest that needs no answer.
func (d *Digest) sendNotice(t *runner.Turn, sections []templates.Section) error {
	n := templates.Notice{When: d.Day(t.Now()), Sections: sections}
	for _, to := range d.Staff.ToNotify() {
		m, err := d.NoticeMail(journal.AgencyThread, to, "digest", n, nil)
		if err != nil {
			return err
		}
		t.Mails = append(t.Mails, m)
	}
	return nil
}

// waiting returns a section for each kind of waiting work, without empty sections.
func (d *Digest) waiting(ctx context.Context) (sections []templates.Section, err error) {
	b, err := queue.Read(ctx, d.Store, d.findBacklog)
	for _, s := range []struct {
		phrase string
		lines  []notify.Waiting
	}{
		{"upkeep.for_decision", b.reviews},
		{"upkeep.handed_over", b.handedOver},
		{"upkeep.for_customer", b.customers},
		{"upkeep.quote_ends", b.quotes},
		{"upkeep.unsent", b.mails},
		{"upkeep.quarantined", b.messages},
	} {
		if len(s.lines) > 0 {
			sections = append(sections, d.Section(d.Say(s.phrase), s.lines))
		}
	}
	if err != nil || d.Config.Planner.Kind != config.PlannerLLM {
		return sections, err
	}
	usage, err := d.recentUsage(ctx)
	return append(sections, usage...), err
}

// recentUsage returns a section with the token usage of all threads that changed during the last
// digestSpan. The usage of each thread counts from its start. If there is no usage, there is no
// section.
func (d *Digest) recentUsage(ctx context.Context) ([]templates.Section, error) {
	var threads int
	var total agent.Usage
	err := d.Store.View(ctx, func(tx store.Tx) error {
		threads, total = 0, agent.Usage{}
		var failed error
		err := store.EachLatest(tx, "", "", func(h store.Head) bool {
			if h.UpdatedAt.Before(d.Now().Add(-digestSpan)) {
				return false
			}
			var s agent.State
			s, failed = agent.DecodeState(h.State)
			if usage := s.AgentScratchpad.Usage; usage.Requests > 0 {
				threads, total = threads+1, total.Plus(usage)
			}
			return failed == nil
		})
		return errors.Join(err, failed)
	})
	if threads == 0 || err != nil {
		return nil, err
	}
	text := d.Say("upkeep.spent_on_one", total.String())
	if threads > 1 {
		text = d.Say("upkeep.spent_on_many", fmt.Sprint(threads), total.String())
	}
	return []templates.Section{{Title: d.Say("upkeep.spent"), Text: text}}, nil
}

// listedThrough returns the number of the last message that an earlier list covers.
func (d *Digest) listedThrough(ctx context.Context, t *runner.Turn) (through uint64, err error) {
	err = d.Store.View(ctx, func(tx store.Tx) error {
		through = 0
		for n := t.Head.Reviews; n > 0; n-- {
			rv, err := tx.Review(journal.AgencyThread, n)
			if err != nil {
				return err
			}
			if rv.Kind != review.KindSetAside {
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

// unlisted returns the messages that were set aside and not listed yet, beginning with message
// from. It stops at the first pending message, which may still be set aside. Messages of a
// thread, and messages that a person set aside, are left out, because staff know of them.
func (d *Digest) unlisted(ctx context.Context, from uint64) (mails []notify.ListedMail, err error) {
	err = d.Store.View(ctx, func(tx store.Tx) error {
		mails = nil
		var pending uint64
		var failed error
		err := tx.InboundByStatus(store.InboundPending, 0, func(in store.Inbound) bool {
			pending = in.ID
			return false
		})
		if err != nil {
			return err
		}
		err = tx.InboundByStatus(store.InboundSetAside, from, func(in store.Inbound) bool {
			if pending != 0 && in.ID > pending {
				return false
			}
			if in.Thread == "" && in.ByHand == "" {
				var m notify.ListedMail
				m, failed = d.Listed(tx, in)
				mails = append(mails, m)
			}
			return failed == nil
		})
		return errors.Join(err, failed)
	})
	return mails, err
}

package frontdesk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/console"
	"ppamaild/daemon/notify"
	"ppamaild/review"
	"ppamaild/store"
)

// pageSize is the number of threads on a page of the inbox.
const pageSize = 50

// Threads implements console.Inbox. It reads only the threads of the page.
func (d *Desk) Threads(ctx context.Context, q console.Query) (list console.List, err error) {
	var ids []string
	if q.Size > 0 {
		ids, list, err = d.index.next(q)
	} else {
		ids, list = d.index.find(q)
	}
	if err != nil {
		return list, err
	}
	for _, id := range ids {
		rows, err := d.rows(ctx, id, q)
		if errors.Is(err, console.ErrNotFound) {
			d.index.remove(id)
			continue
		}
		if err != nil {
			return list, err
		}
		list.Rows = append(list.Rows, rows...)
	}
	return list, nil
}

// shownRows are the rows of a thread. Their making takes time, so an entry of the index keeps
// them until the thread changes.
type shownRows struct {
	quiet   shownRow   // of a thread without an open review
	reviews []shownRow // one for each open review
}

// shownRow is a row without its age.
type shownRow struct {
	console.Row
	at    time.Time // when the age begins
	staff []string  // of the review
}

// rows are the rows of a thread: one for each open review, or a single row.
func (d *Desk) rows(
	ctx context.Context, id string, q console.Query,
) (rows []console.Row, err error) {
	kept := d.index.rowsOf(id)
	all := kept.Load()
	if all == nil {
		if all, err = d.readRows(ctx, id); err != nil {
			return nil, err
		}
		kept.Store(all)
	}
	add := func(s shownRow) {
		s.Since = d.Age(d.Now().Sub(s.at))
		rows = append(rows, s.Row)
	}
	for _, s := range all.reviews {
		if q.Tab == console.TabTasks {
			break
		}
		if q.Tab != console.TabMine || slices.Contains(s.staff, q.By) {
			add(s)
		}
	}
	if rows == nil {
		add(all.quiet)
	}
	return rows, nil
}

func (d *Desk) readRows(ctx context.Context, id string) (*shownRows, error) {
	t, open, err := d.readOpen(ctx, id)
	if err != nil {
		return nil, err
	}
	all := &shownRows{quiet: shownRow{Row: d.quietRow(&t), at: t.head.UpdatedAt}}
	for _, rv := range open {
		all.reviews = append(all.reviews, shownRow{d.row(&t, rv), rv.CreatedAt, rv.Staff})
	}
	return all, nil
}

// quietRow is the row of a thread without an open review.
func (d *Desk) quietRow(t *thread) console.Row {
	return console.Row{
		Thread:   t.head.Thread,
		Title:    cmp.Or(t.head.Subject, t.head.Thread),
		Customer: d.customer(t),
		Status:   d.Say("console.status." + string(t.head.Status)),
		Code:     string(t.head.Status),
		Owner:    d.ownerOf(t.head),
		Since:    d.Age(d.Now().Sub(t.head.UpdatedAt)),
		At:       t.head.UpdatedAt,
	}
}

// row is the row of an open review.
func (d *Desk) row(t *thread, rv store.Review) console.Row {
	row := d.quietRow(t)
	row.Review = rv.Number
	row.Task = isTaskStep(t.head, rv)
	row.Kind, row.Step = rv.Kind, rv.Step
	row.Since, row.At = d.Age(d.Now().Sub(rv.CreatedAt)), rv.CreatedAt
	row.Until = rv.CreatedAt.Add(d.Config.Review.ExpireAfter.Duration)
	row.Deadline = d.Date(row.Until)
	row.Title, row.Flags = d.title(t, rv)
	if rv.Step == "quote" && d.Staff.Licensed() {
		row.Flags = append(row.Flags, d.Say("console.flag.license"))
	}
	return row
}

// title names what a review decides, with the facts that a reader must know before.
func (d *Desk) title(t *thread, rv store.Review) (title string, flags []string) {
	if !notify.IsStep(rv) {
		return d.Say("console.kind." + rv.Kind), nil
	}
	v := d.view(t)
	p, err := v.Proposal(rv)
	if err != nil { // erased
		return d.Say("console.kind." + rv.Kind), nil
	}
	if failed := t.state.FailedFacts(p, d.StaffWords()); len(failed) > 0 {
		flags = append(flags, d.Say("console.flag.failed"))
	}
	if slices.ContainsFunc(p.Warnings, d.isQuestion) {
		flags = append(flags, d.Say("console.flag.question"))
	}
	if n := len(t.state.AgentScratchpad.Conflicts); n > 0 && p.Draft != nil {
		flags = append(flags, d.Say("console.flag.conflicts", fmt.Sprint(n)))
	}
	if rv.Kind == review.KindWritten {
		flags = append(flags, d.Say("console.flag.written"))
	}
	if _, was := t.state.ChangedValues(p, d.StaffWords()); was != "" {
		flags = append(flags, d.Say("notify.card.was", was))
	}
	assumed := letters.Assumed(
		t.state.CustomerInfo.Case, t.state.AgentScratchpad.Quote, d.StaffWords())
	if len(assumed) > 0 && p.Stage == agent.StageQuote {
		flags = append(flags, d.Say("console.flag.assumed", fmt.Sprint(len(assumed))))
	}
	return v.StepTitle(p), flags
}

// isQuestion reports whether a warning quotes an open question of the customer.
func (d *Desk) isQuestion(warning string) bool {
	const words = "|"
	before, _, _ := strings.Cut(d.Say("quoting.question", words), words)
	return before != "" && strings.Contains(warning, before)
}

func (d *Desk) ownerOf(h store.Head) string {
	if h.Owner == "" {
		return ""
	}
	return d.Named(h.Owner)
}

// customer names the customer of a thread, or the member who gave a task.
func (d *Desk) customer(t *thread) string {
	a := t.state.CustomerInfo.Case.Application.NamedInsured
	name := strings.TrimSpace(a.GivenName + " " + a.Surname)
	if t.state.Task != nil {
		name = d.Named(t.state.Task.By)
	}
	return cmp.Or(name, t.state.CustomerInfo.Name, t.state.CustomerInfo.Address)
}

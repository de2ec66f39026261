package history

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"ppamaild/daemon/journal"
	"ppamaild/store"
)

// Query selects and orders threads. The zero Query selects all threads by id.
type Query struct {
	Status []string  // with one of these statuses; empty: any
	From   string    // with this text in an address of a participant
	Since  time.Time // that changed at this time or later
	After  string    // behind this thread in the list
	Limit  int       // at most so many threads, the latest change first; 0: no limit, by id
	ByID   bool      // by id despite Limit
}

// byID reports whether the list has the order of ids. Only a list of late changes needs no walk
// over all ids.
func (q Query) byID() bool { return q.ByID || q.Limit == 0 && q.Since.IsZero() }

// selects reports whether a thread matches. The agency's own thread never matches.
func (q Query) selects(h store.Head) bool {
	from := strings.ToLower(q.From)
	has := func(a string) bool { return strings.Contains(strings.ToLower(a), from) }
	return h.Thread != journal.AgencyThread && !h.UpdatedAt.Before(q.Since) &&
		(len(q.Status) == 0 || slices.Contains(q.Status, string(h.Status))) &&
		(from == "" || slices.ContainsFunc(h.Participants, has))
}

// Threads lists the threads of a query.
func (r Reader) Threads(ctx context.Context, q Query) (list []Summary, err error) {
	err = r.Store.View(ctx, func(tx store.Tx) error {
		list = []Summary{}
		add := func(h store.Head) bool {
			if q.selects(h) {
				list = append(list, summary(h))
			}
			return (q.Limit == 0 || len(list) < q.Limit) && ctx.Err() == nil
		}
		if q.byID() {
			return tx.HeadsAfter(q.After, add)
		}
		return q.latest(tx, add)
	})
	if q.Limit == 0 {
		slices.SortFunc(list, func(a, b Summary) int { return cmp.Compare(a.Thread, b.Thread) })
	}
	if err == nil {
		err = ctx.Err()
	}
	return list, err
}

// latest calls fn for threads, the latest change first, until fn returns false or all other
// threads are too old.
func (q Query) latest(tx store.Threads, fn func(store.Head) bool) error {
	var status store.ThreadStatus
	if len(q.Status) == 1 {
		status = store.ThreadStatus(q.Status[0])
	}
	return store.EachLatest(tx, status, q.After, func(h store.Head) bool {
		return !h.UpdatedAt.Before(q.Since) && fn(h)
	})
}

package storetest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ppamaild/store"
)

// putHead stores a head of any version.
func putHead(tx store.Tx, h store.Head) error {
	old, err := tx.Head(h.Thread)
	if errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	h.Version = old.Version
	_, putErr := tx.PutHead(h)
	return errors.Join(err, putErr)
}

func names(list []store.Head) (ids []string) {
	for _, h := range list {
		ids = append(ids, h.Thread)
	}
	return ids
}

// testHeadPages reads lists page by page, while threads change status and time.
func testHeadPages(t *testing.T, s store.Store) {
	const count = 12
	at := func(n, updated int, status store.ThreadStatus) store.Head {
		h := head(fmt.Sprintf("Q-%02d", n))
		h.Status, h.UpdatedAt = status, day(updated)
		return h
	}
	update(t, s, func(tx store.Tx) (err error) {
		for n := range count {
			err = errors.Join(err, putHead(tx, at(n, n/2, store.ThreadRunning)))
		}
		return err
	})
	update(t, s, func(tx store.Tx) error {
		return errors.Join(
			putHead(tx, at(3, 20, store.ThreadRunning)), putHead(tx, at(5, 2, store.ThreadHandedOver)))
	})
	pages := func(tx store.Tx, status store.ThreadStatus) (ids []string, err error) {
		for after := ""; ; {
			page, err := tx.LatestHeads(status, after, 4)
			if ids = append(ids, names(page)...); len(page) < 4 || err != nil {
				return ids, err
			}
			after = page[3].Thread
		}
	}
	view(t, s, func(tx store.Tx) error {
		every, everyErr := pages(tx, "")
		running, runningErr := pages(tx, store.ThreadRunning)
		none, noneErr := tx.LatestHeads("", "", 0)
		_, unknown := tx.LatestHeads("", "Q-99", 4)
		latest := strings.Fields("Q-03 Q-11 Q-10 Q-09 Q-08 Q-07 Q-06 Q-05 Q-04 Q-02 Q-01 Q-00")
		goesOn := slices.Concat(latest[:7], latest[8:])
		rest, restErr := all(func(fn func(store.Head) bool) error { return tx.HeadsAfter("Q-08", fn) })
		return errors.Join(
			want("threads", latest, every, everyErr),
			want("running threads", goesOn, running, runningErr),
			want("an empty page", 0, len(none), noneErr),
			wantErr("a page after an unknown thread", store.ErrNotFound, unknown),
			want("threads by id", []string{"Q-09", "Q-10", "Q-11"}, names(rest), restErr),
		)
	})
}

func testHeadIndexes(t *testing.T, s store.Store) {
	change := func(id string, with func(*store.Head)) func(store.Tx) error {
		h := head(id)
		with(&h)
		return func(tx store.Tx) error { return putHead(tx, h) }
	}
	ended := func(n int) func(*store.Head) {
		return func(h *store.Head) { h.Status, h.UpdatedAt = store.ThreadCompleted, day(n) }
	}
	for _, step := range []func(store.Tx) error{
		change("Q-1", ended(3)), change("Q-2", ended(2)),
		change("Q-3", ended(9)), change("Q-4", ended(1)),
		change("Q-5", func(*store.Head) {}),
		change("Q-4", func(h *store.Head) { ended(1)(h); h.Erased, h.Participants = day(5), nil }),
		change("Q-6", func(h *store.Head) { ended(4)(h); h.Erased = day(3) }), // a later mail
		change("Q-5", func(h *store.Head) {
			h.Participants = []string{"bob@customer.test", "Ann@customer.test", "bob@customer.test"}
		}),
		change("Q-2", func(h *store.Head) { ended(2)(h); h.Traits = []string{"vin:1", "name:2"} }),
		change("Q-3", func(h *store.Head) { ended(9)(h); h.Traits = []string{"vin:1", "name:2"} }),
		change("Q-3", func(h *store.Head) { ended(9)(h); h.Traits = []string{"vin:1", "vin:3"} }),
		change("T-1", func(h *store.Head) { h.Workflow, h.Participants = store.WorkflowTask, nil }),
	} {
		update(t, s, step)
	}
	view(t, s, func(tx store.Tx) error {
		old, oldErr := all(func(fn func(store.Head) bool) error { return tx.EndedHeads(day(5), fn) })
		of := func(address string) ([]store.Head, error) {
			return all(func(fn func(store.Head) bool) error { return tx.HeadsOf(address, fn) })
		}
		ann, annErr := of("ann@customer.test")
		bob, bobErr := of("Bob@customer.test")
		car, carErr := of("vin:1")
		named, namedErr := of("name:2")
		tasks, tasksErr := all(tx.TaskHeads)
		latest, latestErr := tx.LatestHeads(store.ThreadCompleted, "", 9)
		count, countErr := tx.CountHeads(store.ThreadCompleted)
		return errors.Join(
			want("old threads", []string{"Q-2", "Q-1", "Q-6"}, names(old), oldErr),
			want("completed threads", []string{"Q-3", "Q-6", "Q-1", "Q-2", "Q-4"},
				names(latest), latestErr),
			want("number of completed threads", 5, count, countErr),
			want("threads of ann", []string{"Q-1", "Q-2", "Q-3", "Q-5", "Q-6"}, names(ann), annErr),
			want("threads of bob", []string{"Q-5"}, names(bob), bobErr),
			want("threads with a VIN", []string{"Q-2", "Q-3"}, names(car), carErr),
			want("threads with a name", []string{"Q-2"}, names(named), namedErr),
			want("tasks", []string{"T-1"}, names(tasks), tasksErr),
		)
	})
}

// testThreadRecords moves and erases records, and lists the records of each thread.
func testThreadRecords(t *testing.T, s store.Store) {
	update(t, s, func(tx store.Tx) error {
		return errors.Join(accept(tx, 1, 2, 3),
			tx.PutEffect(store.Effect{Key: "k1", Thread: "Q-1", Status: store.EffectIntended}),
			tx.PutEffect(store.Effect{Key: "k2", Thread: "Q-10", Status: store.EffectIntended}),
			tx.PutMessageID("a@customer.test", store.MessageRef{Inbound: 1}),
			tx.PutMessageID("b@customer.test", store.MessageRef{Thread: "Q-1", Inbound: 2}))
	})
	update(t, s, func(tx store.Tx) (err error) {
		for id, thread := range map[uint64]string{1: "Q-1", 2: "Q-1", 3: ""} {
			in, inErr := tx.Inbound(id)
			in.Status, in.Thread, in.From = store.InboundHandled, thread, "ann@customer.test"
			err = errors.Join(err, inErr, tx.PutInbound(in))
		}
		return errors.Join(err, tx.EraseInbound(2),
			tx.PutEffect(store.Effect{Key: "k1", Thread: "Q-1", Status: store.EffectConfirmed}),
			tx.PutMessageID("a@customer.test", store.MessageRef{Thread: "Q-1", Inbound: 1}),
			tx.DeleteMessageID("b@customer.test"))
	})
	view(t, s, func(tx store.Tx) error {
		type method func(string, func(store.Inbound) bool) error
		numbers := func(method method, of string) (ids []uint64, err error) {
			err = method(of, func(in store.Inbound) bool { ids = append(ids, in.ID); return true })
			return ids, err
		}
		of, ofErr := numbers(tx.InboundOf, "Q-1")
		loose, looseErr := numbers(tx.InboundOf, "")
		from, fromErr := numbers(tx.InboundFrom, "ann@customer.test")
		unread, unreadErr := numbers(tx.InboundFrom, "")
		effects, effectsErr := all(func(fn func(store.Effect) bool) error { return tx.EffectsOf("Q-1", fn) })
		var ids []string
		add := func(id string, _ store.MessageRef) bool { ids = append(ids, id); return true }
		idsErr := errors.Join(tx.MessageIDsOf("Q-1", add), tx.MessageIDsOf("", add))
		return errors.Join(
			want("messages of the thread", []uint64{1}, of, ofErr),
			want("messages without a thread", []uint64{3}, loose, looseErr),
			want("messages of ann", []uint64{1, 3}, from, fromErr),
			want("messages of an unknown address", 0, len(unread), unreadErr),
			want("effects", 1, len(effects), effectsErr),
			want("effect", store.EffectConfirmed, effects[0].Status, nil),
			want("Message-IDs", []string{"a@customer.test"}, ids, idsErr),
		)
	})
}

func testOpenReviewsOfAll(t *testing.T, s store.Store) {
	put := func(thread string, number int, status store.ReviewStatus, about uint64) func(store.Tx) error {
		r := store.Review{Thread: thread, Number: number, Status: status, Inbound: about}
		return func(tx store.Tx) error { return tx.PutReview(r) }
	}
	for _, step := range []func(store.Tx) error{
		put("Q-2", 1, store.ReviewOpen, 7), put("Q-1", 1, store.ReviewOpen, 0),
		put("Q-1", 2, store.ReviewOpen, 7),
		put("Q-1", 1, store.ReviewDecided, 0), put("Q-3", 1, store.ReviewExpired, 8),
	} {
		update(t, s, step)
	}
	view(t, s, func(tx store.Tx) error {
		var open []string
		err := tx.EveryOpenReview(func(r store.Review) bool {
			open = append(open, fmt.Sprint(r.Thread, " ", r.Number))
			return true
		})
		about, aboutErr := tx.ReviewsAbout(7)
		return errors.Join(
			want("open reviews", []string{"Q-1 2", "Q-2 1"}, open, err),
			want("reviews about a message", 2, len(about), aboutErr))
	})
}

// Timers keep their order and distance when they all move.
func testShiftTimers(t *testing.T, s store.Store) {
	const jump = -36 * time.Hour
	put := func(name string, due time.Time) func(store.Tx) error {
		v := store.Timer{Thread: "Q-1", Name: name, Due: due}
		return func(tx store.Tx) error { return tx.PutTimer(v) }
	}
	for _, step := range []func(store.Tx) error{
		put("a", day(2)), put("b", day(9)),
		func(tx store.Tx) error { return errors.Join(tx.ShiftTimers(jump), tx.ShiftTimers(0)) },
		put("c", day(1)), put("b", day(4)),
	} {
		update(t, s, step)
	}
	view(t, s, func(tx store.Tx) error {
		due, next, err := tx.DueTimers(day(1), 9)
		of, ofErr := tx.Timers("Q-1")
		var shown []string
		for _, v := range append(due, of...) {
			shown = append(shown, v.Name+" "+v.Due.UTC().Format("02"))
		}
		return errors.Join(
			want("timers", []string{"a 02", "c 02", "a 02", "b 05", "c 02"}, shown, errors.Join(err, ofErr)),
			want("next timer", day(4), next.UTC(), nil))
	})
	update(t, s, func(tx store.Tx) error { return tx.DeleteTimer("Q-1", "a") })
	view(t, s, func(tx store.Tx) error {
		due, _, err := tx.DueTimers(day(9), 1)
		return want("first timer", "c", due[0].Name, err)
	})
}

package storetest

import (
	"errors"
	"slices"
	"testing"

	"ppamaild/store"
)

func head(thread string) store.Head {
	return store.Head{
		Thread: thread, Workflow: "quote", Status: store.ThreadRunning, CreatedAt: day(0), UpdatedAt: day(1),
		Subject: "Quote <please> für zwei Autos", Participants: []string{"ann@customer.test"},
		LastMessage: "m1@customer.test", References: []string{"m0@customer.test"}, ThreadIndex: "AQHc", MergedInto: "Q-7F3K2N", Traits: []string{"name:0"}, State: []byte(`{"goal":"<quote>"}`),
	}
}

func testHeads(t *testing.T, s store.Store) {
	threads := []string{"T-0001", "Q-7F3K2M", "Q-7F3K2", "Q-7F3K2MX"}
	for _, thread := range threads {
		update(t, s, func(tx store.Tx) error {
			v, err := tx.PutHead(head(thread))
			return want("version", 1, v, err)
		})
	}
	slices.Sort(threads)
	view(t, s, func(tx store.Tx) error {
		heads, err := all(tx.Heads)
		for i := range heads {
			h := head(threads[i])
			h.Version = 1
			err = errors.Join(err, want("head", h, heads[i], nil))
		}
		var first []string
		err = errors.Join(err, tx.Heads(func(h store.Head) bool { first = append(first, h.Thread); return false }))
		return errors.Join(want("number of heads", 4, len(heads), err), want("heads until false", threads[:1], first, nil))
	})
}

func testHeadConflict(t *testing.T, s store.Store) {
	at := func(version uint64) store.Head {
		h := head("Q-1")
		h.Version = version
		return h
	}
	steps := []struct {
		version uint64
		ok      bool
	}{
		{1, false}, {0, true}, {0, false}, {2, false}, {1, true}, {1, false}, {2, true},
	}
	for _, step := range steps {
		var got uint64
		err := s.Update(t.Context(), func(tx store.Tx) (err error) {
			got, err = tx.PutHead(at(step.version))
			return err
		})
		switch {
		case step.ok && (err != nil || got != step.version+1):
			t.Errorf("putting version %d: %v, new version %d", step.version, err, got)
		case !step.ok && !errors.Is(err, store.ErrConflict):
			t.Errorf("putting version %d: %v, not ErrConflict", step.version, err)
		}
	}
	view(t, s, func(tx store.Tx) error {
		got, err := tx.Head("Q-1")
		_, noErr := tx.Head("Q-2")
		return errors.Join(want("head", at(3), got, err), wantErr("no head", store.ErrNotFound, noErr))
	})
}

func testQueue(t *testing.T, s store.Store) {
	event := func(thread, kind string) store.Event {
		return store.Event{Thread: thread, At: day(0), Kind: kind, Data: []byte(`{"kind":"` + kind + `"}`)}
	}
	var seqs [3]uint64
	update(t, s, func(tx store.Tx) (err error) {
		for i, e := range []store.Event{event("Q-1", "a"), event("Q-10", "b"), event("Q-1", "c")} {
			if seqs[i], err = tx.Enqueue(e); err != nil {
				return err
			}
		}
		return nil
	})
	a, c := event("Q-1", "a"), event("Q-1", "c")
	a.Seq, c.Seq = seqs[0], seqs[2]
	view(t, s, func(tx store.Tx) error {
		next, more, err := tx.NextEvent("Q-1")
		_, moreOther, otherErr := tx.NextEvent("Q-10")
		list, listErr := tx.Events("Q-1")
		queued, queuedErr := tx.Queued()
		slices.Sort(queued)
		_, _, noErr := tx.NextEvent("Q-2")
		return errors.Join(
			want("next event", a, next, err),
			want("more events", true, more, nil),
			want("more events of another thread", false, moreOther, otherErr),
			want("events", []store.Event{a, c}, list, listErr),
			want("queued threads", []string{"Q-1", "Q-10"}, queued, queuedErr),
			wantErr("next event of an empty queue", store.ErrNotFound, noErr),
		)
	})
	update(t, s, func(tx store.Tx) error {
		err := errors.Join(tx.Dequeue("Q-1", a.Seq), tx.Dequeue("Q-1", c.Seq))
		again, enqueueErr := tx.Enqueue(event("Q-1", "d"))
		if again <= c.Seq {
			t.Errorf("event %d was enqueued after event %d", again, c.Seq)
		}
		return errors.Join(err, enqueueErr,
			wantErr("dequeuing twice", store.ErrNotFound, tx.Dequeue("Q-1", a.Seq)),
			tx.Dequeue("Q-1", again))
	})
	view(t, s, func(tx store.Tx) error {
		queued, err := tx.Queued()
		return want("queued threads", []string{"Q-10"}, queued, err)
	})
}

func testEffects(t *testing.T, s store.Store) {
	effect := func(key string, status store.EffectStatus) store.Effect {
		return store.Effect{Key: key, Thread: "Q-1", Tool: "rate_quote", Status: status, At: day(0), Result: []byte("{}")}
	}
	put := func(e store.Effect) {
		update(t, s, func(tx store.Tx) error { return tx.PutEffect(e) })
	}
	put(effect("k1", store.EffectIntended))
	put(effect("k2", store.EffectIntended))
	put(effect("k1", store.EffectAttempted))
	put(effect("k3", store.EffectIntended))
	put(effect("k3", store.EffectConfirmed))
	for key, status := range map[string]store.EffectStatus{
		"k1": store.EffectAttempted, "k2": store.EffectIntended, "k3": store.EffectConfirmed,
	} {
		view(t, s, func(tx store.Tx) error {
			got, err := tx.Effect(key)
			list, listErr := all(func(fn func(store.Effect) bool) error { return tx.EffectsByStatus(status, fn) })
			return errors.Join(
				want("effect", effect(key, status), got, err),
				want("effects "+string(status), []store.Effect{effect(key, status)}, list, listErr),
			)
		})
	}
	view(t, s, func(tx store.Tx) error {
		_, err := tx.Effect("k4")
		list, listErr := all(func(fn func(store.Effect) bool) error { return tx.EffectsByStatus(store.EffectUnknown, fn) })
		return errors.Join(wantErr("no effect", store.ErrNotFound, err), want("effects unknown", 0, len(list), listErr))
	})
}

func testReviews(t *testing.T, s store.Store) {
	review := func(number int) store.Review {
		return store.Review{
			Thread: "Q-1", Number: number, Kind: "step", Step: "quote", Status: store.ReviewOpen, Digest: "d",
			CreatedAt: day(0), Staff: []string{"lee@agency.test"}, Data: []byte(`{"a":1}`), MIME: []byte("From: x\r\n\xff"),
		}
	}
	var list []store.Review
	update(t, s, func(tx store.Tx) error {
		list = nil
		for n := range 300 { // more than 255, so that only big-endian numbers sort correctly
			list = append(list, review(n+1))
			if err := tx.PutReview(list[n]); err != nil {
				return err
			}
		}
		return nil
	})
	list[1].Status, list[1].Verdict, list[1].DecidedAt = store.ReviewDecided, "accept", day(1)
	update(t, s, func(tx store.Tx) error { return tx.PutReview(list[1]) })
	view(t, s, func(tx store.Tx) error {
		one, err := tx.Review("Q-1", 2)
		every, listErr := tx.Reviews("Q-1")
		open, openErr := tx.OpenReviews("Q-1")
		_, noErr := tx.Review("Q-1", 301)
		return errors.Join(
			want("review", list[1], one, err),
			want("reviews", list, every, listErr),
			want("open reviews", slices.Delete(slices.Clone(list), 1, 2), open, openErr),
			wantErr("no review", store.ErrNotFound, noErr),
		)
	})
	changed := map[string]func(*store.Review){
		"a changed draft":  func(r *store.Review) { r.MIME = []byte("From: y\r\n") },
		"changed data":     func(r *store.Review) { r.Data = nil },
		"review number 0":  func(r *store.Review) { r.Number = 0 },
		"review number -1": func(r *store.Review) { r.Number = -1 },
	}
	for what, change := range changed {
		r := review(1)
		change(&r)
		err := s.Update(t.Context(), func(tx store.Tx) error { return tx.PutReview(r) })
		if err := refused(what, err); err != nil {
			t.Error(err)
		}
	}
}

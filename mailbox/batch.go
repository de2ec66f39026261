package mailbox

import (
	"context"
	"maps"
	"slices"
)

const (
	planCount  = 500     // messages per request for sizes
	batchCount = 64      // messages per batch for the sink
	batchSize  = 8 << 20 // bytes per batch
	largeSize  = 1 << 20 // larger messages are streamed
)

// takeMany accepts messages that have caused no failure: first their sizes, then small messages
// in batches and large ones one by one.
func (w *Watcher) takeMany(ctx context.Context, s *session, uids []uint32, early map[uint32]fetched) error {
	known, missing, err := w.sizes(ctx, s, uids, early)
	if err != nil {
		return err
	}
	var batches [][]fetched
	for len(known) > 0 {
		if n := w.batchLength(known); n > 0 {
			batches = append(batches, known[:n])
			known = known[n:]
			continue
		}
		if err := w.takeBatches(ctx, s, batches); err != nil {
			return err
		}
		if err := w.acceptLarge(ctx, s, w.arrival(known[0])); err != nil {
			return err
		}
		batches, known = nil, known[1:]
	}
	if err := w.takeBatches(ctx, s, batches); err != nil {
		return err
	}
	if len(missing) > 0 {
		return &missingError{uids: missing}
	}
	return nil
}

// sizes returns the messages that the floor lets through, in order, with date, size and early
// content. known ends before the first missing message. missing has every missing message.
func (w *Watcher) sizes(ctx context.Context, s *session, uids []uint32, early map[uint32]fetched) (known []fetched, missing []uint32, err error) {
	var unknown []uint32
	for _, uid := range uids {
		if _, ok := early[uid]; !ok {
			unknown = append(unknown, uid)
		}
	}
	var answers map[uint32]fetched
	if len(unknown) > 0 {
		if answers, err = s.fetch(ctx, unknown, withMeta(options()), 0); err != nil {
			return nil, nil, err
		}
	}
	for _, uid := range uids {
		f, ok := early[uid]
		if !ok {
			f, ok = answers[uid]
		}
		switch {
		case !ok:
			missing = append(missing, uid)
		case len(missing) == 0 && !w.tooOld(f):
			known = append(known, f)
		}
	}
	return known, missing, nil
}

// tooOld reports whether the floor excludes a message of a folder that is read again.
func (w *Watcher) tooOld(f fetched) bool {
	return w.rescan != nil && !f.date.IsZero() && f.date.Before(w.cursor.Floor)
}

func (w *Watcher) oversize(f fetched) bool { return f.size > w.account.MaxMessageSize }

// batchLength returns how many of the first messages form one batch, or 0 if the first must be
// streamed.
func (w *Watcher) batchLength(known []fetched) int {
	var octets int64
	for i, f := range known[:min(len(known), batchCount)] {
		size := f.size
		if w.oversize(f) {
			size = maxPartialHeader
		}
		octets += size
		if size > largeSize || i > 0 && octets > batchSize {
			return i
		}
	}
	return min(len(known), batchCount)
}

type fetchedBatch struct {
	arrivals []Arrival
	err      error // ends the batches, after arrivals
}

// takeBatches accepts batches while it fetches the next one.
func (w *Watcher) takeBatches(ctx context.Context, s *session, batches [][]fetched) error {
	ctx, cancel := context.WithCancel(ctx)
	ahead := make(chan fetchedBatch)
	go func() {
		defer close(ahead)
		for _, batch := range batches {
			arrivals, err := w.fetchBatch(ctx, s, batch)
			select {
			case ahead <- fetchedBatch{arrivals, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	defer func() {
		cancel()
		for range ahead { // wait until the goroutine no longer uses the session
		}
	}()
	for b := range ahead {
		if err := w.accept(ctx, b.arrivals); err != nil {
			return err
		}
		if b.err != nil {
			return b.err
		}
	}
	return ctx.Err()
}

// fetchBatch returns the messages of batch up to the first missing one.
func (w *Watcher) fetchBatch(ctx context.Context, s *session, batch []fetched) ([]Arrival, error) {
	var small, over []uint32
	for _, f := range batch {
		switch {
		case f.body != nil:
		case w.oversize(f):
			over = append(over, f.uid)
		default:
			small = append(small, f.uid)
		}
	}
	bodies, err := w.fetchBodies(ctx, s, small, over)
	if err != nil {
		return nil, err
	}
	for i, f := range batch {
		if got, ok := bodies[f.uid]; ok {
			batch[i].body, batch[i].cut = got.body, got.cut
		}
	}
	wrong, err := w.mismatched(ctx, s, w.suspicious(batch))
	if err != nil {
		return nil, err
	}
	arrivals := w.corrected(wrong, batch)
	var missing []uint32
	for _, f := range batch {
		if _, is := wrong[f.uid]; is || !f.hasBody() {
			missing = append(missing, f.uid)
		} else if len(missing) == 0 {
			arrivals = append(arrivals, w.arrival(f))
		}
	}
	if len(missing) > 0 {
		return arrivals, &missingError{uids: missing}
	}
	return arrivals, nil
}

// corrected returns, in order of UID, the messages that were accepted earlier with wrong
// content, so that staff read them. These messages get a UIDVALIDITY of their own, because the
// wrong content already has the UIDs.
func (w *Watcher) corrected(wrong map[uint32]mismatch, batch []fetched) (arrivals []Arrival) {
	for _, uid := range slices.Sorted(maps.Keys(wrong)) {
		if b := wrong[uid]; !slices.ContainsFunc(batch, func(f fetched) bool { return f.uid == uid }) {
			arrivals = append(arrivals, Arrival{UID: uid, UIDValidity: ^w.numbering, Partial: true, Raw: b.header, Problem: unreadableProblem(maxAttempts, b.why, uid)})
		}
	}
	return arrivals
}

func (w *Watcher) fetchBodies(ctx context.Context, s *session, small, over []uint32) (map[uint32]fetched, error) {
	bodies := map[uint32]fetched{}
	if len(small) > 0 {
		var err error
		if bodies, err = s.fetch(ctx, small, options(wholeBody), w.account.MaxMessageSize); err != nil {
			return nil, err
		}
	}
	if len(over) > 0 {
		headers, err := s.fetch(ctx, over, options(onlyHeader), maxPartialHeader)
		if err != nil {
			return nil, err
		}
		maps.Copy(bodies, headers)
	}
	return bodies, nil
}

// arrival converts f for the sink. Raw of a message over the limit is only the beginning, even
// if the server stated a smaller size.
func (w *Watcher) arrival(f fetched) Arrival {
	a := Arrival{
		UID:          f.uid,
		UIDValidity:  w.numbering,
		InternalDate: f.date,
		Size:         f.size,
		Partial:      f.cut || w.oversize(f),
		Raw:          f.body,
	}
	if a.Partial {
		a.Raw = a.Raw[:min(len(a.Raw), maxPartialHeader)]
	}
	return a
}

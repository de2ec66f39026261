package bolt

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ppamaild/store"
	"ppamaild/store/bkey"
)

// headEntries returns the index entries of a head. A zero Head has none.
func (t threadTx) headEntries(h store.Head) []entry {
	if h.Thread == "" {
		return nil
	}
	id, status := []byte(h.Thread), h.Status
	if !h.Erased.IsZero() && !h.UpdatedAt.After(h.Erased) { // and nothing arrived since
		status = erased(status)
	}
	list := []entry{{headStatus, append(bkey.Name(status), bkey.Time(h.UpdatedAt, id)...), nil}}
	if h.Workflow != store.WorkflowQuote {
		list = append(list, entry{headTask, id, nil})
	}
	for _, a := range h.FoundBy() {
		list = append(list, entry{headAddress, append(t.addressKey(a), id...), nil})
	}
	return list
}

func (t threadTx) headByKey(key []byte) (store.Head, error) { return t.Head(string(key)) }

func (t threadTx) HeadsOf(address string, fn func(store.Head) bool) error {
	prefix := t.addressKey(strings.ToLower(address))
	return follow(t.records, headAddress, prefix, nil, t.headByKey, fn)
}

func (t threadTx) TaskHeads(fn func(store.Head) bool) error {
	return follow(t.records, headTask, nil, nil, t.headByKey, fn)
}

func (t threadTx) EndedHeads(before time.Time, fn func(store.Head) bool) error {
	for place := []byte{}; ; {
		next, err := t.nextEnded(place)
		if err != nil || next == nil || !bkey.TimeOf(next).Before(before) {
			return err
		}
		h, err := t.headByKey(next[bkey.TimeSize:])
		if err != nil {
			return fmt.Errorf("following index %s: %w", headStatus, dangling(err))
		}
		if !fn(h) {
			return nil
		}
		place = next
	}
}

// nextEnded returns the time and the id of the first ended thread after a place, nil if there is
// none. It leaves out threads with erased data.
func (t threadTx) nextEnded(place []byte) (next []byte, err error) {
	for _, status := range store.ThreadStatuses() {
		if !status.Ended() {
			continue
		}
		prefix := bkey.Name(status)
		for r, err := range t.scan(headStatus, prefix, append(slices.Clone(place), 0)) {
			if err != nil {
				return nil, err
			}
			found := r.key[len(prefix):]
			if next == nil || bytes.Compare(found, next) < 0 {
				next = slices.Clone(found)
			}
			break
		}
	}
	return next, nil
}

func (t threadTx) LatestHeads(
	status store.ThreadStatus, after string, limit int,
) (list []store.Head, err error) {
	var from []byte
	if after != "" {
		h, err := t.Head(after)
		if err != nil {
			return nil, fmt.Errorf("listing the threads after %s: %w", after, err)
		}
		from = bkey.Time(h.UpdatedAt, []byte(after))
	}
	statuses := []store.ThreadStatus{status}
	if status == "" {
		statuses = store.ThreadStatuses()
	}
	for _, status := range statuses {
		statuses = append(statuses, erased(status))
	}
	var places [][]byte // time and thread
	for _, status := range statuses {
		more, err := t.latestPlaces(bkey.Name(status), from, limit)
		if err != nil {
			return nil, err
		}
		places = append(places, more...)
	}
	slices.SortFunc(places, func(a, b []byte) int { return bytes.Compare(b, a) })
	for _, place := range places[:min(limit, len(places))] {
		h, headErr := t.headByKey(place[bkey.TimeSize:])
		list, err = append(list, h), errors.Join(err, dangling(headErr))
	}
	return list, err
}

func (t threadTx) CountHeads(status store.ThreadStatus) (n int, err error) {
	for _, status := range []store.ThreadStatus{status, erased(status)} {
		for _, err := range t.scan(headStatus, bkey.Name(status), nil) {
			if err != nil {
				return 0, err
			}
			n++
		}
	}
	return n, nil
}

// latestPlaces returns up to limit keys of an index below a prefix, the last first.
func (t threadTx) latestPlaces(prefix, from []byte, limit int) (places [][]byte, err error) {
	if limit <= 0 {
		return nil, nil
	}
	for r, err := range t.scanBack(headStatus, prefix, from) {
		if err != nil {
			return nil, err
		}
		places = append(places, r.key[len(prefix):])
		if len(places) == limit {
			break
		}
	}
	return places, nil
}

// erased is the status, in the index, of a thread with erased data.
func erased(status store.ThreadStatus) store.ThreadStatus { return status + " erased" }

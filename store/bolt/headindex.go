package bolt

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ppamaild/store"
	"ppamaild/store/bolt/bkey"
)

// headEntries returns the index entries of a head. A zero Head has none.
func (t threadTx) headEntries(h store.Head) []entry {
	if h.Thread == "" {
		return nil
	}
	id := []byte(h.Thread)
	list := []entry{{headStatus, append(bkey.Name(h.Status), bkey.Time(h.UpdatedAt, id)...), nil}}
	erased := !h.Erased.IsZero() && !h.UpdatedAt.After(h.Erased) // and nothing arrived since
	if h.Status.Ended() && !erased {
		list = append(list, entry{headEnded, bkey.Time(h.UpdatedAt, id), nil})
	}
	if h.Workflow != store.WorkflowQuote {
		list = append(list, entry{headTask, id, nil})
	}
	addresses := make([]string, len(h.Participants))
	for i, a := range h.Participants {
		addresses[i] = strings.ToLower(a)
	}
	slices.Sort(addresses)
	for _, a := range slices.Compact(addresses) {
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
	load := func(key []byte) (h store.Head, err error) {
		if bkey.TimeOf(key).Before(before) {
			return t.headByKey(key[bkey.TimeSize:])
		}
		return h, nil
	}
	more := func(h store.Head) bool { return h.Thread != "" && fn(h) }
	return follow(t.records, headEnded, nil, nil, load, more)
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
		statuses = threadStatuses()
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

func threadStatuses() []store.ThreadStatus {
	return []store.ThreadStatus{
		store.ThreadRunning, store.ThreadAwaitingReview, store.ThreadAwaitingCustomer,
		store.ThreadHandedOver, store.ThreadCompleted, store.ThreadCancelled, store.ThreadExpired,
	}
}

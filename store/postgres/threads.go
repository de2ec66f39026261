package postgres

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ppamaild/store"
	"ppamaild/store/postgres/wire"
	"ppamaild/store/rules"
)

// threadTx implements store.Threads.
type threadTx struct{ *records }

func headColumns(h store.Head) []any {
	erased := !h.Erased.IsZero() && !h.UpdatedAt.After(h.Erased) // and nothing arrived since
	return []any{
		[]byte(h.Thread), int64(h.Version), string(h.Status), wire.Nanoseconds(h.UpdatedAt),
		h.Status.Ended() && !erased, h.Workflow != store.WorkflowQuote,
	}
}

func decodeHead(r row) (h store.Head, err error) {
	err = decode(r, &h, &h.State)
	return h, err
}

func (t threadTx) Head(thread string) (store.Head, error) {
	if t.writable {
		t.prefetch(journalTails, []byte(thread)) // most changes of a thread append to its journal
	}
	r, err := t.one(threads, []byte(thread))
	if err != nil {
		return store.Head{}, fmt.Errorf("reading head of %s: %w", thread, err)
	}
	return decodeHead(r)
}

func (t threadTx) PutHead(h store.Head) (version uint64, err error) {
	if err := checkName("thread of head", h.Thread); err != nil {
		return 0, err
	}
	old, err := t.Head(h.Thread)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return 0, err
	}
	if err := rules.Head(old.Version, h); err != nil {
		return 0, err
	}
	state := h.State
	h.State = nil
	h.Version++
	if err := t.putAs(threads, headColumns(h), h, state); err != nil {
		return 0, err
	}
	t.tell(store.News{Kind: store.NewsHead, Thread: h.Thread})
	return h.Version, t.putAddresses(h.Thread, old.FoundBy(), h.FoundBy())
}

// putAddresses replaces the addresses of a thread.
func (t threadTx) putAddresses(thread string, old, now []string) error {
	for _, a := range old {
		if slices.Contains(now, a) {
			continue
		}
		if err := t.delete(threadAddresses, t.addressKey(a), []byte(thread)); err != nil {
			return err
		}
	}
	for _, a := range now {
		if slices.Contains(old, a) {
			continue
		}
		if err := t.put(threadAddresses, []any{t.addressKey(a), []byte(thread)}); err != nil {
			return err
		}
	}
	return nil
}

func (t threadTx) Heads(fn func(store.Head) bool) error {
	return each(t.records, threads, span{Order: threads.Keys}, decodeHead, fn)
}

func (t threadTx) HeadsAfter(thread string, fn func(store.Head) bool) error {
	after := []any{[]byte(thread)}
	return each(t.records, threads, span{Order: threads.Keys, After: after}, decodeHead, fn)
}

func (t threadTx) LatestHeads(
	status store.ThreadStatus, after string, limit int,
) (heads []store.Head, err error) {
	s := span{Order: []string{"updated", "id"}, Desc: true}
	if status != "" {
		s.Where, s.Args = "status = $1", []any{string(status)}
	}
	if after != "" {
		h, err := t.Head(after)
		if err != nil {
			return nil, fmt.Errorf("listing the threads after %s: %w", after, err)
		}
		s.After = []any{wire.Nanoseconds(h.UpdatedAt), []byte(after)}
	}
	if limit <= 0 {
		return nil, nil
	}
	err = each(t.records, threads, s, decodeHead, func(h store.Head) bool {
		heads = append(heads, h)
		return len(heads) < limit
	})
	return heads, err
}

func (t threadTx) CountHeads(status store.ThreadStatus) (int, error) {
	found, err := t.flush("SELECT count(*) FROM threads WHERE status = $1", string(status))
	if err != nil {
		return 0, fmt.Errorf("counting the threads: %w", err)
	}
	return int(found.Rows[0][0].(int64)), nil
}

func (t threadTx) EndedHeads(before time.Time, fn func(store.Head) bool) error {
	return each(t.records, threads, span{
		Where: "ended AND updated < $1", Args: []any{wire.Nanoseconds(before)},
		Order: []string{"updated", "id"},
	}, decodeHead, fn)
}

func (t threadTx) HeadsOf(address string, fn func(store.Head) bool) error {
	return each(t.records, threads, span{
		Where: "id IN (SELECT thread FROM thread_addresses WHERE address = $1)",
		Args:  []any{t.addressKey(strings.ToLower(address))}, Order: threads.Keys,
	}, decodeHead, fn)
}

func (t threadTx) TaskHeads(fn func(store.Head) bool) error {
	return each(t.records, threads, span{Where: "task", Order: threads.Keys}, decodeHead, fn)
}

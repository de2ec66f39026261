package bolt

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"ppamaild/store"
)

// A step of one thread, alone in a store of many threads, writes at most 64 KB.
func TestFinding39LoneStepWrites(t *testing.T) {
	const threads, together, lone, most = 12_000, 4_000, 200, 64_000
	s, err := Open(filepath.Join(t.TempDir(), "ppamaild.db"), Options{})
	noError(t, err)
	defer func() { noError(t, s.Close()) }()
	for first := 0; first < threads; first += together {
		noError(t, s.Update(t.Context(), func(tx store.Tx) error {
			for n := first; n < first+together; n++ {
				if err := putScaled(tx, n); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	before := written(s)
	for n := range lone {
		noError(t, s.Update(t.Context(), func(tx store.Tx) error { return step(tx, n, threads) }))
	}
	each := (written(s) - before) / lone
	t.Logf("a lone step writes %d bytes", each)
	if each > most {
		t.Errorf("a lone step writes %d bytes, more than %d", each, most)
	}
}

// words returns text of a size, different for each n, that shrinks like a state.
func words(n, size int) []byte {
	random := rand.New(rand.NewPCG(uint64(n), 0))
	var b bytes.Buffer
	for b.Len() < size {
		for range 3 + random.IntN(6) {
			b.WriteByte(byte('a' + random.IntN(26)))
		}
		b.WriteString(`":"`[:1+random.IntN(3)])
	}
	return b.Bytes()[:size]
}

func scaleThread(n int) string  { return fmt.Sprintf("Q-%07d", n*7919%10_000_000) }
func scaleAddress(n int) string { return fmt.Sprintf("customer%d@customer.test", n) }

func putScaled(tx store.Tx, n int) error {
	id, at := scaleThread(n), time.Date(2026, 3, 1, 12, 0, n, 0, time.UTC)
	status := store.ThreadAwaitingCustomer
	if n%2 == 0 {
		status = store.ThreadCompleted
	}
	_, headErr := tx.PutHead(store.Head{
		Thread: id, Workflow: store.WorkflowQuote, Status: status, UpdatedAt: at,
		Subject: "Quote for my car", Participants: []string{scaleAddress(n)},
		State: words(n, 4096),
	})
	_, appendErr := tx.Append(store.Entry{Thread: id, At: at, Kind: "message"}, words(n, 512))
	return errors.Join(headErr, appendErr,
		tx.PutMessageID(id+"@customer.test", store.MessageRef{Thread: id}),
		tx.PutReview(store.Review{
			Thread: id, Number: 1, Status: store.ReviewDecided, MIME: words(n, 2048),
		}),
		tx.PutTimer(store.Timer{Thread: id, Name: "customer_wait", Due: at.AddDate(0, 0, 7)}))
}

// step loads a head, changes it, and appends to the journal.
func step(tx store.Tx, n, threads int) error {
	h, err := tx.Head(scaleThread(n * 104_729 % threads))
	if err != nil {
		return err
	}
	h.UpdatedAt = h.UpdatedAt.Add(time.Minute)
	_, headErr := tx.PutHead(h)
	_, appendErr := tx.Append(store.Entry{Thread: h.Thread, Kind: "returned"}, words(n, 512))
	return errors.Join(headErr, appendErr)
}

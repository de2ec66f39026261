package storetest

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"ppamaild/store"
)

func entry(thread string, n int) store.Entry {
	return store.Entry{
		Thread: thread, At: day(n), Source: store.SourceTool, Kind: "returned", Actor: "rate_quote", Ref: fmt.Sprint(n),
	}
}

// journalOf reads a journal and returns an error if a payload differs from payload(seq).
func journalOf(tx store.Tx, thread string, from uint64, payload func(seq uint64) []byte) (list []store.Entry, err error) {
	var wrong error
	err = tx.Journal(thread, from, func(e store.Entry, got []byte) bool {
		list = append(list, e)
		wrong = errors.Join(wrong, want(fmt.Sprintf("payload %d", e.Seq), payload(e.Seq), got, nil))
		return true
	})
	return list, errors.Join(err, wrong)
}

// latestOf reads at most most last entries of a journal, newest first. latestOf returns an
// error if a payload differs from payload(seq).
func latestOf(tx store.Tx, thread string, most int, payload func(seq uint64) []byte) (list []store.Entry, err error) {
	var wrong error
	err = tx.LatestEntries(thread, func(e store.Entry) bool {
		list = append(list, e)
		got, err := tx.Payload(e)
		wrong = errors.Join(wrong, want(fmt.Sprintf("payload %d", e.Seq), payload(e.Seq), got, err))
		return len(list) < most
	})
	return list, errors.Join(err, wrong)
}

func testJournal(t *testing.T, s store.Store) {
	payload := func(seq uint64) []byte { return make([]byte, seq-1) } // the first is empty, but not nil
	var appended []store.Entry
	for n := range 300 {
		update(t, s, func(tx store.Tx) error {
			_, err := tx.Append(entry("Q-10", n), []byte("other"))
			e, ownErr := tx.Append(entry("Q-1", n), payload(uint64(n+1)))
			appended = append(appended[:n], e)
			return errors.Join(err, ownErr)
		})
	}
	view(t, s, func(tx store.Tx) error {
		list, err := journalOf(tx, "Q-1", 0, payload)
		later, laterErr := journalOf(tx, "Q-1", 299, payload)
		none, noneErr := journalOf(tx, "Q-2", 0, payload)
		latest, latestErr := latestOf(tx, "Q-1", 2, payload)
		noLatest, noLatestErr := latestOf(tx, "Q-2", 2, payload)
		length, lengthErr := tx.JournalLength("Q-1")
		empty, emptyErr := tx.JournalLength("Q-2")
		return errors.Join(
			want("length of the journal", uint64(300), length, lengthErr),
			want("length of no journal", uint64(0), empty, emptyErr),
			want("journal", appended, list, err),
			want("journal from 299 on", appended[298:], later, laterErr),
			want("journal of no thread", 0, len(none), noneErr),
			want("latest entries", []store.Entry{appended[299], appended[298]}, latest, latestErr),
			want("latest entries of no thread", 0, len(noLatest), noLatestErr),
			tx.VerifyJournal("Q-1"), tx.VerifyJournal("Q-10"), tx.VerifyJournal("Q-2"),
		)
	})
	checkChain(t, appended)
}

// checkChain verifies the chain from the entries alone.
func checkChain(t *testing.T, entries []store.Entry) {
	var prev store.Sum
	digests := map[store.Sum]bool{}
	for i, e := range entries {
		expected := entry("Q-1", i)
		expected.Seq, expected.Prev, expected.Digest, expected.Names = uint64(i+1), prev, e.Digest, e.Names
		expected.Hash = expected.ComputeHash()
		if err := want("entry", expected, e, nil); err != nil {
			t.Fatal(err)
		}
		prev = e.Hash
		digests[e.Digest] = true
	}
	if len(digests) != len(entries) {
		t.Errorf("%d entries have %d digests", len(entries), len(digests))
	}
}

func testJournalErase(t *testing.T, s store.Store) {
	zone := time.FixedZone("PST", -8*3600)
	var before []store.Entry
	update(t, s, func(tx store.Tx) error {
		before = nil
		for n := range 3 {
			e := entry("Q-1", n)
			e.At = e.At.In(zone)
			e, err := tx.Append(e, []byte("SSN 078-05-1120"))
			if err != nil {
				return err
			}
			before = append(before, e)
		}
		return nil
	})
	for range 2 { // erasing twice is harmless
		update(t, s, func(tx store.Tx) error { return tx.Erase("Q-1", 2) })
	}
	view(t, s, func(tx store.Tx) error {
		payload := func(seq uint64) []byte {
			if seq == 2 {
				return nil
			}
			return []byte("SSN 078-05-1120")
		}
		list, err := journalOf(tx, "Q-1", 0, payload)
		latest, latestErr := latestOf(tx, "Q-1", 3, payload)
		slices.Reverse(latest)
		return errors.Join(want("journal", before, list, err), want("latest entries", before, latest, latestErr), tx.VerifyJournal("Q-1"))
	})
	err := s.Update(t.Context(), func(tx store.Tx) error { return tx.Erase("Q-1", 4) })
	if err := wantErr("erasing no entry", store.ErrNotFound, err); err != nil {
		t.Error(err)
	}
	update(t, s, func(tx store.Tx) error {
		e, err := tx.Append(entry("Q-1", 3), nil)
		return want("hash before", before[2].Hash, e.Prev, err)
	})
}

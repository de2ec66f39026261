// Package storetest is the test suite for all backends of package store.
package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"ppamaild/store"
)

// Opener opens the store in dir. The first call creates an empty store. After Close, the next
// call opens the same store again, like a restart. The store is checked and closed at the end
// of t.
type Opener func(t testing.TB, dir string) store.Store

// Run runs the suite.
func Run(t *testing.T, open Opener) {
	tests := []struct {
		name string
		run  func(*testing.T, store.Store)
	}{
		{"Secrets", testSecrets},
		{"Restoration", testRestoration},
		{"Cursor", testCursor},
		{"Accept", testAccept},
		{"AcceptAgain", testAcceptAgain},
		{"AcceptRefuses", testAcceptRefuses},
		{"AcceptLarge", testAcceptLarge},
		{"AcceptLargeAfterBreak", testAcceptLargeAfterBreak},
		{"InboundByStatus", testInboundByStatus},
		{"ChangeWhileLooping", testChangeWhileLooping},
		{"Fingerprints", testFingerprints},
		{"Senders", testSenders},
		{"MessageIDs", testMessageIDs},
		{"Correspondents", testCorrespondents},
		{"RunTimes", testRunTimes},
		{"Heads", testHeads},
		{"HeadConflict", testHeadConflict},
		{"HeadPages", testHeadPages},
		{"HeadIndexes", testHeadIndexes},
		{"ThreadRecords", testThreadRecords},
		{"OpenReviewsOfAll", testOpenReviewsOfAll},
		{"Queue", testQueue},
		{"Journal", testJournal},
		{"JournalErase", testJournalErase},
		{"EraseInbound", testEraseInbound},
		{"EraseMail", testEraseMail},
		{"EraseReview", testEraseReview},
		{"EraseNames", testEraseNames},
		{"Deletions", testDeletions},
		{"Holds", testHolds},
		{"Effects", testEffects},
		{"Outbox", testOutbox},
		{"DueMail", testDueMail},
		{"Reviews", testReviews},
		{"Timers", testTimers},
		{"DueTimers", testDueTimers},
		{"ShiftTimers", testShiftTimers},
		{"UnknownStatuses", testUnknownStatuses},
		{"BadNames", testBadNames},
		{"Additions", testAdditions},
		{"Expected", testExpected},
		{"ReturnedBytesAreTheCallers", testReturnedBytes},
		{"UpdateIsWhole", testUpdateIsWhole},
		{"ViewIsASnapshot", testViewIsASnapshot},
		{"ViewCantWrite", testViewCantWrite},
		{"ConcurrentUpdates", testConcurrentUpdates},
		{"FailuresInCompany", testFailuresInCompany},
		{"PanicsInCompany", testPanicsInCompany},
		{"ConflictsInCompany", testConflictsInCompany},
		{"Cancelled", testCancelled},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel() // tests wait for syncs to disk
			test.run(t, open(t, t.TempDir()))
		})
	}
	t.Run("Restart", func(t *testing.T) { t.Parallel(); testRestart(t, open) })
	t.Run("Model", func(t *testing.T) { t.Parallel(); testModel(t, open) })
}

// day is noon, n days after a fixed date.
func day(n int) time.Time {
	return time.Date(2026, 3, 1+n, 12, 0, 0, 123456789, time.UTC)
}

func update(t testing.TB, s store.Store, fn func(tx store.Tx) error) {
	t.Helper()
	if err := s.Update(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

func view(t testing.TB, s store.Store, fn func(tx store.Tx) error) {
	t.Helper()
	if err := s.View(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

// want returns an error unless got equals expected and err is nil.
func want[T any](what string, expected, got T, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	if !reflect.DeepEqual(got, expected) {
		return fmt.Errorf("%s is\n%+v\nnot\n%+v", what, got, expected)
	}
	return nil
}

// wantErr returns an error unless got matches target.
func wantErr(what string, target, got error) error {
	if !errors.Is(got, target) {
		return fmt.Errorf("%s: error is %v, not %v", what, got, target)
	}
	return nil
}

// refused returns an error if err is nil.
func refused(what string, err error) error {
	if err == nil {
		return fmt.Errorf("%s was not refused", what)
	}
	return nil
}

// all collects the values that method passes to its callback.
func all[T any](method func(fn func(T) bool) error) (list []T, err error) {
	err = method(func(v T) bool {
		list = append(list, v)
		return true
	})
	return list, err
}

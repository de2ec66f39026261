package bolt

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ppamaild/store"
	"ppamaild/store/bkey"
	"ppamaild/store/codec/codectest"
)

// reviewMail returns a mail about a review that differs from the others in two lines.
func reviewMail(n int) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "To: staff%d@agency.test\r\n", n)
	for line := range 60 {
		fmt.Fprintf(&b, "Line %d is about %s.\r\n", line, erasedWords)
	}
	fmt.Fprintf(&b, "Ref: %d\r\n", n)
	return []byte(b.String())
}

// addReviews adds mails about one review, with the ids from 1.
func addReviews(tx store.Tx, count int) (err error) {
	for n := range count {
		_, addErr := tx.AddMail(store.Mail{
			Thread: "Q-1", Review: 1, Kind: store.MailReview, Status: store.MailSent,
		}, reviewMail(n+1))
		err = errors.Join(err, addErr)
	}
	return err
}

// readsAll checks the bytes of the mails that are not erased.
func readsAll(t *testing.T, s *Store, count int, erased []int) {
	t.Helper()
	noError(t, s.View(t.Context(), func(tx store.Tx) (err error) {
		for n := 1; n <= count; n++ {
			raw, rawErr := tx.MailRaw(uint64(n))
			want := reviewMail(n)
			if slices.Contains(erased, n) {
				want = nil
			}
			if !bytes.Equal(raw, want) {
				t.Errorf("after %v, mail %d is %q", erased, n, raw)
			}
			err = errors.Join(err, rawErr)
		}
		return err
	}))
	noError(t, s.Check(t.Context()))
}

// The mails about a review are stored once, with their differences. They can be erased in any
// order, and then leave nothing behind.
func TestFinding39ReviewMailsShareBytes(t *testing.T) {
	orders := [][]int{{1, 2, 3}, {1, 3, 2}, {2, 1, 3}, {2, 3, 1}, {3, 1, 2}, {3, 2, 1}}
	for _, order := range orders {
		s := mustOpen(t)
		update := func(fn func(store.Tx) error) {
			t.Helper()
			noError(t, s.Update(t.Context(), fn))
		}
		update(func(tx store.Tx) error { return addReviews(tx, len(order)) })
		noError(t, s.View(t.Context(), func(stx store.Tx) (err error) {
			for _, id := range []uint64{2, 3} {
				r, readErr := stx.(*tx).one(mailRaw, bkey.ID(id))
				if len(r.parts) != 2 || len(r.parts[0]) > 100 ||
					bkey.LastNumber(r.parts[1]) != 1 {
					t.Errorf("mail %d has %d parts", id, len(r.parts))
				}
				err = errors.Join(err, readErr)
			}
			return err
		}))
		readsAll(t, s, len(order), nil)
		for n, id := range order {
			update(func(tx store.Tx) error { return tx.EraseMail(uint64(id)) })
			readsAll(t, s, len(order), order[:n+1])
		}
		noError(t, s.Compact(t.Context()))
		file, err := codectest.ReadFile(s.path)
		noError(t, err)
		if bytes.Contains(file, []byte(erasedWords)) {
			t.Errorf("after %v, the words are in the file", order)
		}
	}
}

// Only mails of one review are alike, and only close ones.
func TestOtherMailsShareNothing(t *testing.T) {
	const count = maxDistance + 2 // the last one is too far from the first
	s := mustOpen(t)
	noError(t, s.Update(t.Context(), func(tx store.Tx) error {
		err := addReviews(tx, count)
		for _, m := range []store.Mail{
			{Thread: "Q-1", Review: 2, Kind: store.MailReview, Status: store.MailSent},
			{Thread: "Q-2", Review: 2, Kind: store.MailReview, Status: store.MailSent},
			{Thread: "Q-2", Review: 2, Kind: store.MailNotice, Status: store.MailSent},
			{Thread: "Q-2", Review: 2, Kind: store.MailNotice, Status: store.MailSent},
		} {
			_, addErr := tx.AddMail(m, reviewMail(1))
			err = errors.Join(err, addErr)
		}
		return err
	}))
	readsAll(t, s, count, nil)
	noError(t, s.View(t.Context(), func(stx store.Tx) (err error) {
		for id := uint64(1); id <= count+4; id++ {
			_, base, rawErr := stx.(*tx).rawParts(id)
			shares := id > 1 && id <= maxDistance+1
			if shares != (base == 1) || !shares && base != 0 {
				t.Errorf("mail %d refers to %d", id, base)
			}
			err = errors.Join(err, rawErr)
		}
		return err
	}))
}

// A mail is damaged if the first mail of its review is damaged or gone.
func TestDamagedFirstMail(t *testing.T) {
	tests := map[string]func(*tx) error{
		"changed": func(tx *tx) error { return tx.put(mailRaw, bkey.ID(1), reviewMail(3)) },
		"empty":   func(tx *tx) error { return tx.put(mailRaw, bkey.ID(1), nil) },
		"gone":    func(tx *tx) error { return tx.delete(mailRaw, bkey.ID(1)) },
		"refers to itself": func(tx *tx) error {
			return tx.put(mailRaw, bkey.ID(2), []byte{0}, bkey.ID(2))
		},
		"refers to none": func(tx *tx) error {
			return tx.put(mailRaw, bkey.ID(2), []byte{0}, nil)
		},
		"no differences": func(tx *tx) error {
			return tx.put(mailRaw, bkey.ID(2), nil, bkey.ID(1))
		},
	}
	for name, change := range tests {
		s, err := Open(filepath.Join(t.TempDir(), "ppamaild.db"), Options{})
		noError(t, err)
		noError(t, s.Update(t.Context(), func(stx store.Tx) error {
			return errors.Join(addReviews(stx, 2), change(stx.(*tx)))
		}))
		if err := s.Check(t.Context()); !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("%s: %v", name, err)
		}
		noError(t, s.Close())
	}
}

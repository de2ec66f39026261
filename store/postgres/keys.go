package postgres

import (
	"context"
	"errors"
	"fmt"

	"ppamaild/failpoint"
	"ppamaild/store"
	"ppamaild/store/codec"
	"ppamaild/store/crypt"
)

// The table about names every key that a record may be encrypted with. So Open notices a missing
// key, before any record needs it.

// rekeyCount is how many records one transaction of Rekey reads.
const rekeyCount = 32

// Rekey encrypts all records with the newest key, and returns the number of records that it
// encrypted. Then no other key is needed. It can be stopped and repeated at any time, and
// others can use the store meanwhile.
func (s *Store) Rekey(ctx context.Context) (count int, err error) {
	newest, has := s.keys.Newest()
	if !has {
		return 0, errors.New("no encryption key is configured")
	}
	for _, in := range tables() {
		if plain(in.Name) {
			continue
		}
		for at := (span{Order: in.Keys}); ; {
			var next []any
			var done int
			err := s.Update(ctx, func(t store.Tx) (err error) {
				next, done, err = t.(*tx).rekey(in, at, newest)
				return err
			})
			if err != nil {
				return count, fmt.Errorf("encrypting table %s: %w", in.Name, err)
			}
			if count += done; done > 0 {
				failpoint.Pass(failpoint.Recoding)
			}
			if next == nil {
				break
			}
			at.After = next
		}
	}
	failpoint.Before(failpoint.Rekey)
	err = s.Update(ctx, func(t store.Tx) error {
		t.(*tx).about().Keys = []string{newest.String()}
		return nil
	})
	failpoint.After(failpoint.Rekey)
	return count, err
}

// rekey encrypts the next records of a table. It returns the place to continue at, or nil at the
// end.
func (t *records) rekey(in *table, at span, newest crypt.ID) (next []any, done int, err error) {
	if t.about().Others > 0 { // their newest key may be another
		return nil, 0, fmt.Errorf("stop the other daemons first: %w", store.ErrLocked)
	}
	end, args := at.SQL(rekeyCount)
	page, err := t.rows(in, end, args...)
	if err != nil {
		return nil, 0, err
	}
	for _, r := range page {
		if codec.IsUnder(r.raw, newest) {
			continue
		}
		if r, err = t.unseal(r); err != nil {
			return nil, 0, err
		}
		if err := t.put(in, r.columns, r.parts...); err != nil {
			return nil, 0, err
		}
		done++
	}
	if len(page) == rekeyCount {
		next = page[len(page)-1].columns[:len(in.Keys)]
	}
	return next, done, nil
}

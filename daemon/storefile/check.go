package storefile

import (
	"context"
	"errors"

	"ppamaild/config"
	"ppamaild/store/transfer"
)

// Check reads the store in a file without changing the file. Check lists damaged pages,
// records, indexes and journals, and dangling references. Check returns store.ErrLocked if
// another process has the file open.
func Check(ctx context.Context, cfg *config.Config, path string) error {
	s, err := open(cfg, path, true)
	if err != nil {
		return err
	}
	return errors.Join(checkStore(ctx, s), s.Close())
}

// checkStore refuses an unfinished copy, which lacks records that others need.
func checkStore(ctx context.Context, s transfer.Backend) error {
	if err := finished(s); errors.Is(err, transfer.ErrUnfinished) {
		return err
	}
	if err := s.Check(ctx); err != nil {
		return err
	}
	return checkReferences(ctx, s)
}

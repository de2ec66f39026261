package storefile

import (
	"context"
	"errors"

	"ppamaild/config"
)

// Check reads the store in a file without changing the file. Check lists damaged pages,
// records, indexes and journals, and dangling references. Check returns store.ErrLocked if
// another process has the file open.
func Check(ctx context.Context, cfg *config.Config, path string) error {
	s, err := open(cfg, path, true)
	if err != nil {
		return err
	}
	err = s.Check(ctx)
	if err == nil {
		err = checkReferences(ctx, s)
	}
	return errors.Join(err, s.Close())
}

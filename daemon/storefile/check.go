package storefile

import (
	"context"
	"errors"

	"ppamaild/config"
)

// Check reads the store in a file, which it does not change, and lists what is
// wrong with it: pages, records, indexes, journals, and references that lead nowhere.
// store.ErrLocked where somebody has it open.
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

package queue

import (
	"context"

	"ppamaild/store"
)

// Each calls put for each value, up to the first error.
func Each[T any](all []T, put func(T) error) error {
	for _, v := range all {
		if err := put(v); err != nil {
			return err
		}
	}
	return nil
}

// Read runs read in a transaction and returns its value.
func Read[T any](
	ctx context.Context, s store.Store, read func(store.Tx) (T, error),
) (v T, err error) {
	err = s.View(ctx, func(tx store.Tx) error {
		v, err = read(tx)
		return err
	})
	return v, err
}

package bolt

import (
	"context"
	"fmt"
	"io"

	"go.etcd.io/bbolt"
)

// Backup writes a complete copy of the store, as of one moment, to w. Others can read and
// write meanwhile. Many writes during a backup make the file grow.
func (s *Store) Backup(ctx context.Context, w io.Writer) error {
	to := &cancellable{ctx: ctx, w: w}
	err := s.read(func(b *bbolt.Tx) error {
		_, err := b.WriteTo(to)
		return err
	})
	if to.err != nil {
		err = to.err
	}
	if err != nil {
		return fmt.Errorf("copying the store: %w", err)
	}
	return nil
}

// cancellable writes until ctx is done.
type cancellable struct {
	ctx context.Context
	w   io.Writer
	err error // the first error; bbolt keeps only its text
}

func (c *cancellable) Write(p []byte) (n int, err error) {
	if c.err == nil {
		c.err = c.ctx.Err()
	}
	if c.err == nil {
		n, c.err = c.w.Write(p)
	}
	return n, c.err
}

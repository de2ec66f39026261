package boltfile

import (
	"context"
	"io"

	"go.etcd.io/bbolt"
)

// Write writes the file as of a transaction to w, until ctx is done.
func Write(ctx context.Context, w io.Writer, b *bbolt.Tx) error {
	to := &cancellable{ctx: ctx, w: w}
	_, err := b.WriteTo(to)
	if to.err != nil {
		return to.err
	}
	return err
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

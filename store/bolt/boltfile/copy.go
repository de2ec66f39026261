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

// Used returns the size of the pages in use, in bytes.
func Used(b *bbolt.Tx) int64 {
	return b.Size() - int64(b.DB().Stats().FreePageN)*int64(b.DB().Info().PageSize)
}

// Records returns the number of all records.
func Records(b *bbolt.Tx) (n int64) {
	_ = b.ForEach(func(_ []byte, in *bbolt.Bucket) error { // the function does not fail
		n += int64(in.Stats().KeyN)
		return nil
	})
	return n
}

// Before returns the record before key. key need not exist.
func Before(c *bbolt.Cursor, key []byte) (k, v []byte) {
	if k, _ := c.Seek(key); k == nil {
		return c.Last()
	}
	return c.Prev()
}

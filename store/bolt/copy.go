package bolt

import (
	"context"
	"fmt"
	"io"

	"go.etcd.io/bbolt"

	"ppamaild/store/bolt/boltfile"
)

// Backup writes a complete copy of the store, as of one moment, to w. Others can read and
// write meanwhile. Many writes during a backup make the file grow.
func (s *Store) Backup(ctx context.Context, w io.Writer) error {
	err := s.read(func(b *bbolt.Tx) error { return boltfile.Write(ctx, w, b) })
	if err != nil {
		return fmt.Errorf("copying the store: %w", err)
	}
	return nil
}

package privacy

import (
	"bytes"
	"errors"

	"ppamaild/store"
)

// fileMark names the mark of the last erasure. Free pages of the file may still have its data.
const fileMark = "erased_in_file"

// mark notes that the file must be compacted.
func (p *Plan) mark(tx store.Tx) error { return tx.PutSecret(fileMark, []byte(p.Digest)) }

// Mark returns the mark of the last erasure after which the file was not compacted; nil for none.
func Mark(tx store.Tx) ([]byte, error) {
	mark, err := tx.Secret(fileMark)
	if errors.Is(err, store.ErrNotFound) || err == nil && len(mark) == 0 {
		return nil, nil
	}
	return mark, err
}

// Unmark removes a mark after a compaction, unless a later erasure has set another mark.
func Unmark(tx store.Tx, mark []byte) error {
	now, err := Mark(tx)
	if err != nil || mark == nil || !bytes.Equal(now, mark) {
		return err
	}
	return tx.PutSecret(fileMark, nil)
}

package bolt

import (
	"bytes"
	"io"
	"testing"

	"ppamaild/store"
	"ppamaild/store/chunks"
)

// trailingReader reads zeros. At each read it checks how much of the earlier data is not stored
// yet.
type trailingReader struct {
	io.Reader
	t     *testing.T
	s     *Store
	given int
}

func (r *trailingReader) Read(b []byte) (int, error) {
	stored := 0
	err := r.s.View(r.t.Context(), func(stx store.Tx) error {
		for rec, err := range stx.(*tx).scan(inboundRaw, nil, nil) {
			if err != nil {
				return err
			}
			stored += len(rec.parts[0])
		}
		return nil
	})
	if held := r.given - stored; err != nil || held >= chunks.Size {
		r.t.Errorf("%d octets are held in memory (%v)", held, err)
	}
	n, err := r.Reader.Read(b)
	r.given += n
	return n, err
}

func TestLargeIsStoredAsItArrives(t *testing.T) {
	s := mustOpen(t)
	r := &trailingReader{bytes.NewReader(make([]byte, 10*chunks.Size+1)), t, s, 0}
	id, err := s.AcceptLarge(t.Context(), store.Inbound{Mailbox: inbox, UID: 1}, r, store.Cursor{Mailbox: inbox})
	if err != nil {
		t.Fatal(err)
	}
	err = s.View(t.Context(), func(stx store.Tx) error {
		in, err := stx.(*tx).inbound(id)
		if in.Chunks != 1 || in.Octets != 10*chunks.Size+1 {
			t.Errorf("%d chunks with %d octets", in.Chunks, in.Octets)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

package transfer

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/bits"

	"ppamaild/progress"
	"ppamaild/store"
)

// sum is a digest of records that does not depend on their order: the sum of the SHA-256 of the
// records. The backends have different orders.
type sum struct {
	records int
	lanes   [4]uint64
}

func (s *sum) add(record any) error {
	text, err := json.Marshal(record)
	if err != nil {
		return err
	}
	digest := sha256.Sum256(text)
	carry := uint64(0)
	for i := range s.lanes {
		s.lanes[i], carry = bits.Add64(s.lanes[i], binary.BigEndian.Uint64(digest[8*i:]), carry)
	}
	s.records++
	return nil
}

// sums returns the sum of each part of a store.
func sums(ctx context.Context, s Backend) (all []sum, err error) {
	for _, p := range parts() {
		var one sum
		total := func() int64 { return count(ctx, s, p) }
		progress.Begin(ctx, "verifying "+p.name, "records", total)
		err := s.View(ctx, func(tx store.Tx) error {
			return p.read(tx.(Tx), func(l load) error {
				v, err := l()
				if err == nil {
					err = one.add(v)
				}
				progress.Add(ctx, 1)
				return err
			})
		})
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", p.name, err)
		}
		all = append(all, one)
	}
	return all, nil
}

// verify checks the target, and compares it with the source.
func (c *copier) verify(ctx context.Context, from Backend) (digest string, err error) {
	differ := ErrInUse
	if !c.mark.Whole {
		differ = ErrChanged
	}
	if err := c.to.Check(ctx); err != nil {
		return "", fmt.Errorf("checking the copy: %w", err)
	}
	want, err := sums(ctx, from)
	if err != nil {
		return "", fmt.Errorf("verifying the copy: the source: %w", err)
	}
	got, err := sums(ctx, c.to)
	if err != nil {
		return "", fmt.Errorf("verifying the copy: %w", err)
	}
	for i, p := range parts() {
		if got[i] != want[i] {
			return "", fmt.Errorf("the target has %d %s with another digest than the %d of the "+
				"source: %w", got[i].records, p.name, want[i].records, differ)
		}
	}
	h := sha256.New()
	for _, s := range want {
		for _, lane := range append(s.lanes[:], uint64(s.records)) {
			_ = binary.Write(h, binary.BigEndian, lane) // a hash takes all bytes
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

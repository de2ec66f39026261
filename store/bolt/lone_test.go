package bolt

import (
	"bytes"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"ppamaild/store"
)

// A step of one thread, alone in a store of many threads, writes at most 64 KB.
func TestFinding39LoneStepWrites(t *testing.T) {
	const threads, together, lone, most = 12_000, 4_000, 200, 64_000
	s, err := Open(filepath.Join(t.TempDir(), "ppamaild.db"), Options{})
	noError(t, err)
	defer func() { noError(t, s.Close()) }()
	for first := 0; first < threads; first += together {
		noError(t, s.Update(t.Context(), func(tx store.Tx) error {
			for n := first; n < first+together; n++ {
				if err := putScaled(tx, n); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	before := written(s)
	for n := range lone {
		noError(t, s.Update(t.Context(), func(tx store.Tx) error { return step(tx, n, threads) }))
	}
	each := (written(s) - before) / lone
	t.Logf("a lone step writes %d bytes", each)
	if each > most {
		t.Errorf("a lone step writes %d bytes, more than %d", each, most)
	}
}

// words returns text of a size, different for each n, that shrinks like a state.
func words(n, size int) []byte {
	random := rand.New(rand.NewPCG(uint64(n), 0))
	var b bytes.Buffer
	for b.Len() < size {
		for range 3 + random.IntN(6) {
			b.WriteByte(byte('a' + random.IntN(26)))
		}
		b.WriteString(`":"`[:1+random.IntN(3)])
	}
	return b.Bytes()[:size]
}

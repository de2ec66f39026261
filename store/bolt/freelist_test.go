package bolt

import (
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"ppamaild/store"
)

// A commit in a store with many free pages does not write their list. A crash at any time leaves
// a complete store, and Close saves the list.
func TestFinding7CommitsAreSmall(t *testing.T) {
	const (
		free     = 12_000 // pages; their list has 94 KiB
		smallest = 64 << 10
	)
	path := filepath.Join(t.TempDir(), "ppamaild.db")
	s, err := Open(path, Options{})
	noError(t, err)
	large := make([]byte, free*os.Getpagesize())
	_, err = rand.Read(large) // it does not shrink
	noError(t, err)
	put := func(name string, value []byte) {
		t.Helper()
		noError(t, s.Update(t.Context(), func(tx store.Tx) error { return tx.PutSecret(name, value) }))
	}
	put("large", large)
	put("large", nil)
	for n := range 3 {
		put("small", []byte{byte(n)}) // the next commit releases the pages
		noError(t, crashed(t, path, byte(n)))
	}
	if n := s.db.Stats().FreePageN; n < free-free/10 {
		t.Fatalf("%d pages are free", n)
	}
	before := written(s)
	noError(t, s.Update(t.Context(), func(tx store.Tx) error { return turn(tx, "Q-1", 1) }))
	if wrote := written(s) - before; wrote > smallest {
		t.Errorf("a commit writes %d bytes", wrote)
	}
	noError(t, s.Close())
	s, err = Open(path, Options{})
	noError(t, err)
	before = written(s)
	put("small", []byte{9})
	if wrote := written(s) - before; wrote > smallest {
		t.Errorf("after another start, a commit writes %d bytes", wrote)
	}
	noError(t, errors.Join(crashed(t, path, 9), s.Close(), crashed(t, path, 9)))
}

// written returns how many bytes the commits of a store wrote.
func written(s *Store) int64 {
	stats := s.db.Stats()
	return stats.TxStats.GetPageAlloc()
}

// crashed opens a copy of the file, as a crash leaves it, and checks the last small secret.
func crashed(t *testing.T, path string, last byte) error {
	t.Helper()
	raw, err := os.ReadFile(path)
	noError(t, err)
	image := filepath.Join(t.TempDir(), "image.db")
	noError(t, os.WriteFile(image, raw, 0o600))
	noError(t, checkFile(t.Context(), image, nil))
	s, err := Open(image, Options{})
	noError(t, err)
	err = s.View(t.Context(), func(tx store.Tx) error {
		small, err := tx.Secret("small")
		if err == nil && (len(small) != 1 || small[0] != last) {
			err = errors.New("the last commit is lost")
		}
		return err
	})
	return errors.Join(err, s.Check(t.Context()), s.Close(), os.Remove(image))
}

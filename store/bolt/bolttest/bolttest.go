// Package bolttest opens stores for tests of other packages. At the end of a test, bolttest
// checks pages, checksums, journals and indexes.
package bolttest

import (
	"context"
	"path/filepath"
	"testing"

	"ppamaild/store/bolt"
	"ppamaild/store/crypt"
)

// MustOpen returns a new, empty store that is checked and closed at the end of t.
func MustOpen(t testing.TB) *bolt.Store {
	t.Helper()
	return MustOpenAt(t, filepath.Join(t.TempDir(), "ppamaild.db"))
}

// MustOpenAt is MustOpen for a new or existing store at path. After Close, a test can open the
// store again, like a restart.
func MustOpenAt(t testing.TB, path string) *bolt.Store {
	t.Helper()
	return MustOpenWith(t, path, nil)
}

// MustOpenWith is MustOpenAt for an encrypted store.
func MustOpenWith(t testing.TB, path string, keys *crypt.Ring) *bolt.Store {
	t.Helper()
	s, err := bolt.Open(path, bolt.Options{Keys: keys})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		check(t, path, keys)
	})
	return s
}

// check opens the file again, like a restart, and checks the store.
func check(t testing.TB, path string, keys *crypt.Ring) {
	t.Helper()
	s, err := bolt.Open(path, bolt.Options{Keys: keys})
	if err != nil {
		t.Errorf("reopening: %v", err)
		return
	}
	if err := s.Check(context.Background()); err != nil {
		t.Errorf("checking %s: %v", path, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// Package bolttest opens stores for the tests of other packages, and checks each
// of them when its test ends: pages, checksums, journals and indexes.
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

// MustOpenAt is MustOpen for a store at path, new or not. A test that closes the
// store can open it again so, as after a restart.
func MustOpenAt(t testing.TB, path string) *bolt.Store {
	t.Helper()
	return MustOpenWith(t, path, nil)
}

// MustOpenWith is MustOpenAt for a store that is encrypted.
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

// check opens the file anew, so that what it looks at is what a restart would.
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

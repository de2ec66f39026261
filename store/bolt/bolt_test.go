package bolt_test

import (
	"path/filepath"
	"testing"

	"ppamaild/store"
	"ppamaild/store/bolt/bolttest"
	"ppamaild/store/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(t testing.TB, dir string) store.Store {
		return bolttest.MustOpenAt(t, filepath.Join(dir, "ppamaild.db"))
	})
}

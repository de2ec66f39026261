package bolt_test

import (
	"encoding/base64"
	"path/filepath"
	"testing"

	"ppamaild/store"
	"ppamaild/store/bolt/bolttest"
	"ppamaild/store/crypt"
	"ppamaild/store/storetest"
)

func TestStore(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t testing.TB, dir string) store.Store {
		return bolttest.MustOpenAt(t, filepath.Join(dir, "ppamaild.db"))
	})
}

func TestEncryptedStore(t *testing.T) {
	t.Parallel()
	keys, err := crypt.Parse(base64.StdEncoding.EncodeToString(make([]byte, crypt.KeySize)))
	if err != nil {
		t.Fatal(err)
	}
	storetest.Run(t, func(t testing.TB, dir string) store.Store {
		return bolttest.MustOpenWith(t, filepath.Join(dir, "ppamaild.db"), keys)
	})
}

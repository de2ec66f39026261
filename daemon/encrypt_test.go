package daemon_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"testing"

	"ppamaild/daemon/admin"
	"ppamaild/sandbox/play"
	"ppamaild/store"
	"ppamaild/store/codec/codectest"
	"ppamaild/store/crypt"
)

// The file of an encrypted store, and a backup of the file, hold no readable part of a
// conversation. The daemon works as with an unencrypted store.
func TestEncryptedAtRest(t *testing.T) {
	keys, err := crypt.Parse(base64.StdEncoding.EncodeToString(make([]byte, crypt.KeySize)))
	must(t, err)
	a := open(t, inProcess(t), func(a *agency) { a.cfg.Store.Keys = keys })
	thread := a.quoted()
	a.lacks(append(aliceWords, "Lee Tran", "lee@agency.test", "Ref: ")...)
	backup, err := codectest.ReadFile(a.backsUp())
	must(t, err)
	if bytes.Contains(backup, []byte("Taylor St")) {
		t.Error("the backup tells it")
	}
	must(t, a.upkeep().CheckAll(t.Context()))
	a.cancels(thread)
	_, err = a.forget(admin.ForgetOrder{Addresses: []string{play.Alice}})
	must(t, err)
	a.stop()
	must(t, a.check(t.Context(), a.cfg.Store.Path))
	a.cfg.Store.Keys, a.cfg.Store.Keyless = nil, "the keys are elsewhere"
	if _, err := newDaemon(a); !errors.Is(err, store.ErrKey) {
		t.Errorf("without the key: %v", err)
	}
	a.cfg.Store.Keys = keys // for what the cleanup looks at
}

package bolt

import (
	"fmt"

	"ppamaild/store"
	"ppamaild/store/bkey"
)

// secretTx implements store.Secrets.
type secretTx struct{ *records }

func (t secretTx) Secret(name string) ([]byte, error) {
	value, err := t.single(secrets, []byte(name))
	if err != nil {
		return nil, fmt.Errorf("reading secret %s: %w", name, err)
	}
	return append([]byte(nil), value...), nil
}

func (t secretTx) PutSecret(name string, value []byte) error {
	if err := bkey.CheckName("name of secret", name); err != nil {
		return err
	}
	return t.put(secrets, []byte(name), value)
}

func restorationKey() []byte { return []byte("restoration") }

func (t secretTx) Restoration() (store.Restoration, error) {
	r, err := get[store.Restoration](t.records, about, restorationKey())
	if err != nil {
		return r, fmt.Errorf("reading of the last restore: %w", err)
	}
	return r, nil
}

func (t secretTx) PutRestoration(r store.Restoration) error {
	return put(t.records, about, restorationKey(), r)
}

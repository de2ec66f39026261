package postgres

import (
	"fmt"

	"ppamaild/store"
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
	if err := checkName("name of secret", name); err != nil {
		return err
	}
	return t.put(secrets, []any{[]byte(name)}, value)
}

func restorationName() []byte { return []byte("restoration") }

func (t secretTx) Restoration() (store.Restoration, error) {
	r, err := get[store.Restoration](t.records, settings, restorationName())
	if err != nil {
		return r, fmt.Errorf("reading of the last restore: %w", err)
	}
	return r, nil
}

func (t secretTx) PutRestoration(r store.Restoration) error {
	return t.putAs(settings, []any{restorationName()}, r)
}

// runTimeTx implements store.RunTimes.
type runTimeTx struct{ *records }

func (t runTimeTx) RunTime(agent string) (store.RunTime, error) {
	p, err := get[store.RunTime](t.records, runTimes, []byte(agent))
	if err != nil {
		return p, fmt.Errorf("reading the run time of %s: %w", agent, err)
	}
	return p, nil
}

func (t runTimeTx) PutRunTime(p store.RunTime) error {
	if err := checkName("agent of a run time", p.Agent); err != nil {
		return err
	}
	return t.putAs(runTimes, []any{[]byte(p.Agent)}, p)
}

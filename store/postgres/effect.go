package postgres

import (
	"fmt"

	"ppamaild/store"
)

// effectTx implements store.Effects.
type effectTx struct{ *records }

func decodeEffect(r row) (e store.Effect, err error) {
	err = decode(r, &e, &e.Result)
	return e, err
}

func (t effectTx) Effect(key string) (store.Effect, error) {
	r, err := t.one(effects, []byte(key))
	if err != nil {
		return store.Effect{}, fmt.Errorf("reading effect %s: %w", key, err)
	}
	return decodeEffect(r)
}

func (t effectTx) PutEffect(e store.Effect) error { return t.storeEffect(t.putAs, e) }
func (t effectTx) AddEffect(e store.Effect) error { return t.storeEffect(t.addAs, e) }

// storer is records.putAs or records.addAs.
type storer func(in *table, columns []any, v any, raw ...[]byte) error

func (t effectTx) storeEffect(put storer, e store.Effect) error {
	if err := checkName("key of effect", e.Key); err != nil {
		return err
	}
	if !e.Status.Known() {
		return fmt.Errorf("storing effect %s: unknown status %q", e.Key, e.Status)
	}
	result := e.Result
	e.Result = nil
	return put(effects, effectColumns(e), e, result)
}

func effectColumns(e store.Effect) []any {
	return []any{[]byte(e.Key), []byte(e.Thread), string(e.Status)}
}

func (t effectTx) EffectsByStatus(status store.EffectStatus, fn func(store.Effect) bool) error {
	return each(t.records, effects, span{
		Where: "status = $1", Args: []any{string(status)}, Order: effects.Keys,
	}, decodeEffect, fn)
}

func (t effectTx) EffectsOf(thread string, fn func(store.Effect) bool) error {
	return each(t.records, effects, span{
		Where: "thread = $1", Args: []any{[]byte(thread)}, Order: effects.Keys,
	}, decodeEffect, fn)
}

package bolt

import (
	"errors"
	"fmt"

	"ppamaild/store"
	"ppamaild/store/bkey"
)

// effectTx implements store.Effects.
type effectTx struct{ *records }

// effectEntries returns the index entries of an effect. A zero Effect has none.
func effectEntries(e store.Effect) []entry {
	if e.Key == "" {
		return nil
	}
	return []entry{
		{effectStatus, append(bkey.Name(e.Status), e.Key...), nil},
		{threadRefs, bkey.Ref(e.Thread, bkey.RefEffect, []byte(e.Key)), nil},
	}
}

func decodeEffect(r record) (e store.Effect, err error) {
	err = decode(r, &e, &e.Result)
	return e, err
}

func (t effectTx) Effect(key string) (store.Effect, error) {
	e, err := load(t.records, effects, []byte(key), decodeEffect)
	if err != nil {
		return e, fmt.Errorf("reading effect %s: %w", key, err)
	}
	return e, nil
}

func (t effectTx) PutEffect(e store.Effect) error {
	if err := bkey.CheckName("key of effect", e.Key); err != nil {
		return err
	}
	old, err := t.Effect(e.Key)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	return t.replaceEffect(old, e)
}

func (t effectTx) AddEffect(e store.Effect) error {
	if err := bkey.CheckName("key of effect", e.Key); err != nil {
		return err
	}
	if t.has(effects, []byte(e.Key)) {
		return corrupt(effects, []byte(e.Key), "there before its time")
	}
	return t.replaceEffect(store.Effect{}, e)
}

func (t effectTx) replaceEffect(old, e store.Effect) error {
	if !e.Status.Known() {
		return fmt.Errorf("storing effect %s: unknown status %q", e.Key, e.Status)
	}
	result := e.Result
	e.Result = nil
	if err := put(t.records, effects, []byte(e.Key), e, result); err != nil {
		return err
	}
	return t.reindex(effectEntries(old), effectEntries(e))
}

func (t effectTx) EffectsByStatus(status store.EffectStatus, fn func(store.Effect) bool) error {
	load := func(key []byte) (store.Effect, error) { return t.Effect(string(key)) }
	return follow(t.records, effectStatus, bkey.Name(status), nil, load, fn)
}

func (t effectTx) EffectsOf(thread string, fn func(store.Effect) bool) error {
	load := func(key []byte) (store.Effect, error) { return t.Effect(string(key)) }
	return follow(t.records, threadRefs, bkey.Ref(thread, bkey.RefEffect, nil), nil, load, fn)
}

package storetest

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"ppamaild/store"
)

// testModel makes random changes to a store and to a model. Some updates fail, and the store
// restarts in between. After each update testModel compares the two.
func testModel(t *testing.T, open Opener) {
	rapid.Check(t, func(r *rapid.T) {
		dir := t.TempDir()
		s, m := open(t, dir), newModel()
		r.Repeat(map[string]func(*rapid.T){
			"": func(r *rapid.T) { compare(t, r, s, m) },
			"update": func(r *rapid.T) {
				m = change(t, r, s, m, nil)
			},
			"fail": func(r *rapid.T) {
				change(t, r, s, m, errOnPurpose)
			},
			"restart": func(r *rapid.T) {
				if err := s.Close(); err != nil {
					r.Fatal(err)
				}
				s = open(t, dir)
			},
		})
		if err := s.Close(); err != nil {
			r.Fatal(err)
		}
	})
}

// change makes a few random changes in one update that returns outcome. change returns the
// model after the update.
func change(t *testing.T, r *rapid.T, s store.Store, m *model, outcome error) *model {
	var todo []op
	for _, kind := range rapid.SliceOfN(rapid.SampledFrom(opKinds()), 1, 6).Draw(r, "ops") {
		todo = append(todo, kind.draw(r))
	}
	var next *model
	err := s.Update(t.Context(), func(tx store.Tx) error {
		next = m.clone()
		for _, do := range todo {
			if err := do(tx, next); err != nil {
				return err
			}
		}
		return outcome
	})
	if !errors.Is(err, outcome) {
		r.Fatal(err)
	}
	return next
}

func compare(t *testing.T, r *rapid.T, s store.Store, m *model) {
	now, limit := day(drawInt(r, "now", 0, 6)), drawInt(r, "limit", 0, 4)
	err := s.View(t.Context(), func(tx store.Tx) error {
		got, err := read(tx, now, limit)
		return want("contents", m.contents(now, limit), got, err)
	})
	if err != nil {
		r.Fatal(err)
	}
}

package frontdesk

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"ppamaild/console"
	"ppamaild/store"
)

// secrets is a store with one record.
type secrets struct {
	store.Secrets
	raw []byte
}

func (s *secrets) Secret(string) ([]byte, error) {
	if s.raw == nil {
		return nil, store.ErrNotFound
	}
	return s.raw, nil
}

func (s *secrets) PutSecret(_ string, raw []byte) error {
	s.raw = raw
	return nil
}

// A key counts for a day and for its member. The number of keys is bounded.
func TestKeys(t *testing.T) {
	var s secrets
	gives := func(a console.Assignment, thread string, now time.Time) (string, error) {
		known, err := readKeys(&s, now)
		if err != nil {
			return "", err
		}
		if first, err := known.find(a); first != "" || err != nil {
			return first, err
		}
		return thread, known.keep(&s, a, thread, now)
	}
	a := console.Assignment{By: lee, Once: "k", Subject: "s", Text: "t"}
	other, ofDana := a, a
	other.Subject, other.Text = "st", ""
	ofDana.By = dana
	for i, step := range []struct {
		a    console.Assignment
		at   time.Duration
		want string
		err  error
	}{
		{a, 0, "T-0", nil},
		{a, onceTime - 1, "T-0", nil},
		{other, onceTime - 1, "", console.ErrOtherBody},
		{ofDana, 1, "T-3", nil},
		{other, onceTime, "T-4", nil},
	} {
		got, err := gives(step.a, fmt.Sprint("T-", i), day.Add(step.at))
		if got != step.want || !errors.Is(err, step.err) {
			t.Errorf("step %d: %q, %v", i, got, err)
		}
	}
	full := make(keys, maxOnce)
	if _, err := full.find(a); !errors.Is(err, console.ErrManyKeys) {
		t.Errorf("a key beyond the bound: %v", err)
	}
	s.raw = []byte("{")
	if _, err := readKeys(&s, day); err == nil {
		t.Error("a broken record counts")
	}
}

package store_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"ppamaild/store"
)

func entry() store.Entry {
	return store.Entry{
		Thread: "Q-7F3K2M", Seq: 7, At: time.Date(2026, 3, 1, 12, 0, 0, 5, time.UTC), Source: store.SourceTool,
		Kind: "returned", Actor: "rate_quote", Ref: "4", Digest: store.Sum{1}, Prev: store.Sum{2},
	}
}

// Journals are checked years after they were written, so the encoding must not
// change.
func TestComputeHashIsFixed(t *testing.T) {
	const want = "d465ac0483e963c6976916904165cad0dbde1fbdf9ece538a45563b0b111e210"
	text, err := entry().ComputeHash().MarshalText()
	if err != nil || string(text) != want {
		t.Errorf("hash is %s, not %s (%v)", text, want, err)
	}
}

func TestComputeHashCoversEachField(t *testing.T) {
	changes := map[string]func(*store.Entry){
		"thread":            func(e *store.Entry) { e.Thread = "Q-7F3K2N" },
		"number":            func(e *store.Entry) { e.Seq++ },
		"second":            func(e *store.Entry) { e.At = e.At.Add(time.Second) },
		"nanosecond":        func(e *store.Entry) { e.At = e.At.Add(1) },
		"source":            func(e *store.Entry) { e.Source = store.SourceSystem },
		"kind":              func(e *store.Entry) { e.Kind = "" },
		"actor":             func(e *store.Entry) { e.Actor = "" },
		"ref":               func(e *store.Entry) { e.Ref = "" },
		"digest":            func(e *store.Entry) { e.Digest[31]++ },
		"hash before":       func(e *store.Entry) { e.Prev[31]++ },
		"where fields part": func(e *store.Entry) { e.Actor, e.Ref = "rate_quot", "e4" },
	}
	seen := map[store.Sum]string{entry().ComputeHash(): "nothing"}
	for what, change := range changes {
		e := entry()
		change(&e)
		hash := e.ComputeHash()
		if other, ok := seen[hash]; ok {
			t.Errorf("changing %s and changing %s give the same hash", what, other)
		}
		seen[hash] = what
	}
	e := entry()
	e.At = e.At.In(time.FixedZone("PST", -8*3600))
	e.Hash = store.Sum{3}
	if e.ComputeHash() != entry().ComputeHash() {
		t.Error("the hash depends on the time zone, or on itself")
	}
}

func TestSumAsText(t *testing.T) {
	sum := store.PayloadDigest([store.SaltSize]byte{1}, []byte("payload"))
	text, err := json.Marshal(sum)
	if err != nil || len(text) != 66 {
		t.Fatalf("%s, %v", text, err)
	}
	var back store.Sum
	if err := json.Unmarshal(text, &back); err != nil || back != sum {
		t.Errorf("%s was read as %x: %v", text, back, err)
	}
	for _, bad := range []string{"", strings.Repeat("0", 63), strings.Repeat("0", 66), strings.Repeat("x", 64)} {
		if err := back.UnmarshalText([]byte(bad)); err == nil {
			t.Errorf("%q was read as a sum", bad)
		}
	}
}

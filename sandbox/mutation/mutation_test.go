package mutation_test

import (
	"encoding/json"
	"testing"
	"time"

	"ppamaild/sandbox/mutation"
)

func TestVariantsDifferAndRepeat(t *testing.T) {
	for name, m := range map[string]mutation.Maker{
		"text": mutation.Text{Samples: []string{"Hello, my car\nis a Civic.", "Yes. No."}, Odd: []string{"--", "\n"}},
		"JSON": mutation.JSON{Samples: []string{`{"name":"a","of":[1,{"type":"string"}]}`, `[]`}},
	} {
		seen := map[string]bool{}
		for seed := range uint64(200) {
			text := m.Make(seed)
			if text != m.Make(seed) {
				t.Fatalf("%s: seed %d makes two texts", name, seed)
			}
			seen[text] = true
		}
		if len(seen) < 100 {
			t.Errorf("%s: 200 seeds make %d texts", name, len(seen))
		}
	}
}

func TestMostVariantsAreJSON(t *testing.T) {
	valid, m := 0, mutation.JSON{Samples: []string{`{"name":"a","of":[1,{"type":"string"}]}`}}
	for seed := range uint64(200) {
		if json.Valid([]byte(m.Make(seed))) {
			valid++
		}
	}
	if valid < 150 {
		t.Errorf("%d of 200", valid)
	}
}

// Waiting is free, because other tests may use the processors.
func TestOnlyCPUTimeCounts(t *testing.T) {
	m := mutation.Text{Samples: []string{"a"}, Odd: []string{"b"}}
	mutation.Test(t, m, 1, func(*testing.T, string) { time.Sleep(400 * time.Millisecond) })
}

package factcheck

import (
	"slices"
	"strings"
	"testing"
)

func TestMemo(t *testing.T) {
	m := make(memo[string])
	asked := 0
	words := func(part string) []string { asked++; return strings.Fields(part) }
	for range 3 {
		if got := m.find("one two", words); !slices.Equal(got, []string{"one", "two"}) {
			t.Errorf("found %q", got)
		}
	}
	if asked != 1 {
		t.Errorf("read %d times", asked)
	}
	asked = 0
	for range 2 {
		memo[string](nil).find("one", words)
	}
	if asked != 2 {
		t.Error("no memo kept something")
	}
}

package agent

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestMemo(t *testing.T) {
	var m memo[string]
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
	long := strings.Repeat("x", memoOctets+1)
	if m.find(long, words); len(m.found) != 1 {
		t.Error("a part that is too long was kept")
	}
	for i := range 3 * memoParts {
		m.find(fmt.Sprint("part ", i), words)
		if len(m.found) > memoParts {
			t.Fatalf("%d parts are kept", len(m.found))
		}
	}
	if got := m.find("one two", words); !slices.Equal(got, []string{"one", "two"}) {
		t.Errorf("found %q after it had begun afresh", got)
	}
	asked = 0
	for range 2 {
		(*memo[string])(nil).find("one", words)
	}
	if asked != 2 {
		t.Error("no memo kept something")
	}
}

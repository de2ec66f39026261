//go:build !failpoints

package failpoint

import (
	"slices"
	"testing"
)

// scripts/chaos shows that failpoints kill a program built with the tag.
func TestNobodyDiesInARelease(t *testing.T) {
	for _, name := range Names() {
		t.Setenv("PPAMAILD_FAILPOINT", name)
		Pass(Place(name))
	}
	t.Setenv("PPAMAILD_FAILPOINT", "route.after")
	After(Route)
	if cost := testing.AllocsPerRun(100, func() { Before(Route); After(Route); Pass(Called) }); cost != 0 {
		t.Errorf("%v allocations", cost)
	}
}

func TestNamesAreTheirOwn(t *testing.T) {
	names := slices.Sorted(slices.Values(Names()))
	if len(slices.Compact(names)) != len(Names()) {
		t.Errorf("a name is there twice: %q", names)
	}
}

package doubts

import (
	"slices"
	"testing"

	"ppamaild/quote"
	"ppamaild/reading"
)

// A permit in answer to our question about the permit means no licensed years.
func TestPermitAnswersOnce(t *testing.T) {
	const path = "drivers[1].years_licensed"
	values := []string{`"` + reading.LearnersPermit + `"`}
	open := []quote.Conflict{{Path: path, Values: values}}
	for _, c := range []struct {
		open   []quote.Conflict
		asked  []string
		settle bool
	}{{open, []string{path}, true}, {nil, []string{path}, false}, {open, nil, false}} {
		r := reading.Reading{Conflicts: []reading.Conflict{
			{Path: path, Values: values, Words: []string{"just the permit"}}}}
		SettlePermits(&r, c.open, c.asked, "m")
		isZero := func(f quote.Fact) bool { return f.Path == path && string(f.Value) == "0" }
		got := slices.ContainsFunc(r.Facts, isZero)
		if got != c.settle || len(r.Conflicts) == 0 != c.settle {
			t.Errorf("%v, %v: %+v", c.open, c.asked, r)
		}
	}
}

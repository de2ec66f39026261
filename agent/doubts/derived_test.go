package doubts

import (
	"testing"

	"ppamaild/reading"
)

// TestIsDerived: a mail does not claim that customers wrote a calculated value.
func TestIsDerived(t *testing.T) {
	for _, tt := range []struct {
		values, words []string
		want          bool
	}{
		{[]string{"36", "0"}, []string{"since he was 16", "just got her license last week"}, true},
		{[]string{"468", "6000"}, []string{"3 days a week its 9 miles", "6k a yr"}, true},
		{[]string{"7", "6"}, []string{"US license in 2019", "China license 6 years"}, true},
		{[]string{"12000", "10000"}, []string{"12,000 miles", "10k"}, false},
		{[]string{"12", "10"}, []string{"twelve years", "10"}, false},
		{[]string{`"Tom"`, `"Linda"`}, []string{"Tom", "Linda"}, false},
	} {
		if got := IsDerived(reading.Conflict{Path: "drivers[0].years_licensed", Values: tt.values, Words: tt.words}); got != tt.want {
			t.Errorf("%v of %q: %v", tt.values, tt.words, got)
		}
	}
}

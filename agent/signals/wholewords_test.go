package signals

import "testing"

func TestHasWords(t *testing.T) {
	for _, c := range []struct {
		text, words string
		want        bool
	}{
		{"an art car", "art", true}, {"a party", "art", false}, {"the year 2020", "20", false}, {"1010 miles", "10", false},
		{"2020, and 20 more", "20", true}, {"xa a a", "a a", true}, {"mi auto es así", "así", true}, {"anything", "", false}, {"?", "?", false},
	} {
		if got := HasWords(c.text, c.words); got != c.want {
			t.Errorf("%q holds %q: %t", c.text, c.words, got)
		}
	}
}

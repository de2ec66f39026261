package spelling

import "testing"

func TestIndexWhole(t *testing.T) {
	for _, c := range []struct {
		text, words string
		from, want  int
	}{
		{"party art", "art", 0, 6}, {"art", "art", 0, 0}, {"arts and artó", "art", 0, -1},
		{"a1, 1", "1", 0, 4}, {"12 1½ (1)", "1", 0, 8}, {"no no", "no", 1, 3}, {"a a", "a", 3, -1},
		{"é-é", "é", 1, 3}, {"aaa aa", "aa", 0, 4}, {"a", "", 0, -1}, {"", "a", 0, -1},
	} {
		if got := IndexWhole(c.text, c.words, c.from); got != c.want {
			t.Errorf("%q in %q from %d: %d, want %d", c.words, c.text, c.from, got, c.want)
		}
	}
}

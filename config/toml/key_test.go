package toml

import "testing"

func TestOneLetterOff(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"max_retries", "max_retires", true}, {"host", "hosts", true}, {"host", "hst", true}, {"host", "hast", true},
		{"host", "hsto", false}, {"port", "sort_of", false}, {"tls", "ssl", false}, {"aab", "ab", true}, {"name", "mane", false},
	} {
		if got := oneLetterOff(c.a, c.b); got != c.want || oneLetterOff(c.b, c.a) != c.want {
			t.Errorf("%s, %s: %v", c.a, c.b, got)
		}
	}
}

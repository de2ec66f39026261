package browser

import (
	"strings"
	"testing"
)

func TestHarmful(t *testing.T) {
	for page, n := range map[string]int{
		`<script>alert(1)</script>`: 1, `<a href=" javascript:alert(1)">a</a>`: 1,
		`<p onclick=a>`: 1, `<img src=x onerror=a>`: 2, `<script src=/assets/console.js></script>`: 0,
		`<script src=//evil.test/assets/a.js></script>`: 1, `<p>&lt;script>alert(1)</p>`: 0,
	} {
		if found, err := Harmful(strings.NewReader(page)); err != nil || len(found) != n {
			t.Errorf("%s: %q, %v", page, found, err)
		}
	}
}

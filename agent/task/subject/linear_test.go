package subject

import (
	"strings"
	"testing"
	"time"

	"ppamaild/sandbox/raced"
)

// Each name of staff may begin a signature. Many names take no minutes.
func TestManyOwnNamesTakeSeconds(t *testing.T) {
	const size, most = 64 << 10, raced.Slowdown * 3 * time.Second
	r := Reader{Location: time.UTC, Own: []string{"Dana Reyes"}}
	began := time.Now()
	r.Read("Find Ann Lee\n"+strings.Repeat("Dana\n", size/len("Dana\n")), began)
	if took := time.Since(began); took > most {
		t.Errorf("took %v", took)
	}
}

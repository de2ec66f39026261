//go:build failpoints

package failpoint

import (
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
)

// deadly is the configured place. The counter is the package's only state, because passing a
// counter through all packages would burden normal builds.
type deadly struct {
	place  Place
	passes atomic.Int64 // remaining passes
}

var armed = sync.OnceValue(func() *deadly {
	place, pass, _ := strings.Cut(os.Getenv("PPAMAILD_FAILPOINT"), ":")
	n, err := strconv.ParseInt(pass, 10, 64)
	if err != nil {
		n = 1
	}
	d := &deadly{place: Place(place)}
	d.passes.Store(n)
	return d
})

// Pass may kill the program at p.
func Pass(p Place) {
	if d := armed(); p == d.place && d.passes.Add(-1) == 0 {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {} // until the signal arrives
	}
}

// Before may kill the program just before b.
func Before(b Boundary) { Pass(before(b)) }

// After may kill the program just after b.
func After(b Boundary) { Pass(after(b)) }

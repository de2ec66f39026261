package mutation

import (
	"fmt"
	"os"
	"runtime"
	"syscall"
	"testing"
	"time"
)

// Maker makes a variant of samples.
type Maker interface{ Make(seed uint64) string }

// The budget of CPU time for a text. Every reader needs a small part of the budget, even with
// the race detector.
const (
	perText = 200 * time.Millisecond
	perByte = 50 * time.Microsecond
)

// Test reads n variants from seed 0. PPAMAILD_MUTATIONS="N FROM" replaces both.
func Test(t *testing.T, m Maker, n int, read func(t *testing.T, text string)) {
	t.Helper()
	from := uint64(0)
	if more := os.Getenv("PPAMAILD_MUTATIONS"); more != "" {
		if _, err := fmt.Sscan(more, &n, &from); err != nil {
			t.Fatal(err)
		}
	}
	for k := range uint64(n) {
		if within(t, m.Make(from+k), read); t.Failed() {
			t.Fatalf("the text is variant %d", from+k)
		}
	}
}

// Fuzz reads variants until scripts/fuzz stops it.
func Fuzz(f *testing.F, m Maker, read func(t *testing.T, text string)) {
	f.Helper()
	for seed := range uint64(20) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { within(t, m.Make(seed), read) })
}

// within fails if reading a text takes more CPU time than its budget. within tries twice,
// because a reader makes tables on first use. It counts the time of one thread, so other tests
// do not matter.
func within(t *testing.T, text string, read func(t *testing.T, text string)) {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	took, budget := time.Duration(0), perText+time.Duration(len(text))*perByte
	for try := 0; try == 0 || try == 1 && took > budget; try++ {
		began := threadTime(t)
		read(t, text)
		took = threadTime(t) - began
	}
	if took > budget {
		t.Errorf("%d bytes took %v, more than %v: %.200q", len(text), took, budget, text)
	}
}

// threadTime returns the CPU time of this thread.
func threadTime(t *testing.T) time.Duration {
	t.Helper()
	const thread = 1 // RUSAGE_THREAD
	var u syscall.Rusage
	if err := syscall.Getrusage(thread, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

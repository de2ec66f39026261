package daemon

import (
	"os"
	"testing"
)

// BenchmarkAgainstBare compares the daemon with a bare loop (package bare) that does the same
// fetches, commits and sends. The two take turns on the same servers. The benchmark prints a
// table of both. For figures in milliseconds less is better, for the others more.
func BenchmarkAgainstBare(b *testing.B) {
	var t table
	b.Run("latency", func(b *testing.B) { benchLatency(b, &t) })
	b.Run("throughput/discarded", func(b *testing.B) { benchThroughput(b, &t, "lee@discard.test") })
	b.Run("throughput/delivered", func(b *testing.B) { benchThroughput(b, &t, "lee@agency.test") })
	b.Run("steps/staff", func(b *testing.B) { benchSteps(b, &t, true) })
	b.Run("steps/customer", func(b *testing.B) { benchSteps(b, &t, false) })
	if err := t.print(os.Stdout); err != nil {
		b.Fatal(err)
	}
}

package daemon

import (
	"os"
	"testing"
)

// BenchmarkAgainstBare measures the daemon beside a bare loop that does the same
// fetches, commits and sends (package bare), by turns and on the same servers, and
// prints a table of both. Where the daemon's figure is in milliseconds less is
// better, else more.
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

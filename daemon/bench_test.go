package daemon

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"ppamaild/sandbox/postgres"
)

const (
	discarded = "lee@discard.test"
	delivered = "lee@agency.test"
)

// BenchmarkAgainstBare compares the daemon with a bare loop (package bare) that does the same
// fetches, commits and sends. The two take turns on the same servers. The benchmark prints a
// table of both. For figures in milliseconds less is better, for the others more.
func BenchmarkAgainstBare(b *testing.B) {
	var t table
	b.Run("latency", func(b *testing.B) { benchLatency(b, &t, inFile) })
	b.Run("throughput/discarded", func(b *testing.B) { benchThroughput(b, &t, discarded, inFile, 1) })
	b.Run("throughput/delivered", func(b *testing.B) { benchThroughput(b, &t, delivered, inFile, 1) })
	b.Run("steps/staff", func(b *testing.B) { benchSteps(b, &t, inFile, "≥ 0.80", true) })
	b.Run("steps/customer", func(b *testing.B) { benchSteps(b, &t, inFile, "≥ 0.80", false) })
	if err := t.print(os.Stdout); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkInDatabase compares daemons on a PostgreSQL store with a bare loop on such a store, and
// the latency of a lone mail with that of a daemon on a file.
func BenchmarkInDatabase(b *testing.B) {
	from := inDatabase(postgres.Own(b))
	t, backends := table{}, table{columns: [2]string{"PostgreSQL", "bolt"}}
	b.Run("latency", func(b *testing.B) { benchLatency(b, &t, from) })
	for daemons := 1; daemons <= 3; daemons++ {
		b.Run(fmt.Sprint("throughput/", daemons), func(b *testing.B) {
			benchThroughput(b, &t, delivered, from, daemons)
		})
	}
	b.Run("steps/staff", func(b *testing.B) { benchSteps(b, &t, from, "≥ 0.70", true) })
	b.Run("steps/customer", func(b *testing.B) { benchSteps(b, &t, from, "≥ 0.70", false) })
	b.Run("backends", func(b *testing.B) { benchBackends(b, &backends, from) })
	if err := errors.Join(t.print(os.Stdout), backends.print(os.Stdout)); err != nil {
		b.Fatal(err)
	}
}

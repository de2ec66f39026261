package daemon

import (
	"cmp"
	"math"
	"strconv"
	"strings"
	"testing"

	"ppamaild/daemon/internal/bare"
	"ppamaild/store"
	"ppamaild/store/bolt"
)

// floors are the bare loops to compare with a rate of the daemon, which has many commits at a
// time. Several of the daemon's commits share a transaction. In the first loop, a transaction
// holds as many commits as the daemon's average, rounded up. The second loop shares more,
// because a loop without other work could. In the third loop, each commit has a transaction. The
// fourth is the first loop with the daemon's reads, so it has the same statements. The last uses
// bbolt's own batching, which waits for more commits. PostgreSQL has no such batching.
type floors [5]struct {
	rate         figures
	transactions int // of the loop, in the last round
}

var floorNames = [len(floors{})]string{
	"",
	"  beside a loop that shares what it can",
	"  beside a loop that shares no transaction",
	"  beside a loop with the same statements",
	"  beside a loop that shares as bbolt's Batch does",
}

// add takes the daemon's rate in one round and runs the loops on s, a store at g. made is the
// daemon's work in the round; run runs a loop on a store and returns the rate.
func (f *floors) add(b *testing.B, ours float64, made tally, s store.Store, g ground, run func(store.Store) float64) {
	b.Helper()
	shared := bare.NewCompany(s, made.company())
	loops := []store.Store{
		bare.Unread{Store: shared}, bare.Unread{Store: s},
		bare.Unread{Store: bare.NewCompany(s, 1)}, shared,
	}
	if file, is := s.(*bolt.Store); is {
		loops = append(loops, bare.Unread{Store: bolt.Batched(file)})
	}
	for i, loop := range loops {
		var rate float64
		done := tallied(b, g, nil, func() { rate = run(loop) })
		f[i].rate.add(ours, rate)
		f[i].transactions = done.transactions
	}
}

// rows adds the figures to a table.
func (f *floors) rows(t *table, what, unit, aim string, made tally) {
	var transactions []string
	for i, floor := range f {
		if len(floor.rate.ours) == 0 {
			continue
		}
		t.row(cmp.Or(floorNames[i], what), unit, aim, floor.rate, half)
		transactions = append(transactions, strconv.Itoa(floor.transactions))
	}
	t.note("%s: ppamaild made %d transactions in a round, of %.1f commits each; the loops made %s.",
		what, made.transactions, float64(made.commits)/float64(made.transactions), strings.Join(transactions, ", "))
}

// tally is what was committed to a store.
type tally struct{ commits, transactions int }

// company is how many commits shared a transaction.
func (t tally) company() int { return int(math.Ceil(float64(t.commits) / float64(t.transactions))) }

// tallied runs work, and counts the commits to the store at g. Without a counter, only the
// transactions are known.
func tallied(b *testing.B, g ground, counter *bare.Counter, work func()) (t tally) {
	b.Helper()
	count := func(sign int) {
		n, err := g.transactions()
		if err != nil {
			b.Fatal(err)
		}
		t.transactions += sign * n
		if counter != nil {
			t.commits += sign * counter.Commits()
		}
	}
	count(-1)
	work()
	count(1)
	return t
}

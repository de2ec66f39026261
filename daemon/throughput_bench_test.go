package daemon

import (
	"syscall"
	"testing"
	"time"

	"ppamaild/daemon/internal/bare"
	"ppamaild/sandbox"
	"ppamaild/store"
)

// load is how many messages lie in the mailbox at once.
const load = 1000

// throughputRounds take turns.
const throughputRounds = 5

// benchThroughput measures how fast a mailbox full of messages is worked off, from
// EXISTS to the last review mail. The processor time is that of this process,
// without the servers', and swings less than the machine does.
func benchThroughput(b *testing.B, t *table, staff string) {
	r := setUp(b, staff)
	shared := r.floor.loop.Store
	var rate, cost, apart figures
	for b.Loop() {
		for range throughputRounds {
			oursRate, oursCost := r.burst(r.ours)
			bareRate, bareCost := r.bare(shared)
			apartRate, _ := r.bare(&bare.Apart{Store: shared})
			rate.add(oursRate, bareRate)
			cost.addDurations(oursCost, bareCost)
			apart.add(oursRate, apartRate)
		}
	}
	how, aim := "delivered", "≥ 0.70"
	if sandbox.Domain(staff) == sandbox.Discard {
		how, aim = "thrown away", "" // so that the server has less to do, which shows our own ceiling
	}
	t.row("1,000 messages, review mails "+how, "mails/s", aim, rate, half)
	t.row(eachApart, "mails/s", aim, apart, half)
	t.row("  processor time a message", "ms", "", cost, half)
	measured(b, "mails/s", rate)
}

// bare has the bare loop take a burst, on a store.
func (r *rig) bare(s store.Store) (rate float64, cost time.Duration) {
	r.floor.loop.Store = s
	wait := r.serve(load)
	rate, cost = r.burst(r.floor)
	wait()
	return rate, cost
}

// burst returns the messages a second of one round, and the processor time that
// each took.
func (r *rig) burst(s side) (rate float64, cost time.Duration) {
	r.deliver(s, load)
	used := r.used()
	took := r.await(s, load).Sub(s.tap.Announced())
	cost = (r.used() - used) / load
	r.settle()
	return load / took.Seconds(), cost
}

// used is the processor time of this process so far.
func (r *rig) used() time.Duration {
	var u syscall.Rusage
	r.must(syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// settle lets Postfix deliver what it has taken.
func (r *rig) settle() { time.Sleep(2 * time.Second) }

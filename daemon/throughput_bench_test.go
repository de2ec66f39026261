package daemon

import (
	"cmp"
	"fmt"
	"syscall"
	"testing"
	"time"

	"ppamaild/sandbox"
	"ppamaild/store"
)

// load is the number of messages delivered to the mailbox together.
const load = 1000

// throughputRounds take turns.
const throughputRounds = 5

// benchThroughput measures how fast a mailbox full of messages is worked off, from
// EXISTS to the last review mail. The processor time is that of this process,
// without the servers', and swings less than the machine does.
func benchThroughput(b *testing.B, t *table, staff string, from grounds, daemons int) {
	r := setUp(b, staff, from, daemons)
	var rates floors
	var cost figures
	var made tally
	for b.Loop() {
		for range throughputRounds {
			var rate float64
			var oursCost, bareCost time.Duration
			made = tallied(b, r.ours.ground, r.ours.commits, func() { rate, oursCost = r.burst(r.ours) })
			rates.add(b, rate, made, r.floor.store, r.floor.ground, func(s store.Store) float64 {
				rate, cost := r.bare(s)
				bareCost = cmp.Or(bareCost, cost) // of the first loop
				return rate
			})
			cost.addDurations(oursCost, bareCost)
		}
	}
	how, aim := "delivered", "≥ 0.70"
	if sandbox.Domain(staff) == sandbox.Discard {
		how, aim = "thrown away", "" // less work for the server, which shows the daemon's own limit
	}
	if daemons > 1 {
		how += fmt.Sprintf(", %d daemons", daemons)
	}
	rates.rows(t, "1,000 messages, review mails "+how, "mails/s", aim, made)
	t.row("  processor time a message", "ms", "", cost, half)
	measured(b, "mails/s", rates[0].rate)
}

// bare has the bare loop take a burst, on a store.
func (r *rig) bare(s store.Store) (rate float64, cost time.Duration) {
	r.floor.loop.Store = s
	wait := r.serve(load)
	rate, cost = r.burst(r.floor)
	wait()
	return rate, cost
}

// burst returns the messages per second of one round, and the processor time per message.
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

// settle lets Postfix deliver its queue.
func (r *rig) settle() { time.Sleep(2 * time.Second) }

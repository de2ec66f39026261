package daemon

import (
	"syscall"
	"testing"
	"time"

	"ppamaild/sandbox"
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
	var rate, cost figures
	for b.Loop() {
		for range throughputRounds {
			oursRate, oursCost := r.burst(r.ours)
			wait := r.serve(load)
			bareRate, bareCost := r.burst(r.floor)
			wait()
			rate.add(oursRate, bareRate)
			cost.addDurations(oursCost, bareCost)
		}
	}
	how, aim := "delivered", "≥ 0.70"
	if sandbox.Domain(staff) == sandbox.Discard {
		how, aim = "thrown away", "" // so that the server has less to do, which shows our own ceiling
	}
	t.row("1,000 messages, review mails "+how, "mails/s", aim, rate, half)
	t.row("  processor time a message", "ms", "", cost, half)
	measured(b, "mails/s", rate)
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

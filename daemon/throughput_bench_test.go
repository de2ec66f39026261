package daemon

import (
	"testing"
	"time"

	"ppamaild/sandbox"
)

// load is how many messages lie in the mailbox at once.
const load = 1000

// throughputRounds take turns.
const throughputRounds = 3

// benchThroughput measures how fast a mailbox full of messages is worked off, from
// EXISTS to the last review mail.
func benchThroughput(b *testing.B, t *table, staff string) {
	r := setUp(b, staff)
	var rate figures
	for b.Loop() {
		for range throughputRounds {
			ours := r.burst(r.ours)
			wait := r.serve(load)
			bare := r.burst(r.floor)
			wait()
			rate.add(ours, bare)
		}
	}
	how := "delivered"
	if sandbox.Domain(staff) == sandbox.Discard {
		how = "thrown away"
	}
	t.row(b, "1,000 messages, review mails "+how, "mails/s", "≥ 0.70", rate, half)
}

// burst returns the messages a second of one round.
func (r *rig) burst(s side) float64 {
	r.deliver(s, load)
	took := r.await(s, load).Sub(s.tap.Announced())
	r.settle()
	return load / took.Seconds()
}

// settle waits until Postfix has delivered what it took.
func (r *rig) settle() { time.Sleep(time.Second) }

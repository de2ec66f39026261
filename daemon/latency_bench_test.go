package daemon

import (
	"context"
	"testing"
	"time"

	"ppamaild/daemon/internal/bare"
	"ppamaild/sandbox"
)

// latencyRounds is how many messages each side gets, one at a time.
const latencyRounds = 40

// benchLatency measures the time from a customer's message to the review mail. Dovecot groups
// IDLE notices for up to half a second, so the first figure counts from EXISTS. The last figure
// is the time that people see.
func benchLatency(b *testing.B, t *table, from grounds) {
	r := setUp(b, delivered, from, 1)
	lee := r.lee()
	var noticed, whole figures
	for b.Loop() {
		for range latencyRounds {
			wait := r.serve(1) // it waits in IDLE meanwhile, as the daemon does
			oursNoticed, oursWhole := r.one(r.ours, lee)
			bareNoticed, bareWhole := r.one(r.floor, lee)
			wait()
			noticed.addDurations(oursNoticed, bareNoticed)
			whole.addDurations(oursWhole, bareWhole)
		}
	}
	t.row("EXISTS to review mail accepted, p50", "ms", "≤ 1.5", noticed, half)
	t.row("EXISTS to review mail accepted, p95", "ms", "≤ 1.5", noticed, 0.95)
	t.row("delivered to review mail read, p50", "ms", "≤ 1.5", whole, half)
	t.row("delivered to review mail read, p95", "ms", "≤ 1.5", whole, 0.95)
	measured(b, "ms", noticed)
	commits := r.script.Commits()
	t.note("A message is %d commits of %.1f KB besides the one that accepts it, and a mail of %.1f KB.",
		len(commits), float64(bare.Size(commits))/1000, float64(len(r.script.Mail.Raw))/1000)
}

// benchBackends compares the latency of a lone mail with a store in a database and in a file. The
// two daemons take turns, each on mail servers of its own.
func benchBackends(b *testing.B, t *table, from grounds) {
	far, near := setUp(b, delivered, from, 1), setUp(b, delivered, inFile, 1)
	farLee, nearLee := far.lee(), near.lee()
	var noticed, whole figures
	for b.Loop() {
		for range latencyRounds {
			farNoticed, farWhole := far.one(far.ours, farLee)
			nearNoticed, nearWhole := near.one(near.ours, nearLee)
			noticed.addDurations(farNoticed, nearNoticed)
			whole.addDurations(farWhole, nearWhole)
		}
	}
	t.row("a lone mail, EXISTS to review mail accepted, p50", "ms", "≤ 2.0", noticed, half)
	t.row("a lone mail, EXISTS to review mail accepted, p95", "ms", "≤ 2.0", noticed, 0.95)
	t.row("a lone mail, delivered to review mail read, p50", "ms", "≤ 2.0", whole, half)
	measured(b, "ms", noticed)
}

// lee is the person who gets the reviews.
func (r *rig) lee() *sandbox.Person {
	r.Helper()
	lee, err := sandbox.NewPerson(r.Context(), r.stack, "Lee Tran", r.staff)
	r.must(err)
	return lee
}

// one delivers one message. It returns the time from EXISTS until the server accepted the
// review mail, and the time from delivery until staff had the review.
func (r *rig) one(s side, staff *sandbox.Person) (noticed, whole time.Duration) {
	r.Helper()
	begin := time.Now()
	r.deliver(s, 1)
	noticed = r.await(s, 1).Sub(s.tap.Announced())
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	_, err := staff.Wait(ctx, nil)
	r.must(err)
	whole = time.Since(begin)
	time.Sleep(50 * time.Millisecond) // both are waiting again
	return noticed, whole
}

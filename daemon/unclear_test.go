package daemon

import (
	"testing"

	"ppamaild/config"
	"ppamaild/store"
)

// With on_unclear = "accept", an unclear reply accepts only reviews with effects inside the
// agent. The reply never accepts a customer mail.
func TestUnclearNeverSends(t *testing.T) {
	o := newOffline(t, func(options *Options) {
		options.Config.Review.OnUnclear = config.UnclearAccept
		options.Config.Review.Gates["info_analysis"] = config.GateAlways
	})
	thread := o.toAlice().Thread
	if rv := o.review(thread, 1); rv.Step != "info_analysis" {
		t.Fatalf("the first review is of %s", rv.Step)
	}
	o.decides(thread, 1, "looks alright to me")
	o.stand(thread, store.ReviewDecided, store.ReviewOpen)
	if rv := o.review(thread, 2); rv.Step != "info_request" {
		t.Fatalf("the second review is of %s", rv.Step)
	}
	o.decides(thread, 2, "looks alright to me")
	o.stand(thread, store.ReviewDecided, store.ReviewOpen)
	if got := o.outbox("alice@customer.test"); len(got) > 0 {
		t.Errorf("to Alice goes %q", got)
	}
}

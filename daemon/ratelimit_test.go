package daemon

import (
	"slices"
	"testing"
	"time"

	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// A staff member at the hourly limit still gets reviews and the outcome of decisions; all other
// mails wait.
func TestCase23ReviewsPassTheCap(t *testing.T) {
	o := newOffline(t)
	o.must(o.Store.Update(t.Context(), func(tx store.Tx) error {
		sent := slices.Repeat([]time.Time{o.at}, o.Config.Limits.MailsPerHour)
		return tx.PutCorrespondent(store.Correspondent{Address: play.Lee, Sent: sent})
	}))
	thread := o.toAlice().Thread
	o.sends()
	o.decides(thread, 1, "hm")
	o.sends()
	o.decides(thread, 1, "ACCEPT")
	o.sends()
	for subject, want := range map[string]int{"Please review": 1, "Not clear": 0, "Done": 1} {
		if n := len(o.inbox(play.Lee, subject)); n != want {
			t.Errorf("%q came %d times, want %d", subject, n, want)
		}
	}
	o.at = o.at.Add(time.Hour)
	o.sends()
	if n := len(o.inbox(play.Lee, "Not clear")); n != 1 {
		t.Errorf("after an hour it came %d times", n)
	}
}

package daemon

import (
	"strings"
	"testing"

	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// Staff accept or edit a quote with an assumed start that is long past. They read that nothing
// was sent, and get the review once more with a possible start.
func TestAssumedStartThatIsPastComesBack(t *testing.T) {
	t.Parallel()
	for reply, wants := range map[string][]string{
		"ACCEPT":                   {"Not done: you accepted", "priced again"},
		"EDIT: Here is your quote": {"Not done: you edited", "priced again", "Your text is dropped"},
	} {
		o := newOffline(t)
		thread := o.asksForQuote()
		o.passes(o.clockOf("2026-11-30", "09:00"))
		o.decides(thread, 1, reply)
		o.sends()
		if n := len(o.toCustomers("")); n != 0 {
			t.Fatalf("%s: %d mails were sent", reply, n)
		}
		told := ""
		for _, m := range o.mailsOf(thread) {
			if m.Kind == store.MailNotice && strings.Contains(strings.Join(m.To, " "), play.Lee) {
				told += strings.Join(strings.Fields(o.text(m)), " ")
			}
		}
		for _, want := range wants {
			if !strings.Contains(told, want) {
				t.Errorf("%s: Lee was not told %q:\n%s", reply, want, told)
			}
		}
		o.stand(thread, store.ReviewDecided, store.ReviewOpen)
		o.decides(thread, 2, "ACCEPT")
		if o.sends(); len(o.toCustomers("")) != 1 {
			t.Errorf("%s: sent %+v", reply, o.toCustomers(""))
		}
	}
}

// A day or two late, the quote is sent, and lists the start as an assumption.
func TestAssumedStartOfYesterdayIsSent(t *testing.T) {
	t.Parallel()
	o := newOffline(t)
	thread := o.asksForQuote()
	o.passes(o.clockOf("2026-11-22", "09:00"))
	o.decides(thread, 1, "ACCEPT")
	if o.sends(); len(o.toCustomers("")) != 1 {
		t.Errorf("sent: %+v", o.toCustomers(""))
	}
}

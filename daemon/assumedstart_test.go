package daemon

import (
	"strings"
	"testing"

	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// Who accepts or edits a quote whose start nobody named, and that is long past by then, is told
// that nothing was
// sent, and gets it once more with a start that can be.
func TestAssumedStartThatIsPastComesBack(t *testing.T) {
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

// A day or two late it is sent: the start is among what it says is assumed.
func TestAssumedStartOfYesterdayIsSent(t *testing.T) {
	o := newOffline(t)
	thread := o.asksForQuote()
	o.passes(o.clockOf("2026-11-22", "09:00"))
	o.decides(thread, 1, "ACCEPT")
	if o.sends(); len(o.toCustomers("")) != 1 {
		t.Errorf("sent: %+v", o.toCustomers(""))
	}
}

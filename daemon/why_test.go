package daemon

import (
	"slices"
	"strings"
	"testing"

	"ppamaild/config"
	"ppamaild/daemon/timers"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// whys returns the output of ppamaild why for the mails to customers, oldest first: the reason,
// the decisions, and the gate for mails without a decision.
func (o *offline) whys() (all []string) {
	o.Helper()
	admin := NewAdmin(o.Store, o.Config)
	mails, err := admin.Outbox(o.Context(), true)
	o.must(err)
	for _, m := range mails {
		if m.Kind != store.MailCustomer {
			continue
		}
		e, err := admin.Why(o.Context(), m.MessageID)
		o.must(err)
		says := []string{e.Why}
		for _, d := range e.Decisions {
			says = append(says, d.Verdict+" by "+d.By)
		}
		if len(e.Decisions) == 0 {
			says = append(says, "gate "+string(e.Gates["info_request"]))
		}
		if e.Broken != "" {
			says = append(says, e.Broken)
		}
		all = append(all, strings.Join(says, "; "))
	}
	return all
}

// Mails without an individual approval have a reason too.
func TestAgentCase30WhyOfWhatNobodyApprovedAsItIs(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		plays func(t *testing.T) *offline
		want  []string
	}{
		"acknowledged, then edited": {func(t *testing.T) *offline {
			o := newOffline(t, func(p *Options) { p.Config.Quote.Acknowledge = true })
			o.decides(o.toAlice().Thread, 1, "EDIT:\r\nHello Alice,\r\n\r\nplease call me.\r\n\r\nLee")
			return o
		}, []string{
			"it confirms the first mail of the customer, as the configuration says (quote.acknowledge); gate always",
			"it follows from the decision in review 1 (info_request), with the text that staff gave it there; edit by " + play.Lee,
		}},
		"reminded, then closed": {func(t *testing.T) *offline {
			o, thread := waiting(t)
			for _, name := range []string{timers.CustomerReminder, timers.CustomerWait} {
				o.passes(o.timers(thread)[name])
				o.sends()
			}
			return o
		}, []string{
			"it was approved in review 1 (info_request), and its bytes are exactly the approved bytes; accept by " + play.Lee,
			"the reminder was approved together with the mail that it follows, in review 1 (info_request); accept by " + play.Lee,
			"the close was approved together with the mail that it follows, in review 1 (info_request); accept by " + play.Lee,
		}},
		"by an open gate": {func(t *testing.T) *offline {
			o := newOffline(t, func(p *Options) { p.Config.Review.Gates["info_request"] = config.GateNever })
			o.toAlice()
			return o
		}, []string{"the gates at that time did not ask for a review of it; gate never"}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.plays(t).whys(); !slices.Equal(got, c.want) {
				t.Errorf("it says\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

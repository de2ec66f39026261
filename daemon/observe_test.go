package daemon_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/planner"
	"ppamaild/config"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

func observing(a *agency) { a.cfg.Agency.Mode = config.ModeObserve }

// goes restarts the daemon in a mode, as SIGHUP does.
func (a *agency) goes(mode config.Mode) {
	a.t.Helper()
	a.stop()
	a.cfg.Agency.Mode = mode
	a.start()
}

// later restarts the daemon at a time that is so much later than now.
func (a *agency) later(d time.Duration) {
	a.t.Helper()
	a.stop()
	a.now = func() time.Time { return time.Now().Add(d) }
	a.start()
}

// toAlice returns the mails to her that were committed, oldest first.
func (a *agency) toAlice() (all []store.Mail) {
	a.t.Helper()
	for _, thread := range a.threads() {
		for _, m := range thread.Mails {
			if m.Kind == store.MailCustomer && m.To[0] == play.Alice {
				all = append(all, m)
			}
		}
	}
	return all
}

func TestObserveSendsNothingNowOrLater(t *testing.T) {
	onEachHost(t, func(a *agency) {
		review := a.asks()
		says(t, review, "The customer gets no mail: ppamaild only observes")
		a.replies(a.lee, review, "ACCEPT")
		says(t, a.gets(a.lee, "Done"), "would have gone to "+play.Alice)
		a.getsNothing(a.alice)
		a.goes(config.ModeLive)
		a.getsNothing(a.alice)
		for _, m := range a.toAlice() {
			if m.Status != store.MailWithdrawn || !m.Observed {
				t.Errorf("the mail to Alice is %s, observed: %t", m.Status, m.Observed)
			}
		}
		a.start()
		a.writes(a.alice, sandbox.Mail{Subject: "Re: Quote please", Text: "I was born on March 4, 1985.",
			InReplyTo: a.aliceWrote, References: []string{a.aliceWrote}})
		live := a.gets(a.lee, "Questions to") // what she was never asked is asked
		a.replies(a.lee, live, "ACCEPT")
		a.gets(a.alice, "Quote please")
	}, observing)
}

// A review in observe mode never sends a mail. An answer after observe mode causes a new
// review.
func TestReviewMadeWhileObservingIsAskedAnewWhenLive(t *testing.T) {
	a := open(t, inProcess(t), observing)
	preview := a.asks()
	a.goes(config.ModeLive)
	a.replies(a.lee, preview, "ACCEPT")
	live := a.gets(a.lee, "Questions to")
	says(t, a.gets(a.lee, "Replaced"), "Please answer review 2 instead")
	a.getsNothing(a.alice)
	a.replies(a.lee, live, "ACCEPT")
	a.gets(a.alice, "Quote please")
}

// The same is true for a returned text of staff, and no other review decides the text then.
func TestOwnTextReturnedWhileObservingIsAskedAnewWhenLive(t *testing.T) {
	a := open(t, inProcess(t), observing)
	_, preview := a.returned()
	a.goes(config.ModeLive)
	a.replies(a.lee, preview, "ACCEPT")
	live := a.gets(a.lee, "Mail to Alice")
	says(t, a.gets(a.lee, "Replaced: review 3"), "Please answer review 4 instead")
	a.getsNothing(a.alice)
	a.replies(a.lee, preview, "ACCEPT")
	a.gets(a.lee, "Replaced: review 3")
	a.replies(a.lee, live, "ACCEPT")
	a.gets(a.alice, "Quote please")
}

// Mails written by hand and earlier approvals are no exception.
func TestObserveHoldsWhatWaitsAndWhatIsWritten(t *testing.T) {
	host := inProcess(t)
	a := open(t, host)
	review := a.asks()
	host.Inject(sandbox.Fault{Recipient: play.Alice, Code: 451, Message: "4.7.1 greylisted"})
	a.replies(a.lee, review, "ACCEPT")
	a.gets(a.lee, "Done")
	a.stop()
	a.cfg.Agency.Mode = config.ModeObserve
	a.later(time.Hour)
	says(t, a.gets(a.lee, "Not sent after all"), "only observes")
	a.cfg.Agency.Mode = config.ModeLive
	a.later(2 * time.Hour)
	a.getsNothing(a.alice)

	a.goes(config.ModeObserve)
	a.writes(a.bob, sandbox.Mail{Subject: "My claim", Text: "I had an accident yesterday and want to file a claim."})
	over := a.gets(a.lee, "Over to you")
	says(t, over, "The customer gets no mail")
	a.replies(a.lee, over, "SEND: Hello Bob, please call us.")
	says(t, a.gets(a.lee, "Done"), "would have gone to bob@customer.test")
	a.getsNothing(a.bob)
}

// curious asks staff something before anything else.
type curious struct{ planner.Rules }

func (c curious) Next(ctx context.Context, s *agent.State) (agent.Action, error) {
	if s.Actions > 0 {
		return c.Rules.Next(ctx, s)
	}
	args, err := json.Marshal(agent.HumanInputArgs{Questions: []agent.StaffQuestion{{Text: "Is she a customer already?"}}})
	return agent.Action{Tool: agent.ToolRequestHumanInput, Args: args}, err
}

// Questions to staff are asked again as questions, because the effects may send mail.
func TestQuestionsAskedWhileObservingAreAskedAnewWhenLive(t *testing.T) {
	a := open(t, inProcess(t), observing, func(a *agency) { a.planner = curious{planner.Rules{Payments: 4}} })
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: incomplete})
	preview := a.gets(a.lee, "Please review")
	says(t, preview, "Is she a customer already?")
	a.goes(config.ModeLive)
	a.replies(a.lee, preview, "1. no")
	live := a.gets(a.lee, "Please review")
	says(t, live, "Is she a customer already?")
	a.gets(a.lee, "Replaced")
	a.replies(a.lee, live, "1. no")
	a.replies(a.lee, a.gets(a.lee, "Questions to"), "ACCEPT")
	a.gets(a.alice, "Quote please")
}

package runner

import (
	"encoding/json"
	"errors"
	"slices"

	"ppamaild/agent"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/timers"
	"ppamaild/store"
)

// Followup is the data of a timer of the customer's wait: the whole mail that follows a
// question without an answer.
type Followup struct {
	Followup agent.Followup `json:"followup"`
	Mail     string         `json:"mail"`             // Message-ID of the question
	Review   int            `json:"review,omitempty"` // approved both mails; 0: no review was needed
}

// keepFollowups keeps the follow-ups of a mail to the customer until the wait begins.
func (t *Turn) keepFollowups(m store.Mail, s agent.SendMail) error {
	t.Followups = nil
	draft := &s.Draft
	if s.Approved {
		p, err := t.View().Proposal(*t.Decided) // has the HTML
		if err != nil {
			return err
		}
		draft = p.Draft
	}
	for _, f := range draft.Followups {
		due := Followup{Followup: f, Mail: m.MessageID}
		if s.Approved {
			due.Review = t.Decided.Number
		}
		t.Followups = append(t.Followups, due)
	}
	return nil
}

// AwaitCustomer sets the timers of the customer's wait.
func (t *Turn) AwaitCustomer() error {
	r := t.runner
	wait := r.Config.Quote.CustomerWait.Duration
	waits := map[string]store.Timer{timers.CustomerWait: {Due: r.AtWork(wait)}}
	for _, f := range t.Followups {
		data, err := json.Marshal(f)
		if err != nil {
			return err
		}
		name := timers.CustomerReminder
		if f.Followup.Name == agent.FollowupClose {
			name = timers.CustomerWait
		}
		waits[name] = store.Timer{Due: r.AtWork(f.Followup.After), Data: data}
	}
	if pad := t.State.AgentScratchpad; pad.LastQuote != nil && pad.QuoteEnds.After(r.Now()) {
		waits[timers.QuoteEnds] = store.Timer{Due: pad.QuoteEnds}
	}
	t.Followups = nil
	t.StopWaiting() // for an answer to an earlier mail
	for name, timer := range waits {
		timer.Thread, timer.Name, timer.Due = t.Head.Thread, name, timer.Due.UTC()
		t.Timers = append(t.Timers, timer)
	}
	return nil
}

// StopWaiting stops the timers of the customer's wait.
func (t *Turn) StopWaiting() {
	t.Stopped = append(t.Stopped, timers.CustomerWait, timers.CustomerReminder)
}

// followupMail freezes a follow-up as an answer to the question. Its date is today: with the
// date of the approval, mail programs would sort the mail among old mail.
func (t *Turn) followupMail(s agent.SendMail) (queue.Outgoing, error) {
	if len(t.Followups) == 0 {
		return queue.Outgoing{}, errors.New("the mail that this follow-up belongs to is unknown")
	}
	f := t.Followups[0]
	t.Followups = nil
	m, err := t.Freeze(f.Followup.Draft, f.Followup.Draft.Digest(), f.Mail)
	m.Mail.Purpose, m.Mail.Review = store.MailPurpose(s.Followup), f.Review
	return m, err
}

// closing tells staff how the wait for a customer ended.
func (t *Turn) closing(why string) string {
	isClose := func(m queue.Outgoing) bool { return m.Mail.Purpose == store.PurposeClose }
	switch i := slices.IndexFunc(t.Mails, isClose); {
	case i >= 0 && t.Mails[i].Mail.Observed:
		return ""
	case i >= 0:
		return t.runner.Say("runner.close_sent")
	case why != t.runner.Say("runner.silent"):
		return t.runner.Say("runner.no_close", why)
	}
	return ""
}

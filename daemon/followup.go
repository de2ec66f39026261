package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"ppamaild/agent"
	"ppamaild/daemon/queue"
	"ppamaild/store"
)

// What follows a question that the customer does not answer lies, whole, in the
// timers that send it. It goes out only if it is what was approved with the
// question, the question itself was sent, and nothing came from the customer since.

const whySilent = "the customer did not answer in time"

// tooLate is after how much more time than was waited for a follow-up makes no sense
// to a customer any more: the machine was off for long, or its clock is wrong.
const tooLate = 30 * 24 * time.Hour

// follows is what a timer of the customer's wait holds.
type follows struct {
	Followup agent.Followup `json:"followup"`
	Mail     string         `json:"mail"`             // Message-ID of the mail that it follows
	Review   int            `json:"review,omitempty"` // that approved both; 0: none was needed
}

// following keeps what follows a mail to the customer, until it is waited for them.
func (r *run) following(m store.Mail, s agent.SendMail) error {
	r.follows = nil
	draft := &s.Draft
	if s.Approved {
		p, err := r.view().Proposal(*r.decided) // which has the HTML
		if err != nil {
			return err
		}
		draft = p.Draft
	}
	for _, f := range draft.Followups {
		due := follows{Followup: f, Mail: m.MessageID}
		if s.Approved {
			due.Review = r.decided.Number
		}
		r.follows = append(r.follows, due)
	}
	return nil
}

// awaitCustomer sets the times of the customer's wait.
func (r *run) awaitCustomer() error {
	timers := map[string]store.Timer{timerCustomerWait: {Due: r.d.AtWork(r.d.Config.Quote.CustomerWait.Duration)}}
	for _, f := range r.follows {
		data, err := json.Marshal(f)
		if err != nil {
			return err
		}
		name := timerCustomerReminder
		if f.Followup.Name == agent.FollowupClose {
			name = timerCustomerWait
		}
		timers[name] = store.Timer{Due: r.d.AtWork(f.Followup.After), Data: data}
	}
	r.follows = nil
	r.stopWaiting() // of an earlier mail
	for name, t := range timers {
		t.Thread, t.Name, t.Due = r.Head.Thread, name, t.Due.UTC()
		r.timers = append(r.timers, t)
	}
	return nil
}

func (r *run) stopWaiting() {
	r.stopped = append(r.stopped, timerCustomerWait, timerCustomerReminder)
}

// customerSilent does what is due when the customer has not answered for a while.
func (r *run) customerSilent(ctx context.Context, e queue.TimerEvent) error {
	if !r.State.AwaitingCustomerReply {
		return nil
	}
	if r.wary() {
		r.note(store.SourceSystem, "follow_up_dropped", "", e.Name, whySinceBackup)
		return r.awaitCustomer()
	}
	why := whySilent
	if e.Data != nil {
		var f follows
		if err := json.Unmarshal(e.Data, &f); err != nil {
			return err
		}
		held, err := r.outwaited(ctx, e)
		if err == nil && held == "" {
			held, err = r.holdsFollowup(ctx, f, e.Due)
		}
		if err != nil {
			return err
		}
		if held == "" {
			r.follows = []follows{f}
			return r.step(ctx, agent.CustomerSilent{Followup: f.Followup, At: r.at()})
		}
		r.note(store.SourceSystem, "follow_up_dropped", "", string(f.Followup.Name), held)
		why = held
	}
	if e.Name != timerCustomerWait {
		return nil
	}
	return r.step(ctx, agent.Stopped{Status: store.ThreadExpired, Why: why, At: r.at()})
}

// outwaited says that a reminder does not go out as the whole wait is over too: after
// a long rest it would come together with the close.
func (r *run) outwaited(ctx context.Context, e queue.TimerEvent) (why string, err error) {
	if e.Name != timerCustomerReminder {
		return "", nil
	}
	why = "the whole wait is over"
	err = r.d.store.View(ctx, func(tx store.Tx) error {
		timers, err := tx.Timers(r.Head.Thread)
		for _, t := range timers {
			if t.Name == timerCustomerWait && t.Due.After(r.now()) {
				why = ""
			}
		}
		return err
	})
	return why, err
}

// holdsFollowup says why a follow-up does not go out; "" where it does. One that is
// not what was approved is an error.
func (r *run) holdsFollowup(ctx context.Context, f follows, due time.Time) (why string, err error) {
	if f.Review != 0 {
		rv, err := r.review(ctx, f.Review)
		if err != nil {
			return "", err
		}
		p, err := r.view().Proposal(rv)
		switch {
		case err != nil:
			return "", err
		case rv.Verdict != string(agent.Accept) || p.Draft == nil || p.Draft.Digest() != rv.Digest || !p.Draft.Holds(f.Followup):
			return "", errors.New("what is due is not what was approved")
		}
		if why := r.d.Revoked(rv); why != "" {
			return why, nil
		}
	}
	var m store.Mail
	err = r.d.store.View(ctx, func(tx store.Tx) error {
		ref, err := tx.MessageID(f.Mail)
		if err != nil {
			return err
		}
		m, err = tx.Mail(ref.Mail)
		return err
	})
	switch {
	case err != nil:
	case !due.IsZero() && r.now().Sub(due) > tooLate:
		why = "it was due on " + r.d.Day(due) + ", which is too long ago"
	case m.Status != store.MailSent:
		why = "the mail that it follows is " + string(m.Status) + ", so the customer has nothing to answer"
	}
	return why, err
}

// followupMail freezes a follow-up as an answer to the mail that it follows, dated
// today: a date of when it was approved would hide it among old mail.
func (r *run) followupMail(s agent.SendMail) (queue.Outgoing, error) {
	if len(r.follows) == 0 {
		return queue.Outgoing{}, errors.New("no mail is known that this follows")
	}
	f := r.follows[0]
	r.follows = nil
	m, err := r.freeze(f.Followup.Draft, f.Followup.Draft.Digest(), f.Mail)
	m.Mail.Purpose, m.Mail.Review = store.MailPurpose(s.Followup), f.Review
	return m, err
}

// closing says to staff how the wait for a customer came to its end.
func (r *run) closing(why string) string {
	isClose := func(m queue.Outgoing) bool { return m.Mail.Purpose == store.PurposeClose && !m.Mail.Observed }
	switch {
	case slices.ContainsFunc(r.Mails, isClose):
		return "They get the close that was approved with the questions."
	case why != whySilent:
		return "No close was sent: " + why + "."
	}
	return ""
}

// followsLate reports whether a follow-up must not leave any more: it was put into
// the outbox for a wait that is over.
func followsLate(m store.Mail, status store.ThreadStatus) bool {
	switch m.Purpose {
	case store.PurposeReminder:
		return status != store.ThreadAwaitingCustomer
	case store.PurposeClose:
		return status != store.ThreadExpired
	}
	return false
}

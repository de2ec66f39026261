package daemon

import (
	"encoding/json"
	"strings"

	"ppamaild/agent"
	"ppamaild/daemon/journal"
	"ppamaild/mailbox/origin"
	"ppamaild/store"
)

// greets reports whether a message that opens a thread is acknowledged at once,
// which nobody looks at before. So it must be a person's, by their own mail program
// and not by a form that anybody can put any address into, and the answer must go
// to where it came from.
func (r *router) greets(e customerEvent) bool {
	return r.d.cfg.Quote.Acknowledge && r.origin.Kind == origin.Person && !r.origin.Lead && r.in.Released == "" &&
		strings.EqualFold(e.ReplyTo, e.From)
}

// acknowledge tells a customer that their first mail came, once the run has paused
// for a person: what the agent answers by itself needs no word before it.
func (r *run) acknowledge() error {
	if r.event.Kind != eventCustomer || r.wary() {
		return nil
	}
	var e customerEvent
	if err := json.Unmarshal(r.event.Data, &e); err != nil || !e.Greet || !r.greetable() {
		return err
	}
	draft, err := r.d.toolbox.Acknowledge(&r.state)
	if err != nil {
		return err
	}
	m, err := r.customerMail(draft, draft.Digest(), "")
	if err != nil {
		return err
	}
	m.mail.Purpose = store.PurposeAcknowledgement
	r.note(store.SourceSystem, "acknowledged", "", e.Mail.ID, e.From)
	r.postDraft(m, draft)
	return nil
}

// greetable leaves out what looks like nobody's honest question.
func (r *run) greetable() bool {
	paused := r.state.Status == store.ThreadAwaitingReview || r.state.Status == store.ThreadHandedOver
	pad := r.state.AgentScratchpad
	return paused && pad.Intent != "spam" && pad.Refer != "injection_suspected"
}

// postDraft commits a mail to the customer, and has the journal say what it said.
func (r *run) postDraft(m outgoing, d agent.Draft) {
	m = r.observed(m)
	r.mails = append(r.mails, m)
	d.HTML, d.HTMLDigest, d.Translation, d.Followups = "", "", "", nil // the mail itself is in the outbox
	r.note(store.SourceSystem, journal.KindOutbox, "", m.mail.MessageID, d)
}

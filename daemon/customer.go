package daemon

import (
	"context"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/daemon/queue"
	"ppamaild/store"
)

// customerWrote feeds a customer's message to the agent. What was approved but
// has not left yet is withdrawn: it answers less than the customer has said.
// Answers go where the thread's first message wanted them; a Reply-To that turns
// up later changes nothing, as a forged From could bring it.
func (r *run) customerWrote(ctx context.Context, e queue.CustomerEvent) error {
	if e.Join != "" {
		r.admit(e)
	}
	r.noteForward(e)
	withdrawn, err := r.withdraw(ctx, "the customer wrote again before it was sent")
	if err != nil {
		return err
	}
	r.Head.LastMessage, r.Head.References, r.Head.ThreadIndex = "", nil, e.Index
	if n := len(e.References); n > 0 {
		r.Head.LastMessage, r.Head.References = e.References[n-1], e.References
	}
	r.stopWaiting()
	return r.step(ctx, agent.CustomerMessage{Mail: e.Mail, Inbound: e.Inbound, Withdrawn: withdrawn, At: r.event.At.In(r.d.Location)})
}

// admit lets a person into the thread on staff's word.
func (r *run) admit(e queue.CustomerEvent) {
	from := strings.ToLower(e.From)
	if !slices.Contains(r.Head.Participants, from) {
		r.Head.Participants = append(r.Head.Participants, from)
	}
	r.note(store.SourceHumanReview, "join", e.Join, e.Mail.ID, e.From)
}

// withdraw takes back mails to the customer that are not on their way yet.
// It reports whether an answer of the agent's has not reached them for that.
func (r *run) withdraw(ctx context.Context, why string) (answer bool, err error) {
	var waiting []store.Mail
	err = r.d.store.View(ctx, func(tx store.Tx) error {
		all, err := tx.WaitingMail(r.Head.Thread)
		waiting = slices.DeleteFunc(all, func(m store.Mail) bool {
			taken := slices.ContainsFunc(r.updates, func(u store.Mail) bool { return u.ID == m.ID })
			return taken || m.Kind != store.MailCustomer
		})
		if err != nil {
			return err
		}
		answer, err = unsent(tx, r.Head.Thread)
		return err
	})
	for _, m := range waiting {
		m.Status, m.LastError = store.MailWithdrawn, why
		r.updates = append(r.updates, m)
		r.note(store.SourceSystem, "withdrawn", "", m.MessageID, m.LastError)
		answer = answer || m.Purpose == ""
	}
	return answer, err
}

// note adds a line to the thread's journal.
func (r *run) note(source store.Source, kind, actor, ref string, payload any) {
	r.Notes = append(r.Notes, agent.Note{At: r.at(), Source: source, Kind: kind, Actor: actor, Ref: ref, Payload: payload})
}

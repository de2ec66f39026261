package customer

import (
	"context"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/store"
)

// customerWrote feeds a customer's message to the agent. What was approved but
// has not left yet is withdrawn: it answers less than the customer has said.
// Answers go where the thread's first message wanted them; a Reply-To that turns
// up later changes nothing, as a forged From could bring it.
func (h *Handler) wrote(ctx context.Context, t *runner.Turn, e queue.CustomerEvent) error {
	if e.Join != "" {
		h.admit(t, e)
	}
	h.noteForward(t, e)
	withdrawn, err := t.Withdraw(ctx, "the customer wrote again before it was sent")
	if err != nil {
		return err
	}
	t.Head.LastMessage, t.Head.References, t.Head.ThreadIndex = "", nil, e.Index
	if n := len(e.References); n > 0 {
		t.Head.LastMessage, t.Head.References = e.References[n-1], e.References
	}
	t.StopWaiting()
	return t.Step(ctx, agent.CustomerMessage{Mail: e.Mail, Inbound: e.Inbound, Withdrawn: withdrawn,
		At: t.Event.At.In(h.Location)})
}

// admit lets a person into the thread on staff's word.
func (h *Handler) admit(t *runner.Turn, e queue.CustomerEvent) {
	from := strings.ToLower(e.From)
	if !slices.Contains(t.Head.Participants, from) {
		t.Head.Participants = append(t.Head.Participants, from)
	}
	t.Note(store.SourceHumanReview, "join", e.Join, e.Mail.ID, e.From)
}

// noteForward has the journal say whose word it is that the customer wrote this.
func (h *Handler) noteForward(t *runner.Turn, e queue.CustomerEvent) {
	if e.Forwarded != "" {
		t.Note(store.SourceHumanReview, journal.KindForwarded, e.Forwarded, e.Mail.ID, e.From)
	}
}

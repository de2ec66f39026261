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

// wrote passes a customer's message to the agent. Approved mail that has not left is withdrawn,
// because the mail does not answer the new message. Answers go to the address in the thread's
// first message. A later Reply-To changes nothing, because From may be forged.
func (h *Handler) wrote(ctx context.Context, t *runner.Turn, e queue.CustomerEvent) error {
	if e.Join != "" {
		admit(t, e)
	}
	switch {
	case e.Via != "":
		t.Note(store.SourceHumanReview, journal.KindWrittenDown, e.Forwarded, e.Mail.ID,
			map[string]string{"customer": e.From, "via": e.Via})
	case e.Forwarded != "":
		t.Note(store.SourceHumanReview, journal.KindForwarded, e.Forwarded, e.Mail.ID, e.From)
	}
	withdrawn, err := t.Withdraw(ctx, h.Say("customer.wrote_again"))
	if err != nil {
		return err
	}
	t.Head.LastMessage, t.Head.References, t.Head.ThreadIndex = "", nil, e.Index
	if n := len(e.References); n > 0 {
		t.Head.LastMessage, t.Head.References = e.References[n-1], e.References
	}
	t.Head.Arrived = e.Arrived
	t.StopWaiting()
	from := ""
	if slices.Index(t.Head.Participants, strings.ToLower(e.From)) > 0 { // the customer is first
		from = e.From
	}
	return t.Step(ctx, agent.CustomerMessage{
		Mail:      e.Mail,
		Inbound:   e.Inbound,
		From:      from,
		Withdrawn: withdrawn,
		At:        t.Event.At.In(h.Location),
	})
}

// admit adds the author of a message to the participants of the thread. Staff decided so.
func admit(t *runner.Turn, e queue.CustomerEvent) {
	from := strings.ToLower(e.From)
	if !slices.Contains(t.Head.Participants, from) {
		t.Head.Participants = append(t.Head.Participants, from)
	}
	t.Note(store.SourceHumanReview, "join", e.Join, e.Mail.ID, e.From)
}

package customer

import (
	"encoding/json"
	"strings"

	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/store"
)

// acknowledge confirms a customer's first mail once the run has paused for a review.
func (h *Handler) acknowledge(t *runner.Turn) error {
	if t.Event.Kind != queue.KindCustomer || t.PredatesRestore() || !h.greetable(t) {
		return nil
	}
	var e queue.CustomerEvent
	if err := json.Unmarshal(t.Event.Data, &e); err != nil || !e.Greet {
		return err
	}
	draft, failing, err := h.Draft(&t.State)
	if err != nil {
		return err
	}
	if len(failing) > 0 {
		t.Note(store.SourceSystem, "not_acknowledged", "", e.Mail.ID, failing)
		h.Log.Error("a customer is not told that their mail came, as what would tell them fails the facts check", "thread", t.Head.Thread, "why", strings.Join(failing, "; "))
		return nil
	}
	m, err := t.Freeze(draft, draft.Digest(), "")
	if err != nil {
		return err
	}
	m.Mail.Purpose = store.PurposeAcknowledgement
	t.Note(store.SourceSystem, "acknowledged", "", e.Mail.ID, e.From)
	t.PostDraft(m, draft)
	return nil
}

// greetable leaves out what looks like nobody's honest question.
func (h *Handler) greetable(t *runner.Turn) bool {
	paused := t.State.Status == store.ThreadAwaitingReview ||
		t.State.Status == store.ThreadHandedOver
	pad := t.State.AgentScratchpad
	return paused && pad.Intent != "spam" && pad.Refer != "injection_suspected"
}

package customer

import (
	"encoding/json"
	"strings"

	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/store"
)

// acknowledge sends a receipt for a customer's first mail once the thread waits for staff.
func (h *Handler) acknowledge(t *runner.Turn) error {
	if t.PredatesRestore() || !greetable(t) {
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
		h.Log.Error("no acknowledgement was sent: its text fails the facts check",
			"thread", t.Head.Thread, "why", strings.Join(failing, "; "))
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

// greetable reports whether the thread waits for staff, and its mail looks like an honest question.
func greetable(t *runner.Turn) bool {
	paused := t.State.Status == store.ThreadAwaitingReview ||
		t.State.Status == store.ThreadHandedOver
	pad := t.State.AgentScratchpad
	return paused && pad.Intent != "spam" && pad.Refer != "injection_suspected"
}

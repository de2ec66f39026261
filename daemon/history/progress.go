package history

import (
	"context"
	"fmt"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/task"
	"ppamaild/store"
)

// Progress is where a thread stands, and of a task its work.
type Progress struct {
	Thread    string             `json:"thread"`
	Status    store.ThreadStatus `json:"status"`
	UpdatedAt time.Time          `json:"updated_at"`
	*task.Progress
}

// Progress returns where a thread stands; store.ErrNotFound where there is none of
// that id.
func (r Reader) Progress(ctx context.Context, id string) (p Progress, err error) {
	err = r.Store.View(ctx, func(tx store.Tx) error {
		h, err := tx.Head(id)
		if err != nil {
			return fmt.Errorf("thread %s: %w", id, err)
		}
		p = Progress{Thread: h.Thread, Status: h.Status, UpdatedAt: h.UpdatedAt, Progress: progressIn(h.State)}
		return nil
	})
	return p, err
}

// progressIn is where a state's task stands; nil where it is none, or can't be read.
func progressIn(state []byte) *task.Progress {
	s, err := agent.DecodeState(state)
	if err != nil || s.Task == nil {
		return nil
	}
	p := s.Task.Progress(string(s.StepRequiringReview), s.Status == store.ThreadCompleted)
	return &p
}

// spentIn is what a state says was spent; a state that can't be read says nothing.
func spentIn(state []byte) string {
	s, err := agent.DecodeState(state)
	if spent := s.AgentScratchpad.Usage; err == nil && spent.Requests > 0 {
		return spent.String()
	}
	return ""
}

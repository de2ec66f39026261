package history

import (
	"context"
	"fmt"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/task"
	"ppamaild/store"
)

// Progress is the status of a thread and, for a task, the state of its work.
type Progress struct {
	Thread    string             `json:"thread"`
	Status    store.ThreadStatus `json:"status"`
	UpdatedAt time.Time          `json:"updated_at"`
	*task.Progress
}

// Progress returns the progress of a thread, or store.ErrNotFound.
func (r Reader) Progress(ctx context.Context, id string) (p Progress, err error) {
	err = r.Store.View(ctx, func(tx store.Tx) error {
		h, err := tx.Head(id)
		if err != nil {
			return fmt.Errorf("thread %s: %w", id, err)
		}
		p = Progress{
			Thread:    h.Thread,
			Status:    h.Status,
			UpdatedAt: h.UpdatedAt,
			Progress:  taskProgress(h.State),
		}
		return nil
	})
	return p, err
}

// taskProgress returns the progress of the task in a state, or nil if the state has no task or is
// unreadable.
func taskProgress(state []byte) *task.Progress {
	s, err := agent.DecodeState(state)
	if err != nil || s.Task == nil {
		return nil
	}
	p := s.Task.Progress(string(s.StepRequiringReview), s.Status == store.ThreadCompleted)
	return &p
}

// usage describes the token usage in a state. It returns "" without usage or for an unreadable
// state.
func usage(state []byte) string {
	s, err := agent.DecodeState(state)
	if u := s.AgentScratchpad.Usage; err == nil && u.Requests > 0 {
		return u.String()
	}
	return ""
}

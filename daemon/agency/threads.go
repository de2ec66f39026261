package agency

import (
	"errors"
	"strings"

	"ppamaild/agent"
	"ppamaild/daemon/queue"
	"ppamaild/store"
	"ppamaild/threadresolver"
)

// NewQuoteHead makes the head of a thread for the first message of a customer.
func (a *Agency) NewQuoteHead(tx store.Threads, e queue.CustomerEvent) (store.Head, error) {
	return a.newHead(tx, "Q", queue.Opener(e), store.Head{
		Workflow: store.WorkflowQuote, Subject: queue.Title(e.Mail),
		Participants: []string{strings.ToLower(e.From)},
	})
}

// NewTaskHead makes the head of a thread for a task.
func (a *Agency) NewTaskHead(tx store.Threads, given queue.TaskEvent) (store.Head, error) {
	h := store.Head{
		Workflow: store.WorkflowTask, Subject: given.Task.Subject,
		Participants: []string{given.Task.By},
	}
	if given.Task.Test {
		h.Workflow, h.Subject = store.WorkflowTest, a.Say("task.test_subject", h.Subject)
	}
	return a.newHead(tx, "T", agent.CustomerInfo{}, h)
}

// newHead completes the head of a new thread. The id begins with letter.
func (a *Agency) newHead(
	tx store.Threads, letter string, customer agent.CustomerInfo, h store.Head,
) (store.Head, error) {
	id, err := a.freeThreadID(tx, letter)
	if err != nil {
		return store.Head{}, err
	}
	h.Thread, h.Status, h.CreatedAt, h.UpdatedAt = id, store.ThreadRunning, a.Now(), a.Now()
	h.State, err = agent.NewState(id, customer).Encode()
	return h, err
}

// freeThreadID draws ids that begin with letter until no thread has the id.
func (a *Agency) freeThreadID(tx store.Threads, letter string) (string, error) {
	for {
		id, err := threadresolver.NewThreadID(a.Rand, letter)
		if err != nil {
			return "", err
		}
		_, err = tx.Head(id)
		if errors.Is(err, store.ErrNotFound) {
			return id, nil
		}
		if err != nil {
			return "", err
		}
	}
}

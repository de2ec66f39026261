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
	id, err := a.freeThreadID(tx, "Q")
	if err != nil {
		return store.Head{}, err
	}
	state, err := agent.NewState(id, queue.Opener(e)).Encode()
	return store.Head{
		Thread:       id,
		Workflow:     store.WorkflowQuote,
		Status:       store.ThreadRunning,
		CreatedAt:    a.Now(),
		UpdatedAt:    a.Now(),
		Subject:      queue.Title(e.Mail),
		Participants: []string{strings.ToLower(e.From)},
		State:        state,
	}, err
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

// NewTaskHead makes the head of a thread for a task.
func (a *Agency) NewTaskHead(tx store.Threads, given queue.TaskEvent) (store.Head, error) {
	id, err := a.freeThreadID(tx, "T")
	if err != nil {
		return store.Head{}, err
	}
	workflow, subject := store.WorkflowTask, given.Task.Subject
	if given.Task.Test {
		workflow, subject = store.WorkflowTest, a.Say("task.test_subject", subject)
	}
	state, err := agent.NewState(id, agent.CustomerInfo{}).Encode()
	return store.Head{
		Thread:       id,
		Workflow:     workflow,
		Status:       store.ThreadRunning,
		CreatedAt:    a.Now(),
		UpdatedAt:    a.Now(),
		Subject:      subject,
		Participants: []string{given.Task.By},
		State:        state,
	}, err
}

package admin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"ppamaild/agent"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/refusal"
	"ppamaild/daemon/runner"
	"ppamaild/failpoint"
	"ppamaild/store"
)

// Retried is the result of Retry.
type Retried struct {
	What   string `json:"what"`             // a phrase for the admin
	Thread string `json:"thread,omitempty"` // empty for a message
}

// Retry tries dead letters again. id is the number of a quarantined message, from the notice of
// its quarantine, or the id of a thread. The message is routed again; the thread gets its dead
// letters again. Retry returns a refusal if there is nothing to try again.
func (a *Admin) Retry(ctx context.Context, id, by string) (retried Retried, err error) {
	err = a.Update(ctx, failpoint.Retry, func(tx store.Tx) (err error) {
		if number, notNumber := strconv.ParseUint(id, 10, 64); notNumber == nil {
			retried, err = a.retryMessage(tx, number, by)
		} else {
			retried, err = a.retryThread(tx, strings.ToUpper(id), by)
		}
		return err
	})
	if err != nil {
		return Retried{}, err
	}
	a.Log.Info("tried again by hand", "what", retried.What, "thread", retried.Thread, "by", by)
	a.Signals.Routing.Notify()
	if retried.Thread != "" {
		a.Signals.Threads.Wake(retried.Thread, queue.Ahead)
	}
	return retried, nil
}

// retryMessage puts a quarantined message back to pending. The message has no thread, so the
// agency's journal gets the note.
func (a *Admin) retryMessage(tx store.Tx, id uint64, by string) (Retried, error) {
	in, err := tx.Inbound(id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return Retried{}, refusal.Errorf("there is no message %d", id)
	case err != nil:
		return Retried{}, err
	case in.Erased:
		return Retried{}, refusal.Errorf("message %d was erased", id)
	case in.Status == store.InboundSetAside:
		return Retried{}, refusal.Errorf("message %d was set aside (%s); "+
			"staff bring it back by answering the daily list with RELEASE", id, in.Reason)
	case in.Status != store.InboundQuarantined:
		return Retried{}, refusal.Errorf("message %d is not quarantined: %s", id, a.WhereIs(in))
	case in.Partial:
		return Retried{}, refusal.Errorf("only the header of message %d was read (%s); the message is in %s with UID %d",
			id, in.Reason, in.Mailbox, in.UID)
	}
	in.Status, in.Attempts = store.InboundPending, 0
	err = errors.Join(tx.PutInbound(in), queue.AppendNote(tx, journal.AgencyThread, agent.Note{
		At:      a.Now(),
		Source:  store.SourceHumanReview,
		Kind:    journal.KindRetried,
		Actor:   by,
		Payload: a.payload(map[string]any{"message": id}),
	}))
	return Retried{What: a.Say("admin.routed_again", fmt.Sprint(id))}, err
}

// retryThread queues an event that tries the dead letters of a thread again.
func (a *Admin) retryThread(tx store.Tx, id, by string) (Retried, error) {
	head, err := tx.Head(id)
	if errors.Is(err, store.ErrNotFound) {
		return Retried{}, refusal.Errorf("there is no thread %s, and no message of that number", id)
	}
	if err != nil {
		return Retried{}, err
	}
	letters, err := runner.DeadLetters(tx, id)
	if err != nil {
		return Retried{}, err
	}
	if len(letters) == 0 {
		return Retried{}, refusal.Errorf("nothing was given up in %s, which is %s", id, head.Status)
	}
	raw, err := json.Marshal(queue.RetryEvent{By: by, Via: a.via})
	if err != nil {
		return Retried{}, err
	}
	_, err = tx.Enqueue(store.Event{
		Thread: id,
		At:     letters[0].At,
		Kind:   queue.KindRetry,
		Data:   raw,
	})
	last := letters[len(letters)-1]
	what := a.Say("admin.retried", id, last.Why)
	return Retried{What: what, Thread: id}, err
}

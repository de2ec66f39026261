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

// What was given up can be tried again: a message that was quarantined is routed
// anew, and a thread gets the events that it was handed over for.

// Retried is what will be tried again.
type Retried struct {
	What   string `json:"what"`             // in words
	Thread string `json:"thread,omitempty"` // empty for a message
}

// Retry has something tried again that was given up: a message by the number that
// the notice of its quarantine gives it, or a thread by its id. Where nothing can
// be tried again the error is a refusal.
func (a *Admin) Retry(ctx context.Context, id, by string) (retried Retried, err error) {
	err = a.Update(ctx, failpoint.Retry, func(tx store.Tx) (err error) {
		if number, notNumber := strconv.ParseUint(id, 10, 64); notNumber == nil {
			retried, err = a.retryMessage(tx, number, by)
		} else {
			retried, err = retryThread(tx, strings.ToUpper(id), by)
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

// retryMessage journals who wants it in the agency's own thread: the message is in none.
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
		return Retried{}, refusal.Errorf("message %d was set aside (%s); staff bring it back by answering the daily list with RELEASE", id, in.Reason)
	case in.Status != store.InboundQuarantined:
		return Retried{}, refusal.Errorf("message %d is not quarantined: %s", id, a.WhereIs(in))
	case in.Partial:
		return Retried{}, refusal.Errorf("of message %d only the header was read (%s); it lies in %s as UID %d", id, in.Reason, in.Mailbox, in.UID)
	}
	in.Status, in.Attempts = store.InboundPending, 0
	return Retried{What: fmt.Sprintf("message %d is routed once more", id)},
		errors.Join(tx.PutInbound(in), queue.AppendNote(tx, journal.AgencyThread, agent.Note{
			At: a.Now(), Source: store.SourceHumanReview, Kind: journal.KindRetried, Actor: by,
			Payload: map[string]any{"message": id},
		}))
}

func retryThread(tx store.Tx, id, by string) (Retried, error) {
	head, err := tx.Head(id)
	if errors.Is(err, store.ErrNotFound) {
		return Retried{}, refusal.Errorf("there is no thread %s, and no message of that number", id)
	}
	if err != nil {
		return Retried{}, err
	}
	given, err := runner.DeadLetters(tx, id)
	if err != nil {
		return Retried{}, err
	}
	if len(given) == 0 {
		return Retried{}, refusal.Errorf("nothing was given up in %s, which is %s", id, head.Status)
	}
	raw, err := json.Marshal(queue.RetryEvent{By: by})
	if err != nil {
		return Retried{}, err
	}
	_, err = tx.Enqueue(store.Event{Thread: id, At: given[0].At, Kind: queue.KindRetry, Data: raw})
	return Retried{fmt.Sprintf("%s tries once more what was given up (%s)", id,
		given[len(given)-1].Why), id}, err
}

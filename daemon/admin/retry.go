package admin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/daemon/control"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/notify"
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
		return Retried{}, refusal.Errorf("%s has no dead letters; its status is %s", id, head.Status)
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

// Quarantine has the orders about messages that could not be processed.
type Quarantine interface {
	Quarantined(ctx context.Context) ([]Quarantined, error)
	Retry(ctx context.Context, id, by string) (Retried, error)
	SetAside(ctx context.Context, id uint64, why, by string) error
}

// Quarantined is a message that could not be processed.
type Quarantined struct {
	ID      uint64    `json:"message"`
	Arrived time.Time `json:"arrived"`
	Mailbox string    `json:"mailbox"`
	UID     uint32    `json:"uid"`
	From    string    `json:"from,omitempty"` // "" if the author is unclear
	Reason  string    `json:"reason"`
}

// Quarantined lists the quarantined messages, oldest first, with private numbers masked.
func (a *Admin) Quarantined(ctx context.Context) (list []Quarantined, err error) {
	err = a.Deps.Store.View(ctx, func(tx store.Tx) error {
		list = []Quarantined{}
		return tx.InboundByStatus(store.InboundQuarantined, 0, func(in store.Inbound) bool {
			list = append(list, Quarantined{
				in.ID, in.AcceptedAt, in.Mailbox, in.UID, in.From, notify.MaskAll([]string{in.Reason})[0],
			})
			return true
		})
	})
	return list, err
}

// SetAside sets a quarantined message aside, because a person handled the message by hand. Staff
// get a notice. The message can still be tried again. SetAside returns a refusal if the message is
// not quarantined.
func (a *Admin) SetAside(ctx context.Context, id uint64, why, by string) error {
	err := a.Update(ctx, failpoint.Retry, func(tx store.Tx) error {
		in, err := a.message(tx, id)
		switch {
		case err != nil:
			return err
		case in.Status == store.InboundSetAside:
			return refusal.Errorf("message %d is set aside already (%s)", id, in.Reason)
		case in.Status != store.InboundQuarantined:
			return refusal.Errorf("message %d is not quarantined: %s", id, a.WhereIs(in))
		}
		in.Status, in.ByHand, in.Reason = store.InboundSetAside, by, a.Say("admin.set_aside", by, why)
		e := queue.AsideEvent{Inbound: id, By: by, Why: why}
		_, err = tx.Enqueue(queue.NewEvent(a.Now(), journal.AgencyThread, queue.KindAside, e))
		return errors.Join(err, tx.PutInbound(in), a.noteMessage(tx, id, journal.KindAside, by))
	})
	if err == nil {
		a.Log.Info("quarantined message set aside by hand", "inbound", id, "by", by)
		a.Signals.Threads.Wake(journal.AgencyThread, queue.Ahead)
	}
	return err
}

// message returns a message, or a refusal if the message does not exist or was erased.
func (a *Admin) message(tx store.Inbounds, id uint64) (store.Inbound, error) {
	in, err := tx.Inbound(id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return in, refusal.Errorf("there is no message %d", id)
	case err == nil && in.Erased:
		return in, refusal.Errorf("message %d was erased", id)
	}
	return in, err
}

// noteMessage records an order about a message in the agency's journal. The message has no thread.
func (a *Admin) noteMessage(tx store.Journals, id uint64, kind, by string) error {
	return queue.AppendNote(tx, journal.AgencyThread, agent.Note{
		At:      a.Now(),
		Source:  store.SourceHumanReview,
		Kind:    kind,
		Actor:   by,
		Payload: a.payload(map[string]any{"message": id}),
	})
}

// retryMessage puts a message back to pending that is quarantined or was set aside by hand.
func (a *Admin) retryMessage(tx store.Tx, id uint64, by string) (Retried, error) {
	in, err := a.message(tx, id)
	switch {
	case err != nil:
		return Retried{}, err
	case in.Status == store.InboundSetAside && in.ByHand == "":
		return Retried{}, refusal.Errorf("message %d was set aside (%s); "+
			"staff bring it back by answering the daily list with RELEASE", id, in.Reason)
	case in.Status != store.InboundQuarantined && in.Status != store.InboundSetAside:
		return Retried{}, refusal.Errorf("message %d is not quarantined: %s", id, a.WhereIs(in))
	case in.Partial:
		return Retried{}, refusal.Errorf("only the header of message %d was read (%s); the "+
			"message is in %s with UID %d",
			id, in.Reason, in.Mailbox, in.UID)
	}
	in.Status, in.Attempts, in.ByHand = store.InboundPending, 0, ""
	err = errors.Join(tx.PutInbound(in), a.noteMessage(tx, id, journal.KindRetried, by))
	return Retried{What: a.Say("admin.routed_again", fmt.Sprint(id))}, err
}

func (a *Admin) quarantineHandlers(mux *http.ServeMux) {
	mux.HandleFunc("GET /quarantine", control.Answer(func(r *http.Request) ([]Quarantined, error) {
		return a.Quarantined(r.Context())
	}))
	mux.HandleFunc("POST /quarantine/{id}", control.Answer(func(r *http.Request) (struct{}, error) {
		id, err := strconv.ParseUint(r.PathValue("id"), 10, 64)
		if err != nil {
			return struct{}{}, refusal.Errorf("%q is no number of a message", r.PathValue("id"))
		}
		return struct{}{}, a.SetAside(r.Context(), id, r.FormValue("why"), r.FormValue("by"))
	}))
}

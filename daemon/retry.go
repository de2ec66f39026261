package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/refusal"
	"ppamaild/failpoint"
	"ppamaild/review"
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
func (a Admin) Retry(ctx context.Context, id, by string) (Retried, error) {
	return a.byHand().retry(ctx, id, by)
}

func (d *Daemon) retry(ctx context.Context, id, by string) (retried Retried, err error) {
	err = d.update(ctx, failpoint.Retry, func(tx store.Tx) (err error) {
		if number, notNumber := strconv.ParseUint(id, 10, 64); notNumber == nil {
			retried, err = d.retryMessage(tx, number, by)
		} else {
			retried, err = retryThread(tx, strings.ToUpper(id), by)
		}
		return err
	})
	if err != nil {
		return Retried{}, err
	}
	d.Log.Info("tried again by hand", "what", retried.What, "thread", retried.Thread, "by", by)
	d.routeBell.Notify()
	if retried.Thread != "" {
		d.runs.Wake(retried.Thread, queue.Ahead)
	}
	return retried, nil
}

// retryMessage journals who wants it in the agency's own thread: the message is in none.
func (d *Daemon) retryMessage(tx store.Tx, id uint64, by string) (Retried, error) {
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
		return Retried{}, refusal.Errorf("message %d is not quarantined: %s", id, whereItIs(in))
	case in.Partial:
		return Retried{}, refusal.Errorf("of message %d only the header was read (%s); it lies in %s as UID %d", id, in.Reason, in.Mailbox, in.UID)
	}
	in.Status, in.Attempts = store.InboundPending, 0
	return Retried{What: fmt.Sprintf("message %d is routed once more", id)}, errors.Join(tx.PutInbound(in), queue.AppendNote(tx, journal.AgencyThread, agent.Note{
		At: d.Now(), Source: store.SourceHumanReview, Kind: journal.KindRetried, Actor: by, Payload: map[string]any{"message": id},
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
	given, err := givenUp(tx, id)
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
	return Retried{fmt.Sprintf("%s tries once more what was given up (%s)", id, given[len(given)-1].Why), id}, err
}

// givenEvent is what the journal keeps of an event that was given up.
type givenEvent struct {
	Why  string          `json:"why"`
	Kind string          `json:"kind"`
	At   time.Time       `json:"at"`
	Data json.RawMessage `json:"data,omitempty"` // nil where the state has taken it in
}

// givenUp returns the events of a thread that were given up since they were last
// tried again, oldest first. An attempt to retry that was given up itself is none.
func givenUp(tx store.Tx, thread string) (given []givenEvent, err error) {
	var failed error
	err = tx.Journal(thread, 1, func(e store.Entry, payload []byte) bool {
		switch {
		case e.Source != store.SourceSystem:
		case e.Kind == journal.KindRetried:
			given = nil
		case e.Kind == journal.KindGivenUp && payload != nil:
			var g givenEvent
			if failed = json.Unmarshal(payload, &g); g.Kind != queue.KindRetry {
				given = append(given, g)
			}
		}
		return failed == nil
	})
	return given, errors.Join(err, failed)
}

// retried takes the thread back from the person it was handed over to, and feeds
// again what could not be dealt with.
func (r *run) retried(ctx context.Context, e queue.RetryEvent) error {
	var given []givenEvent
	err := r.d.store.View(ctx, func(tx store.Tx) (err error) {
		given, err = givenUp(tx, r.Head.Thread)
		return err
	})
	if err != nil {
		return err
	}
	r.note(store.SourceSystem, journal.KindRetried, e.By, "", len(given))
	if r.State.Status == store.ThreadHandedOver {
		if err := r.takeBack(ctx, e.By); err != nil {
			return err
		}
	}
	for _, g := range given {
		if err := r.feedAgain(ctx, g); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) takeBack(ctx context.Context, by string) error {
	open, err := r.openReviews(ctx)
	if err != nil {
		return err
	}
	for _, rv := range open {
		if rv.Kind == review.KindHandedOver {
			r.closeReview(rv, store.ReviewSuperseded, "the agent tries once more", 0)
		}
	}
	return r.step(ctx, agent.HandedBack{By: by, At: r.at()})
}

// feedAgain feeds an event in the place of the one that asks for it.
func (r *run) feedAgain(ctx context.Context, g givenEvent) error {
	if g.Data == nil {
		return nil
	}
	own := r.event
	defer func() { r.event = own }()
	r.event.Kind, r.event.At, r.event.Data = g.Kind, g.At, g.Data
	return r.feed(ctx)
}

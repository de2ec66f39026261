// Package webhook posts events to configured addresses, signed as Standard Webhooks describes.
//
// Each address has a cursor in the store. The cursor moves after the answer of the receiver, so
// a crash loses no event. A crash in between repeats an event, with the same webhook-id.
package webhook

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"

	"ppamaild/daemon/changelog"
	"ppamaild/daemon/internal/clock"
	"ppamaild/store"
)

// Hook is an address with the types of events for the address.
type Hook struct {
	URL    string
	Secret []byte
	Events []string // empty: all
}

// Options are the parts of Webhooks. All fields except Pause are required.
type Options struct {
	Hooks   []Hook
	Store   *changelog.Store
	Console string // address of the console, for links
	Now     func() time.Time
	Log     *slog.Logger
	Pause   time.Duration // after the first failure; 0: 5 seconds
}

// Webhooks posts events.
type Webhooks struct {
	Options
	client *http.Client
}

const (
	pause      = 5 * time.Second
	maxPause   = time.Hour
	patience   = 3 * 24 * time.Hour // before an event is skipped
	answerTime = 15 * time.Second
	maxRead    = 100     // events from the log together
	maxAnswer  = 4 << 10 // bytes of an answer, to reuse the connection
)

// New returns webhooks.
func New(o Options) *Webhooks {
	if o.Pause == 0 {
		o.Pause = pause
	}
	return &Webhooks{Options: o, client: &http.Client{
		Timeout: answerTime,
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse // an address elsewhere was not configured
		},
	}}
}

// Begin stores the cursors of new hooks, so that the hooks get every later event.
func (w *Webhooks) Begin(ctx context.Context) error {
	var err error
	for _, h := range w.Hooks {
		_, one := delivery{w, h, host(h.URL)}.begin(ctx)
		err = errors.Join(err, one)
	}
	return err
}

// Run posts events until ctx ends. A hook that fails delays no other hook.
func (w *Webhooks) Run(ctx context.Context) {
	var all sync.WaitGroup
	for _, h := range w.Hooks {
		all.Go(func() {
			d := delivery{w, h, host(h.URL)}
			for {
				err := d.run(ctx)
				if ctx.Err() != nil {
					return
				}
				w.Log.Error("webhook stopped; trying again", "host", d.host, "error", err)
				clock.Sleep(ctx, w.Pause)
			}
		})
	}
	all.Wait()
}

// host is the part of an address for the log. The rest may be secret.
func host(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}

// delivery posts the events of one hook in order.
type delivery struct {
	*Webhooks
	hook Hook
	host string
}

// cursor is how far a receiver has the log.
type cursor struct {
	Seq    uint64    `json:"seq"`
	Failed time.Time `json:"failed,omitzero"` // first failure of the next event
}

// name is the name of the cursor in the store.
func (d delivery) name() string {
	sum := sha256.Sum256([]byte(d.hook.URL))
	return "webhook " + hex.EncodeToString(sum[:])
}

func (d delivery) run(ctx context.Context) error {
	at, err := d.begin(ctx)
	if err != nil {
		return err
	}
	for {
		more := d.Store.More()
		events, err := d.Store.After(ctx, at.Seq, maxRead)
		if err != nil {
			return err
		}
		for _, e := range events {
			if at, err = d.deliver(ctx, e, at); err != nil {
				return err
			}
		}
		if n := len(events); n > 0 {
			if !d.wants(events[n-1]) {
				if err := d.keep(ctx, at); err != nil {
					return err
				}
			}
			continue
		}
		select {
		case <-ctx.Done():
			return nil
		case <-more:
		}
	}
}

// begin returns the stored cursor. A new hook begins with the next event.
func (d delivery) begin(ctx context.Context) (at cursor, err error) {
	err = d.Store.View(ctx, func(tx store.Tx) error {
		raw, err := tx.Secret(d.name())
		if err != nil {
			return err
		}
		return json.Unmarshal(raw, &at)
	})
	at.Failed = time.Time{} // the time without a daemon does not count
	last, lastErr := d.Store.Last(ctx)
	switch {
	case lastErr != nil:
		return at, lastErr
	case errors.Is(err, store.ErrNotFound), err == nil && at.Seq > last: // after a restore
		at = cursor{Seq: last}
		err = d.keep(ctx, at)
	}
	if err == nil {
		d.warnPruned(ctx, at)
	}
	return at, err
}

// warnPruned logs the number of events that the log dropped before the receiver got them.
func (d delivery) warnPruned(ctx context.Context, at cursor) {
	pruned, err := d.Store.Pruned(ctx)
	if err == nil && at.Seq < pruned {
		d.Log.Error("webhook: the log dropped old events", "host", d.host, "events", pruned-at.Seq)
	}
}

func (d delivery) keep(ctx context.Context, at cursor) error {
	raw, err := json.Marshal(at)
	if err != nil {
		return err
	}
	return d.Store.Update(ctx, func(tx store.Tx) error { return tx.PutSecret(d.name(), raw) })
}

// wants reports whether the hook gets an event.
func (d delivery) wants(e changelog.Event) bool {
	return len(d.hook.Events) == 0 || slices.Contains(d.hook.Events, e.Type)
}

// deliver posts an event until the receiver has it, and moves the cursor.
func (d delivery) deliver(
	ctx context.Context, e changelog.Event, at cursor,
) (cursor, error) {
	if !d.wants(e) {
		return cursor{Seq: e.Seq}, nil // stored with the other events
	}
	pauses := backoff.NewExponentialBackOff()
	pauses.InitialInterval, pauses.MaxInterval = d.Pause, maxPause
	for {
		err := d.post(ctx, e)
		now := d.Now().UTC()
		switch {
		case ctx.Err() != nil:
			return at, ctx.Err()
		case err == nil:
			at = cursor{Seq: e.Seq}
			return at, d.keep(ctx, at)
		case at.Failed.IsZero():
			at.Failed = now
			if err := d.keep(ctx, at); err != nil {
				return at, err
			}
		case now.Sub(at.Failed) > patience:
			d.Log.Error("webhook: event skipped after three days", "host", d.host,
				"event", e.Type, "thread", e.Thread, "error", err)
			at = cursor{Seq: e.Seq}
			return at, d.keep(ctx, at)
		}
		d.Log.Warn("webhook failed", "host", d.host, "event", e.Type, "error", err)
		if !clock.Sleep(ctx, pauses.NextBackOff()) {
			return at, ctx.Err()
		}
	}
}

// payload is the body of a webhook.
type payload struct {
	Type      string    `json:"type"`
	Timestamp time.Time `json:"timestamp"`
	Data      data      `json:"data"`
}

type data struct {
	changelog.Event
	URL string `json:"url,omitempty"` // of the review, for people
}

// post posts an event once.
func (d delivery) post(ctx context.Context, e changelog.Event) error {
	body := payload{Type: e.Type, Timestamp: e.At, Data: data{Event: e}}
	if e.Review > 0 && d.Console != "" {
		body.Data.URL = fmt.Sprintf("%s/r/%s/%d", d.Console, url.PathEscape(e.Thread), e.Review)
	}
	raw, err := json.Marshal(body)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, d.hook.URL, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	id, at := idOf(e, raw), strconv.FormatInt(d.Now().Unix(), 10)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "ppamaild")
	r.Header.Set("Webhook-Id", id)
	r.Header.Set("Webhook-Timestamp", at)
	r.Header.Set("Webhook-Signature", "v1,"+sign(d.hook.Secret, id, at, raw))
	answer, err := d.client.Do(r)
	if err != nil {
		return withoutURL(err)
	}
	defer answer.Body.Close()
	_, _ = io.CopyN(io.Discard, answer.Body, maxAnswer) // the status counts
	if answer.StatusCode/100 != 2 {
		return errors.New(answer.Status)
	}
	return nil
}

// withoutURL removes the address from an error. The address may be secret.
func withoutURL(err error) error {
	if wrapped, is := errors.AsType[*url.Error](err); is {
		return wrapped.Err
	}
	return err
}

// idOf is the same for each attempt, and differs after a restore of an older store.
func idOf(e changelog.Event, body []byte) string {
	sum := sha256.Sum256(append(strconv.AppendUint(nil, e.Seq, 10), body...))
	return "evt_" + hex.EncodeToString(sum[:16])
}

func sign(secret []byte, id, at string, body []byte) string {
	mac := hmac.New(sha256.New, secret)
	fmt.Fprintf(mac, "%s.%s.%s", id, at, body)
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

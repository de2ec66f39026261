package frontdesk

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"ppamaild/console"
	"ppamaild/store"
)

const (
	onceRecord = "api idempotency keys" // in the store
	onceTime   = 24 * time.Hour         // how long a key counts
	maxOnce    = 2000                   // keys in that time
)

// given is the first request with a key. The store keeps digests only.
type given struct {
	Key    string    `json:"key"`
	Body   string    `json:"body"`
	Thread string    `json:"thread"`
	At     time.Time `json:"at"`
}

// keys are the first requests, the oldest first.
type keys []given

// readKeys reads the keys that still count.
func readKeys(tx store.Secrets, now time.Time) (all keys, err error) {
	raw, err := tx.Secret(onceRecord)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(raw, &all)
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", onceRecord, err)
	}
	for len(all) > 0 && now.Sub(all[0].At) >= onceTime {
		all = all[1:]
	}
	return all, nil
}

// find returns the thread of the first request with the key; "" for a new key. A new key takes a
// place that must be free.
func (k keys) find(a console.Assignment) (thread string, err error) {
	for _, g := range k {
		switch {
		case g.Key != digest(a.By, a.Once):
		case g.Body != bodyOf(a):
			return "", console.ErrOtherBody
		default:
			return g.Thread, nil
		}
	}
	if len(k) >= maxOnce {
		return "", console.ErrManyKeys
	}
	return "", nil
}

// keep stores the key of a new task.
func (k keys) keep(tx store.Secrets, a console.Assignment, thread string, now time.Time) error {
	raw, err := json.Marshal(append(k, given{
		digest(a.By, a.Once), bodyOf(a), thread, now,
	}))
	if err != nil {
		return err
	}
	return tx.PutSecret(onceRecord, raw)
}

// bodyOf is a digest of a task. Only a test has the workflow in its digest, so that keys of earlier
// versions still count.
func bodyOf(a console.Assignment) string {
	body := digest(a.Subject, a.Text)
	if a.Test {
		body = digest(body, store.WorkflowTest)
	}
	return body
}

// digest is a digest of two texts. The length keeps the texts apart.
func digest(first, second string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s%s", len(first), first, second))
	return hex.EncodeToString(sum[:])
}

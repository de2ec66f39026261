package transfer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"ppamaild/progress"
	"ppamaild/store"
)

// markName is the name of the secret that records how far a copy is.
const markName = "copy"

// addressKey is the name of the secret that each store makes for itself. Digests of addresses
// depend on it.
const addressKey = "addresses"

// mark records how far a copy is.
type mark struct {
	Source string `json:"source"` // identity of the source
	Part   int    `json:"part"`   // the parts before are complete
	Done   int    `json:"done"`   // the copied records of the part
	Whole  bool   `json:"whole"`  // the copy is complete and verified
}

func readMark(tx store.Tx) (m mark, err error) {
	raw, err := tx.Secret(markName)
	if err == nil {
		err = json.Unmarshal(raw, &m)
	}
	return m, err
}

func (m mark) put(tx store.Tx) error {
	raw, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return tx.PutSecret(markName, raw)
}

// ErrUnfinished means that a store is an unfinished copy of another store.
var ErrUnfinished = errors.New("the store is an unfinished copy of another store")

// Unfinished returns ErrUnfinished if a store is an unfinished copy. Nothing but Copy may use such
// a store.
func Unfinished(ctx context.Context, s store.Store) error {
	return s.View(ctx, func(tx store.Tx) error {
		m, err := readMark(tx)
		switch {
		case errors.Is(err, store.ErrNotFound):
			return nil
		case err == nil && !m.Whole:
			err = ErrUnfinished
		}
		return err
	})
}

// ErrOccupied means that the target of a copy has other data.
var ErrOccupied = errors.New("the target has a store already")

// ErrChanged means that an unfinished target does not continue the source.
var ErrChanged = errors.New("the source changed since the copy began, or the target is damaged: " +
	"empty the target and copy again")

// ErrInUse means that a complete copy and its source differ.
var ErrInUse = errors.New("the target is in use since it was completed, so nothing was copied; " +
	"keep the target, and run no daemon on the source")

// Copy copies a store into an empty store, or goes on with an interrupted copy, and verifies the
// copy. It calls report for each complete part, and returns the digest of the contents, which both
// stores have. A target with other data gives ErrOccupied. Copy only compares a complete copy.
func Copy(
	ctx context.Context, from, to Backend, report func(part string, records int),
) (digest string, err error) {
	c := copier{to: to, report: report}
	if c.mark, err = begin(ctx, from, to); err != nil {
		return "", err
	}
	all := parts()
	for !c.mark.Whole && c.mark.Part < len(all) {
		if err := c.copyPart(ctx, from, all[c.mark.Part]); err != nil {
			return "", fmt.Errorf("copying %s: %w", all[c.mark.Part].name, err)
		}
	}
	if digest, err = c.verify(ctx, from); err != nil {
		return "", err
	}
	c.mark.Whole = true
	return digest, to.Update(ctx, c.mark.put)
}

// begin returns how far the copy is. It refuses a target with other data.
func begin(ctx context.Context, from, to Backend) (m mark, err error) {
	source, err := identity(ctx, from)
	if err == nil {
		err = Unfinished(ctx, from)
	}
	if err != nil {
		return m, fmt.Errorf("reading the source: %w", err)
	}
	err = to.View(ctx, func(tx store.Tx) (err error) {
		m, err = readMark(tx)
		if errors.Is(err, store.ErrNotFound) {
			m, err = mark{Source: source}, isEmpty(tx.(Tx))
		}
		return err
	})
	switch {
	case err != nil:
		return m, fmt.Errorf("reading the target: %w", err)
	case m.Source != source:
		return m, fmt.Errorf("%w: a copy of another store", ErrOccupied)
	case m.Part == 0 && m.Done == 0: // from now on, nothing but Copy uses the target
		err = to.Update(ctx, m.put)
	}
	return m, err
}

// identity returns a digest of the key that each store makes for itself.
func identity(ctx context.Context, s store.Store) (id string, err error) {
	err = s.View(ctx, func(tx store.Tx) error {
		key, err := tx.Secret(addressKey)
		sum := sha256.Sum256(append([]byte("the source of a copy "), key...))
		id = hex.EncodeToString(sum[:])
		return err
	})
	return id, err
}

// isEmpty returns ErrOccupied if there are records.
func isEmpty(tx Tx) error {
	for _, p := range parts() {
		err := p.read(tx, func(load) error {
			return fmt.Errorf("%w: it has %s", ErrOccupied, p.name)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// copier copies records in batches.
type copier struct {
	to     Backend
	report func(part string, records int)
	mark   mark // how far the copy is
	skip   int  // records of the part that are copied already
	batch  []any
	size   int // of the batch, in bytes
}

const (
	batchRecords = 500
	batchSize    = 4 << 20
)

func (c *copier) copyPart(ctx context.Context, from Backend, p part) error {
	c.skip = c.mark.Done
	progress.Begin(ctx, "copying "+p.name, "records", func() int64 { return count(ctx, from, p) })
	progress.Add(ctx, int64(c.skip))
	err := from.View(ctx, func(tx store.Tx) error {
		return p.read(tx.(Tx), func(l load) error { return c.add(ctx, l) })
	})
	if err != nil {
		return err
	}
	copied := c.mark.Done + len(c.batch)
	if err := c.flush(ctx, true); err != nil {
		return err
	}
	if copied > 0 {
		c.report(p.name, copied)
	}
	return nil
}

// count returns the number of records of a part; 0 after an error, which the copy meets again.
func count(ctx context.Context, from Backend, p part) (n int64) {
	_ = from.View(ctx, func(tx store.Tx) error {
		return p.read(tx.(Tx), func(load) error { n++; return ctx.Err() })
	})
	return n
}

func (c *copier) add(ctx context.Context, l load) error {
	if c.skip > 0 {
		c.skip--
		return ctx.Err()
	}
	v, err := l()
	if err != nil {
		return err
	}
	c.batch, c.size = append(c.batch, v), c.size+sizeOf(v)
	if len(c.batch) < batchRecords && c.size < batchSize {
		return nil
	}
	return c.flush(ctx, false)
}

// sizeOf estimates the size of a record.
func sizeOf(record any) int {
	const other = 500 // bytes
	switch v := record.(type) {
	case message:
		return other + len(v.Raw)
	case store.Head:
		return other + len(v.State)
	case store.Event:
		return other + len(v.Data)
	case entry:
		return other + len(v.Apart.Payload)
	case store.Effect:
		return other + len(v.Result)
	case mail:
		return other + len(v.Raw)
	case store.Review:
		return other + len(v.Data) + len(v.MIME)
	}
	return other
}

// flush commits the batch together with the mark.
func (c *copier) flush(ctx context.Context, last bool) error {
	now := c.mark
	now.Done += len(c.batch)
	if last {
		now.Part, now.Done = now.Part+1, 0
	}
	err := c.to.Update(ctx, func(tx store.Tx) error {
		for _, record := range c.batch {
			if err := put(tx.(Tx), record); err != nil {
				return err
			}
		}
		return now.put(tx)
	})
	if errors.Is(err, store.ErrCorrupt) { // a row is there already, or a number is not the next one
		return ErrChanged
	}
	if err != nil {
		return err
	}
	progress.Add(ctx, int64(len(c.batch)))
	c.mark, c.batch, c.size = now, nil, 0
	return nil
}

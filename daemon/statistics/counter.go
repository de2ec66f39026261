package statistics

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"ppamaild/daemon/journal"
	"ppamaild/store"
)

const (
	// overlap is how long the counter remembers its place in a thread. An entry that is older
	// than that at its commit does not count.
	overlap       = time.Hour
	maxRejections = 50
)

// Counter counts the entries of journals. Its methods are safe for concurrent use.
type Counter struct {
	store    store.Store
	now      func() time.Time
	location *time.Location // of days

	mu     sync.Mutex
	place  place
	months map[string]month // by "2026-11"
	dirty  map[string]bool  // months to store
	loaded bool
	ready  bool // caught up since the start
}

// month has the figures of the days of a month, by "02".
type month map[string]Day

// place is the place of the counter in all journals.
type place struct {
	Until      time.Time       `json:"until"` // all entries until this time are counted
	Seen       map[string]seen `json:"seen"`  // threads with later entries
	Months     []string        `json:"months"`
	Rejections []Rejection     `json:"rejections,omitempty"` // oldest first
}

// seen is the last counted entry of a thread.
type seen struct {
	Seq uint64    `json:"seq"`
	At  time.Time `json:"at"` // when it was counted
}

// Rejection is a review that staff sent back.
type Rejection struct {
	Thread string    `json:"thread"`
	Review int       `json:"review"`
	At     time.Time `json:"at"`
}

// New returns a counter. Load prepares it.
func New(s store.Store, now func() time.Time, location *time.Location) *Counter {
	return &Counter{
		store: s, now: now, location: location,
		place:  place{Seen: make(map[string]seen)},
		months: make(map[string]month), dirty: make(map[string]bool),
	}
}

// record is the name of the record with the place. The record of a month has the month as well.
const record = "console figures"

func monthRecord(name string) string { return record + " " + name }

// Load reads the stored figures.
func (c *Counter) Load(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	err := c.store.View(ctx, func(tx store.Tx) error {
		if err := read(tx, record, &c.place); err != nil {
			return err
		}
		for _, name := range c.place.Months {
			var m month
			if err := read(tx, monthRecord(name), &m); err != nil {
				return err
			}
			c.months[name] = m
		}
		return nil
	})
	c.loaded = err == nil
	return err
}

// read decodes a record; a missing record changes nothing.
func read(tx store.Secrets, name string, into any) error {
	raw, err := tx.Secret(name)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err == nil {
		err = json.Unmarshal(raw, into)
	}
	if err != nil {
		return fmt.Errorf("reading %s: %w", name, err)
	}
	return nil
}

// Behind reports whether a thread may have entries to count after a start.
func (c *Counter) Behind(h store.Head) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return h.Thread != journal.AgencyThread && !h.UpdatedAt.Before(c.place.Until)
}

// CaughtUp ends the time in which figures may be missing after a start.
func (c *Counter) CaughtUp() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ready = true
}

// Ready reports whether the figures are complete.
func (c *Counter) Ready() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ready
}

// Save stores the figures with the place of the counter, unless nothing is new.
func (c *Counter) Save(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.loaded || len(c.dirty) == 0 {
		return nil
	}
	until := c.now().Add(-overlap)
	next := c.place
	next.Until = until
	next.Seen = maps.Clone(c.place.Seen)
	maps.DeleteFunc(next.Seen, func(_ string, s seen) bool { return s.At.Before(until) })
	next.Months = slices.Sorted(maps.Keys(c.months))
	err := c.store.Update(ctx, func(tx store.Tx) error {
		err := write(tx, record, next)
		for name := range c.dirty {
			err = errors.Join(err, write(tx, monthRecord(name), c.months[name]))
		}
		return err
	})
	if err == nil {
		c.place = next
		clear(c.dirty)
	}
	return err
}

func write(tx store.Secrets, name string, value any) error {
	raw, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	return tx.PutSecret(name, raw)
}

// Dated is a day with its figures.
type Dated struct {
	Date string // "2026-11-20"
	Day
}

// Days returns the days with figures from a day on, the latest first.
func (c *Counter) Days(from time.Time) (days []Dated) {
	c.mu.Lock()
	defer c.mu.Unlock()
	first := from.In(c.location).Format(time.DateOnly)
	for name, m := range c.months {
		for day, figures := range m {
			if date := name + "-" + day; date >= first {
				days = append(days, Dated{date, figures})
			}
		}
	}
	slices.SortFunc(days, func(a, b Dated) int { return cmp.Compare(b.Date, a.Date) })
	return days
}

// Rejections returns the latest reviews that staff sent back, the latest first.
func (c *Counter) Rejections() []Rejection {
	c.mu.Lock()
	defer c.mu.Unlock()
	list := slices.Clone(c.place.Rejections)
	slices.Reverse(list)
	return list
}

// at adds figures to the day of a time. The caller holds the lock.
func (c *Counter) at(t time.Time, figures Day) {
	name, date := t.In(c.location).Format("2006-01"), t.In(c.location).Format("02")
	if c.months[name] == nil {
		c.months[name] = make(month)
	}
	day := c.months[name][date]
	day.Add(figures)
	c.months[name][date] = day
	c.dirty[name] = true
}

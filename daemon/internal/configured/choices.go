package configured

import (
	"encoding/json"
	"fmt"
	"maps"
	"sync"
	"time"

	"ppamaild/config"
)

// Choice is how a member of staff wants mails, in place of the configuration.
type Choice struct {
	Notify    config.Notify `json:"notify,omitempty"`    // "" for the configured value
	AwayUntil time.Time     `json:"away_until,omitzero"` // the day of the return
}

// Choices holds the choices of staff by canonical address. Its methods are safe for concurrent
// use, and a nil *Choices holds none.
type Choices struct {
	now      func() time.Time
	changing sync.Mutex // held while a change is saved
	mu       sync.RWMutex
	by       map[string]Choice
}

// NewChoices returns choices without any entry.
func NewChoices(now func() time.Time) *Choices {
	return &Choices{now: now, by: make(map[string]Choice)}
}

// Of returns the choice of a member, without an absence that is over.
func (c *Choices) Of(address string) Choice {
	if c == nil {
		return Choice{}
	}
	c.mu.RLock()
	defer c.mu.RUnlock()
	one := c.by[address]
	if !c.now().Before(one.AwayUntil) {
		one.AwayUntil = time.Time{}
	}
	return one
}

// Read replaces the choices by saved choices.
func (c *Choices) Read(saved []byte) error {
	by := make(map[string]Choice)
	if err := json.Unmarshal(saved, &by); err != nil {
		return fmt.Errorf("reading the choices of staff: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.by = by
	return nil
}

// Set replaces the choice of a member once save has stored all choices.
func (c *Choices) Set(address string, one Choice, save func([]byte) error) error {
	c.changing.Lock()
	defer c.changing.Unlock()
	c.mu.RLock()
	by := maps.Clone(c.by)
	c.mu.RUnlock()
	if by[address] = one; one == (Choice{}) {
		delete(by, address)
	}
	saved, err := json.Marshal(by)
	if err != nil {
		return err
	}
	if err := save(saved); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.by = by
	return nil
}

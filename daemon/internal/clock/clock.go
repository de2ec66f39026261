// Package clock keeps a machine's clock in step with the time that really passes. It
// never leaps by itself, however the machine's clock is set: it says by how much that
// has leapt, and leaps too once it is told to.
package clock

import (
	"sync"
	"time"
)

// Clock tells the time of the machine's clock, unless that leaps. How much time has
// really passed says the machine's uptime, which nobody sets. A clock that departs
// from that by more than Slack was wrong, or is now. Either way nothing has become
// older for it: time goes on as it passes until whoever has moved along what waits for
// some time to pass has it Follow.
type Clock struct {
	wall   func() time.Time
	uptime func() time.Duration // since any moment, the time that the machine sleeps included

	mu    sync.Mutex
	at    time.Time     // protected by mu: the time that was told last
	then  time.Duration // protected by mu: the uptime at that time
	begun time.Time     // protected by mu: since when it has not leapt
}

// Slack is what a clock may depart by at once and still be believed: what it drifts in
// a while without a network is far less, and a wrong time zone an hour or more.
const Slack = 59 * time.Minute

// New returns a clock that goes by what wall tells and by the time that uptime counts;
// nil: the machine's.
func New(wall func() time.Time, uptime func() time.Duration) *Clock {
	if wall == nil {
		wall = time.Now
	}
	if uptime == nil {
		uptime = machineUptime()
	}
	now := wall().Round(0)
	return &Clock{wall: wall, uptime: uptime, at: now, begun: now, then: uptime()}
}

// Now returns the time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.read()
	return c.at
}

// read takes the time, and returns by how much the wall clock has leapt. It must be
// called with mu held.
func (c *Clock) read() (leap time.Duration) {
	up := c.uptime()
	steady := c.at.Add(up - c.then)
	wall := c.wall().Round(0) // without its monotonic reading, which knows of no leap
	c.at, c.then = wall, up
	if leap = wall.Sub(steady); leap.Abs() > Slack {
		c.at = steady
		return leap
	}
	return 0
}

// Leapt returns by how much the wall clock has leapt; 0 where it has not.
func (c *Clock) Leapt() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.read()
}

// Follow has the clock leap too.
func (c *Clock) Follow(leap time.Duration) {
	if leap == 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.read()
	c.at = c.at.Add(leap)
	c.begun = c.at
}

// Begun returns when the time began that is told now: at the start, or a leap.
func (c *Clock) Begun() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.begun
}

// Wall returns the time that the machine's clock tells, leaps and all.
func (c *Clock) Wall() time.Time { return c.wall() }

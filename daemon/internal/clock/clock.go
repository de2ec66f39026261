// Package clock provides a clock that does not jump when the machine's clock jumps. It reports each
// jump of the machine's clock, and follows the jump on request.
package clock

import (
	"context"
	"sync"
	"time"
)

// Clock returns the time of the machine's clock, unless the machine's clock jumps. A jump is a
// difference of more than Slack from the machine's uptime, which cannot be set. After a jump,
// Clock continues by the uptime until a call of Follow. The caller first moves everything that
// waits for a span of time to pass.
type Clock struct {
	wall   func() time.Time
	uptime func() time.Duration // since any fixed moment, including the time that the machine sleeps

	mu          sync.Mutex
	at          time.Time     // protected by mu: the latest time that Clock returned
	upAt        time.Duration // protected by mu: the uptime at that time
	steadySince time.Time     // protected by mu
}

// Slack is the largest step of the machine's clock that is no jump. Clock drift without a network
// is far smaller. A wrong time zone is an hour or more.
const Slack = 59 * time.Minute

// New returns a clock. wall returns the time and uptime counts the time since a fixed moment; nil
// selects the machine's clocks.
func New(wall func() time.Time, uptime func() time.Duration) *Clock {
	if wall == nil {
		wall = time.Now
	}
	if uptime == nil {
		uptime = machineUptime()
	}
	now := wall().Round(0)
	return &Clock{wall: wall, uptime: uptime, at: now, steadySince: now, upAt: uptime()}
}

// Now returns the time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.read()
	return c.at
}

// read updates the time and returns the jump of the machine's clock. The caller must hold mu.
func (c *Clock) read() (jump time.Duration) {
	up := c.uptime()
	steady := c.at.Add(up - c.upAt)
	wall := c.wall().Round(0) // the monotonic reading would hide a jump
	c.at, c.upAt = wall, up
	if jump = wall.Sub(steady); jump.Abs() > Slack {
		c.at = steady
		return jump
	}
	return 0
}

// Jump returns by how much the machine's clock has jumped, or 0.
func (c *Clock) Jump() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.read()
}

// Follow moves Clock by jump.
func (c *Clock) Follow(jump time.Duration) {
	if jump == 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.read()
	c.at = c.at.Add(jump)
	c.steadySince = c.at
}

// SteadySince returns the time of the last Follow or, without one, of New.
func (c *Clock) SteadySince() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.steadySince
}

// Wall returns the time of the machine's clock, including jumps.
func (c *Clock) Wall() time.Time { return c.wall() }

// Sleep waits for a pause. It returns false if ctx ends first.
func Sleep(ctx context.Context, pause time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(pause):
		return true
	}
}

package daemon

import (
	"sync"
	"time"
)

// clock is the daemon's clock: that of the machine, unless it leaps. How much time has
// really passed says the machine's uptime, which nobody sets. A clock that departs
// from that by more than slack was wrong, or is now. Either way nothing has become
// older for it: time goes on as it passes until heedLeap has moved along what waits
// for some time to pass, and the clock with it.
type clock struct {
	wall   func() time.Time
	uptime func() time.Duration // since any moment, the time that the machine sleeps included

	mu    sync.Mutex
	at    time.Time     // protected by mu: the time that was told last
	then  time.Duration // protected by mu: the uptime at that time
	begun time.Time     // protected by mu: since when it has not leapt
}

// slack is what a clock may depart by at once and still be believed: what it drifts in
// a while without a network is far less, and a wrong time zone an hour or more.
const slack = 59 * time.Minute

// newClock makes a clock of the machine's, where nothing is given.
func newClock(wall func() time.Time, uptime func() time.Duration) *clock {
	if wall == nil {
		wall = time.Now
	}
	if uptime == nil {
		uptime = machineUptime()
	}
	now := wall().Round(0)
	return &clock{wall: wall, uptime: uptime, at: now, begun: now, then: uptime()}
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.read()
	return c.at
}

// read takes the time, and returns by how much the wall clock has leapt. It must be
// called with mu held.
func (c *clock) read() (leap time.Duration) {
	up := c.uptime()
	steady := c.at.Add(up - c.then)
	wall := c.wall().Round(0) // without its monotonic reading, which knows of no leap
	c.at, c.then = wall, up
	if leap = wall.Sub(steady); leap.Abs() > slack {
		c.at = steady
		return leap
	}
	return 0
}

// leap returns by how much the wall clock has leapt; 0 where it has not.
func (c *clock) leap() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.read()
}

// follow has the clock leap too.
func (c *clock) follow(leap time.Duration) {
	if leap == 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.read()
	c.at = c.at.Add(leap)
	c.begun = c.at
}

// since returns when the time began that is told now: at the start, or a leap.
func (c *clock) since() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.begun
}

package team

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"ppamaild/agent/task"
)

const (
	maxRosterWait   = 3 * time.Second  // maximum wait for the availability of agents
	slowRoster      = time.Second      // a roster that took longer is cached
	rosterCacheTime = 30 * time.Second // lifetime of the cached roster
)

// roster is a cached roster with its time.
type roster struct {
	members []task.Agent
	at      time.Time
}

// Roster returns all agents and their availability, the analysis last. An agent without an answer
// within three seconds is unavailable. A slow roster is cached for half a minute, because
// planning needs several.
func (c *Team) Roster(ctx context.Context) []task.Agent {
	began := c.o.Now()
	if last := c.lastRoster.Load(); last != nil {
		if age := began.Sub(last.at); age >= 0 && age < rosterCacheTime {
			return slices.Clone(last.members)
		}
	}
	slow := fmt.Errorf("it did not answer within %v", maxRosterWait)
	looking, cancel := context.WithTimeoutCause(ctx, maxRosterWait, slow)
	defer cancel()
	members := make([]task.Agent, len(c.runners))
	var group sync.WaitGroup
	for i, w := range c.runners {
		group.Go(func() { members[i] = c.member(looking, w) })
	}
	group.Wait()
	if now := c.o.Now(); now.Sub(began) >= slowRoster && ctx.Err() == nil {
		c.lastRoster.Store(&roster{slices.Clone(members), now})
	}
	return members
}

func (c *Team) member(ctx context.Context, w runner) task.Agent {
	a := w.about()
	m := task.Agent{
		Name: a.Name, Kind: a.Kind, Description: a.Description, Keywords: a.Keywords,
		Source:     a.Source,
		MedianTime: c.o.Durations.Usually(a.Name), Unavailable: w.down(ctx),
	}
	if m.Unavailable == "" {
		m.Writes = w.writes(ctx)
	}
	m.Sample = m.Unavailable != "" && a.SampleFile != ""
	return m
}

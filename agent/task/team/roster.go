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
	longestLook = 3 * time.Second  // for who can be reached
	longLook    = time.Second      // one that takes longer is not taken again
	lookGoodFor = 30 * time.Second // so soon
)

var errSlow = fmt.Errorf("it did not answer within %v", longestLook)

// roster is what Roster returned, and when.
type roster struct {
	members []task.Member
	at      time.Time
}

// Roster returns every agent, the analysis last, with which of them can be reached now.
// Whoever does not answer within three seconds can't; as a plan takes several looks, one
// for which somebody was waited for is good for half a minute.
func (c *Crew) Roster(ctx context.Context) []task.Member {
	began := c.o.Now()
	if last := c.roster.Load(); last != nil {
		if age := began.Sub(last.at); age >= 0 && age < lookGoodFor {
			return slices.Clone(last.members)
		}
	}
	looking, cancel := context.WithTimeoutCause(ctx, longestLook, errSlow)
	defer cancel()
	members := make([]task.Member, len(c.workers))
	var group sync.WaitGroup
	for i, w := range c.workers {
		group.Go(func() { members[i] = c.member(looking, w) })
	}
	group.Wait()
	if now := c.o.Now(); now.Sub(began) >= longLook && ctx.Err() == nil {
		c.roster.Store(&roster{slices.Clone(members), now})
	}
	return members
}

func (c *Crew) member(ctx context.Context, w worker) task.Member {
	a := w.about()
	m := task.Member{
		Name: a.Name, Kind: a.Kind, Description: a.Description, Keywords: a.Keywords,
		Source:  a.Source,
		Usually: c.o.Paces.Usually(a.Name), Down: w.down(ctx),
	}
	if m.Down == "" {
		m.Writes = w.writes(ctx)
	}
	m.Sample = m.Down != "" && a.SampleFile != ""
	return m
}

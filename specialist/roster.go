package specialist

import (
	"context"
	"sync"
	"time"

	"ppamaild/agent/crew"
)

// longestLook is how long Roster looks for who can be reached.
const longestLook = 3 * time.Second

// Roster returns every agent, the analysis last, with which of them can be reached now.
// Whoever does not answer within three seconds can't.
func (c *Crew) Roster(ctx context.Context) []crew.Member {
	ctx, cancel := context.WithTimeout(ctx, longestLook)
	defer cancel()
	members := make([]crew.Member, len(c.workers))
	var looking sync.WaitGroup
	for i, w := range c.workers {
		looking.Go(func() { members[i] = c.member(ctx, w) })
	}
	looking.Wait()
	return members
}

func (c *Crew) member(ctx context.Context, w worker) crew.Member {
	a := w.about()
	m := crew.Member{
		Name: a.Name, Kind: a.Kind, Description: a.Description, Keywords: a.Keywords, Source: a.Source,
		Usually: c.o.Paces.Usually(a.Name), Down: w.down(ctx),
	}
	if m.Down == "" {
		m.Writes = w.writes(ctx)
	}
	m.Sample = m.Down != "" && a.SampleFile != ""
	return m
}

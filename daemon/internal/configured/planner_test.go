package configured

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ppamaild/agent/llm"
	"ppamaild/config"
	"ppamaild/daemon/fair"
)

// slow is a model that takes a second.
type slow struct{}

func (slow) Ask(context.Context, llm.Request) (llm.Answer, error) {
	time.Sleep(time.Second)
	return llm.Answer{}, nil
}

// The 500 calls of one tenant delay the call of another tenant by at most one call. All tenants
// together make as many calls at a time as the configuration allows.
func TestTenantsCallTheModelInTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const calls, places = 500, 4
		var all fair.Resources
		model := waitingModel{
			slow{}, config.Planner{BaseURL: "http://model.test", Concurrency: places},
			slog.New(slog.DiscardHandler),
		}
		ask := func(ctx context.Context) {
			if _, err := model.Ask(ctx, llm.Request{}); err != nil {
				t.Error(err)
			}
		}
		flood, lone := all.NewTenant().In(t.Context()), all.NewTenant().In(t.Context())
		var asking sync.WaitGroup
		for range calls {
			asking.Go(func() { ask(flood) })
		}
		time.Sleep(10500 * time.Millisecond)
		began := time.Now()
		ask(lone)
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("the lone call took %v", took)
		}
		asking.Wait()
		if took := time.Since(began); took < (calls/places-11)*time.Second {
			t.Errorf("the flood ended after %v: it had more than %d places", took, places)
		}
	})
}

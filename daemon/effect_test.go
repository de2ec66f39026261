package daemon

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"ppamaild/agent"
	"ppamaild/agent/planner"
	"ppamaild/carrier"
	"ppamaild/daemon/queue"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// outside is a carrier in another process, with a record of its calls.
type outside struct {
	*carrier.Reference
	calls map[string][]bool // whether each was known to be made again, by key
	down  bool
}

func (o *outside) Local() bool { return false }

func (o *outside) Call(ctx context.Context, key carrier.Key, s carrier.Session, call carrier.Call) (carrier.Session, carrier.Result, error) {
	o.calls[key.ID] = append(o.calls[key.ID], key.Again)
	if o.down {
		return s, nil, errors.New("the line is dead")
	}
	return o.Reference.Call(ctx, key, s, call)
}

// paid is a planner with a cost for every answer.
type paid struct{ planner.Rules }

func (p paid) Next(ctx context.Context, s *agent.State) (agent.Action, error) {
	action, err := p.Rules.Next(ctx, s)
	action.Usage.Requests = 1
	return action, err
}

// dying is a store that crashes after a number of commits.
type dying struct {
	store.Store
	left int
}

var errDied = errors.New("it died")

func (s *dying) Update(ctx context.Context, fn func(store.Tx) error) error {
	if s.left--; s.left < 0 {
		return errDied
	}
	return s.Store.Update(ctx, fn)
}

// failing is a store with some failing commits.
type failing struct {
	store.Store
	fails func() bool
}

func (s failing) Update(ctx context.Context, fn func(store.Tx) error) error {
	if s.fails() {
		return errDied
	}
	return s.Store.Update(ctx, fn)
}

const allAtOnce = `I'm Alice Moreno, born 03/04/1985, licensed for 22 years, clean record.
I'd like a quote for my 2019 Honda Civic, which I drive to work (8 miles
one way), about 9,000 miles a year.
It is kept at 1420 SE Taylor St, Portland, OR 97214.
`

// asks has a customer ask for a quote, and returns the thread, which has yet to run.
func (o *offline) asks(n int) (thread string) {
	o.Helper()
	o.arrives(strings.ReplaceAll(fmt.Sprintf("From: Alice <alice+%d@customer.test>\nTo: quotes@agency.test\nMessage-ID: <%[1]d@customer.test>\nSubject: Quote %[1]d\n\n%s", n, allAtOnce), "\n", "\r\n"))
	o.must(o.Store.View(o.Context(), func(tx store.Tx) error {
		in, err := tx.Inbound(uint64(o.uids))
		thread = in.Thread
		return err
	}))
	return thread
}

// ledger returns the effects of a thread by status.
func (o *offline) ledger(thread string) map[store.EffectStatus][]store.Effect {
	o.Helper()
	all := make(map[store.EffectStatus][]store.Effect)
	o.must(o.Store.View(o.Context(), func(tx store.Tx) (err error) {
		for _, status := range store.EffectStatuses() {
			err = errors.Join(err, tx.EffectsByStatus(status, func(e store.Effect) bool {
				if e.Thread == thread {
					all[status] = append(all[status], e)
				}
				return true
			}))
		}
		return err
	}))
	return all
}

// After a crash at any point, the ledger knows the progress. The resumed run repeats only the
// call with an unknown outcome.
func TestAgentCase2DyingBeforeEachCommit(t *testing.T) {
	t.Parallel()
	api := &outside{Reference: carrier.NewReference(), calls: make(map[string][]bool)}
	o := newOffline(t, func(p *Options) { p.Carrier, p.Planner = api, paid{} })
	seen := make(map[store.EffectStatus]int)
	for commits := 0; ; commits++ {
		thread := o.asks(commits)
		clear(api.calls)
		kept := o.Store
		o.Store = &dying{kept, commits}
		died := o.runner.RunThread(t.Context(), thread)
		o.Store = kept
		open := o.ledger(thread)
		if len(open[store.EffectIntended])+len(open[store.EffectAttempted]) > 1 {
			t.Errorf("after %d commits %d calls are under way", commits, len(open))
		}
		for status, effects := range open {
			seen[status] += len(effects)
		}
		o.must(o.runner.RunThread(t.Context(), thread))
		calls := slices.Collect(maps.Values(api.calls))
		again := slices.DeleteFunc(slices.Clone(calls), func(c []bool) bool { return len(c) == 1 && !c[0] })
		switch attempted := open[store.EffectAttempted]; {
		case len(attempted) == 0 && len(again) == 0:
		case len(attempted) == 1 && len(again) == 1 && again[0][len(again[0])-1]: // a repeated call
		default:
			t.Errorf("after %d commits, with %d calls attempted, these were made again: %v", commits, len(attempted), again)
		}
		settled := o.ledger(thread)
		if len(settled) != 1 || len(settled[store.EffectConfirmed]) != len(calls) {
			t.Errorf("after %d commits %d calls were made, and the ledger holds %v", commits, len(calls), settled)
		}
		for _, e := range settled[store.EffectConfirmed] {
			if len(e.Digest) != 64 || !strings.HasSuffix(e.Key, e.Digest[:16]) {
				t.Errorf("the key %s is not that of the digest %s", e.Key, e.Digest)
			}
		}
		if died == nil {
			break
		}
		if !errors.Is(died, errDied) {
			t.Fatal(died)
		}
	}
	if seen[store.EffectIntended] == 0 || seen[store.EffectAttempted] == 0 || seen[store.EffectUnknown] != 0 {
		t.Errorf("seen: %v", seen)
	}
}

// A call with an unknown outcome goes to staff.
func TestAgentCase2ACallWithoutAnAnswerGoesToStaff(t *testing.T) {
	api := &outside{Reference: carrier.NewReference(), calls: make(map[string][]bool), down: true}
	o := newOffline(t, func(p *Options) { p.Carrier = api })
	thread := o.asks(1)
	o.must(o.runner.RunThread(t.Context(), thread))
	if l := o.ledger(thread); len(l) != 1 || len(l[store.EffectUnknown]) != 1 || !strings.Contains(l[store.EffectUnknown][0].Error, "the line is dead") {
		t.Errorf("the ledger holds %v", l)
	}
	if got := o.outbox(play.Lee); len(got) != 1 || !strings.Contains(got[0], "Over to you") {
		t.Errorf("Lee got %q", got)
	}
}

func TestAgentCase2ACallThatIsGivenUpIsUnknown(t *testing.T) {
	api := &outside{Reference: carrier.NewReference(), calls: make(map[string][]bool)}
	o := newOffline(t, func(p *Options) { p.Carrier = api })
	thread, kept := o.asks(1), o.Store
	died := 0
	o.Store = failing{kept, func() bool { died++; return died > 1 && died <= 1+queue.MaxAttempts }} // behind the attempt
	for attempt := range queue.MaxAttempts {
		if err := o.runner.RunThread(t.Context(), thread); attempt+1 < queue.MaxAttempts && !errors.Is(err, errDied) {
			t.Fatalf("attempt %d: %v", attempt+1, err)
		}
	}
	o.Store = kept
	if l := o.ledger(thread); len(l) != 1 || len(l[store.EffectUnknown]) != 1 || !strings.Contains(l[store.EffectUnknown][0].Error, errDied.Error()) {
		t.Errorf("the ledger holds %v", l)
	}
}

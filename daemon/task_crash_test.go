package daemon

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"ppamaild/agent"
	"ppamaild/agent/crew"
	"ppamaild/config"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

var errKilled = errors.New("killed")

// mortal is a store whose program dies at one of its commits: before or after it.
type mortal struct {
	store.Store
	left  int // commits until then
	after bool
}

func (m *mortal) Update(ctx context.Context, fn func(store.Tx) error) error {
	m.left--
	if m.left < 0 || m.left == 0 && !m.after {
		return errKilled
	}
	err := m.Store.Update(ctx, fn)
	if m.left == 0 && err == nil {
		return errKilled
	}
	return err
}

// countingCrew counts what it is asked to do.
type countingCrew struct {
	quickCrew
	runs map[string]int
}

func (c countingCrew) Run(ctx context.Context, a crew.Assignment) crew.Result {
	c.runs[a.Step.Agent]++
	r := c.quickCrew.Run(ctx, a)
	r.Summary = fmt.Sprintf("something, heeding %q", a.Feedback)
	return r
}

// A task comes to the same end wherever the program dies once, with no agent run more
// than once more, and no review asked twice.
func TestTaskSurvivesADeathAtEveryCommit(t *testing.T) {
	whole := aTask(t, 0, false)
	deaths := 0
	for n := 1; ; n++ {
		died := 0
		for _, after := range []bool{false, true} {
			got := aTask(t, n, after)
			if got.died {
				died++
			}
			if got.end != whole.end || got.reviews != whole.reviews {
				t.Errorf("it died at commit %d (after it: %t) and came to %d reviews and\n%s\nnot %d and\n%s", n, after, got.reviews, got.end, whole.reviews, whole.end)
			}
			for name, runs := range got.runs {
				if runs > whole.runs[name]+1 {
					t.Errorf("it died at commit %d (after it: %t), and %s ran %d times", n, after, name, runs)
				}
			}
		}
		deaths += died
		if died == 0 {
			break
		}
	}
	t.Logf("%d deaths", deaths)
	if deaths < 20 {
		t.Errorf("only %d deaths", deaths)
	}
}

type ending struct {
	died    bool
	end     string
	reviews int
	runs    map[string]int
}

// aTask plays a task with a revision on a daemon that dies at the n-th commit, and is
// started again.
func aTask(t *testing.T, n int, after bool) (e ending) {
	counting := countingCrew{runs: map[string]int{}}
	o := newOffline(t, func(options *Options) {
		options.Crew = counting
		options.Config.Agents = []config.Agent{{Name: "crm", Kind: config.AgentMCP}}
	})
	doomed := &mortal{Store: o.store, left: n, after: after}
	if n > 0 {
		o.store = doomed
	}
	answers := []string{"ACCEPT", "REVISE crm: more", "ACCEPT"}
	mail := func(number int, text string) string {
		return fmt.Sprintf("From: Lee Tran <%s>\r\nTo: %s\r\nSubject: The Hendersons\r\nMessage-ID: <%d@agency.test>\r\nDate: Fri, 20 Nov 2026 07:00:00 -0800\r\n\r\n%s\r\n",
			play.Lee, o.cfg.Mailbox.Agency.Address, number, text)
	}
	survives := func(what func() error) {
		t.Helper()
		err := what()
		if errors.Is(err, errKilled) {
			e.died = true
			o.store = doomed.Store
			o.failures = newCounts()
			err = what()
		}
		o.must(err)
	}
	survives(func() error { return o.takes(0, mail(0, "What do we know about the Hendersons?")) })
	for i, answer := range answers {
		survives(func() error {
			return o.takes(i+1, mail(i+1, answer+"\r\n\r\nRef: "+o.refs.Mint(o.onlyTask().Thread, i+1, play.Lee)))
		})
	}
	head := o.onlyTask()
	state, err := agent.DecodeState(head.State)
	o.must(err)
	end := []string{string(head.Status), fmt.Sprint(state.Task.Round)}
	for _, r := range state.Task.Results {
		end = append(end, r.Agent+": "+r.Summary)
	}
	for _, i := range state.Task.Context.Iterations {
		end = append(end, i.Stage+" "+i.Agent+" "+i.Feedback)
	}
	e.end, e.reviews, e.runs = strings.Join(end, "\n"), head.Reviews, counting.runs
	return e
}

// takes accepts a message under a UID of its own, routes it and runs what has work.
func (o *offline) takes(uid int, raw string) error {
	ctx := o.Context()
	err := o.store.Update(ctx, func(tx store.Tx) error {
		in := store.Inbound{Mailbox: "INBOX", UIDValidity: 1, UID: uint32(uid + 1), Size: int64(len(raw)), InternalDate: o.at}
		_, err := tx.Accept(in, []byte(raw), store.Cursor{Mailbox: "INBOX", UIDValidity: 1, LastUID: uint32(uid + 1)})
		return err
	})
	if err == nil {
		err = o.routePending(ctx)
	}
	if err != nil {
		return err
	}
	var threads []string
	err = o.store.View(ctx, func(tx store.Tx) (err error) { threads, err = tx.Queued(); return err })
	for _, thread := range threads {
		err = errors.Join(err, o.runThread(ctx, thread))
	}
	return err
}

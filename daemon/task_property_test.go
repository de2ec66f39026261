package daemon

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ppamaild/agent/task"
	"ppamaild/config"
	"ppamaild/daemon/queue"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// quickCrew returns a result immediately.
type quickCrew struct{}

func (quickCrew) Roster(context.Context) []task.Agent {
	return []task.Agent{{Name: "crm", Kind: task.KindMCP}, {Name: task.Analysis, Kind: task.KindAnalysis}}
}

func (quickCrew) Run(_ context.Context, a task.Assignment) task.Result {
	return task.Result{Agent: a.Step.Agent, Status: task.Found, Summary: "something", Meta: task.Meta{At: a.At}}
}

func (quickCrew) Preview(context.Context, task.Assignment) []string { return nil }

func (quickCrew) Write(context.Context, task.Write, string, bool) (json.RawMessage, error) {
	return nil, nil
}

// An answer that is not exactly a decision changes nothing, at the plan and at the results, and
// the author gets a notice.
func TestPropertyUnclearAnswers(t *testing.T) {
	t.Parallel()
	o := newOffline(t, func(options *Options) {
		options.Crew = quickCrew{}
		options.Config.Agents = []config.Agent{{Name: "crm", Kind: config.AgentMCP}}
		options.Config.Limits.MessagesPerHour = 1 << 20
	})
	sent := 0
	mail := func(subject, text string) {
		sent++
		o.arrives(fmt.Sprintf("From: Lee Tran <%s>\r\nTo: %s\r\nSubject: %s\r\nMessage-ID: <%d@agency.test>\r\nDate: Fri, 20 Nov 2026 07:00:00 -0800\r\n\r\n%s\r\n",
			play.Lee, o.Config.Mailbox.Agency.Address, subject, sent, strings.ReplaceAll(text, "\n", "\r\n")))
		o.passes(o.at)
	}
	mail("The Hendersons", "What do we know about the Hendersons?")
	head := o.onlyTask()
	words := []string{"ACCEPT", "REJECT", "but", "not yet", "ORDER", "crm", "SKIP nobody", "maybe", "yes", "ok", "looks good", "REVISE", "EXPORT please", "?", "go ahead"}
	for number, right := range []string{"ACCEPT", "REVISE crm: more"} {
		reference := "\n\nRef: " + o.References.Mint(head.Thread, number+1, play.Lee)
		rapid.Check(t, func(rt *rapid.T) {
			first := rapid.SampledFrom([]string{"I think we should", "Hm,", "Dear assistant,", "yes", "ok", "Accept?", "ACCEPT it"}).Draw(rt, "first")
			rest := rapid.SliceOfN(rapid.SampledFrom(words), 1, 5).Draw(rt, "rest")
			before, told := o.onlyTask(), len(o.outbox(play.Lee))
			mail("Re: it", first+" "+strings.Join(rest, " ")+reference)
			after := o.onlyTask()
			if string(after.State) != string(before.State) {
				rt.Fatalf("%q moved the task from %s to %s", first+" "+strings.Join(rest, " "), before.Status, after.Status)
			}
			if subjects := o.outbox(play.Lee); len(subjects) != told+1 || !strings.Contains(subjects[told], "Not clear") {
				rt.Fatalf("nobody was told: %q", subjects[told:])
			}
		})
		mail("Re: it", right+reference)
		if after := o.onlyTask(); after.Reviews != number+2 {
			t.Fatalf("%q decided nothing; it is %s", right, after.Status)
		}
	}
}

// onlyTask returns the only task.
func (o *offline) onlyTask() (head store.Head) {
	o.Helper()
	o.must(o.Store.View(o.Context(), func(tx store.Tx) error {
		return tx.Heads(func(h store.Head) bool {
			if queue.IsTask(h) {
				head = h
			}
			return true
		})
	}))
	if head.Thread == "" {
		o.Fatalf("there is no task; Lee gets %q", o.outbox(play.Lee))
	}
	return head
}

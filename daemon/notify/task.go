package notify

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/task"
	"ppamaild/daemon/queue"
	"ppamaild/store"
	"ppamaild/templates"
)

// taskTitle names the decision about a task in the subject.
func (v *View) taskTitle(p agent.Proposal) string {
	about := cmp.Or(v.Head.Subject, v.State.Goal)
	switch p.Stage {
	case agent.StagePlan:
		return v.Say("notify.title_plan", about)
	case agent.StageFinalResults:
		return v.Say("notify.title_results", about)
	case agent.StageSpecialist:
		return v.Say("notify.title_result", about)
	case agent.StageAgentFailed:
		return v.Say("notify.title_agent_failed", about)
	}
	return v.Say("notify.title_tool_call", about)
}

func (w *Writer) taskSentence(p agent.Proposal) string {
	switch p.Stage {
	case agent.StagePlan:
		return w.Say("notify.accept_plan")
	case agent.StageAgentFailed:
		return w.Say("notify.agent_failed")
	case agent.StageToolCall:
		return w.Say("notify.accept_tool_call")
	}
	return w.Say("notify.accept_results")
}

// taskConfirm asks the named sender to confirm a task.
func (w *Writer) taskConfirm(
	e queue.RoutingEvent,
) (facts []templates.Item, words []templates.Word) {
	facts = []templates.Item{
		w.item("notify.from", e.From),
		w.item("notify.subject", e.Task.Task.Subject),
		w.item("notify.why_asked", strings.Join(e.Why, "; ")),
	}
	words = []templates.Word{
		w.effect("NEW", "notify.confirm_task"),
		w.effect("IGNORE", "notify.ignore_task"),
	}
	return facts, words
}

// isOfTask reports whether a step is one of the workflow task.
func isOfTask(s agent.Stage) bool {
	switch s {
	case agent.StagePlan, agent.StageSpecialist, agent.StageToolCall,
		agent.StageFinalResults, agent.StageAgentFailed:
		return true
	}
	return false
}

// withoutBareHandBack shows that HAND BACK needs values after the customer accepted the quote.
func (v *View) withoutBareHandBack(list []templates.Word) []templates.Word {
	for i, w := range list {
		if w.Word == "HAND BACK" && v.State.AgentScratchpad.IsDone() {
			list[i] = v.effect("HAND BACK: name: value", "effect.hand_back_values")
		}
	}
	return list
}

// WordsFor lists the possible answers to a review, with names of agents.
func (v *View) WordsFor(rv store.Review) []templates.Word {
	list := v.Words(rv)
	t := v.State.Task
	if t == nil {
		return v.withoutBareHandBack(list)
	}
	p, err := v.Proposal(rv)
	if err != nil {
		return list
	}
	names := namesFor(p, t)
	single := len(names) == 1 || len(names) == 2 && names[1] == task.Analysis
	if p.Stage == agent.StagePlan && single { // a single agent has no order
		list = slices.DeleteFunc(list, func(w templates.Word) bool {
			return strings.HasPrefix(w.Word, "ORDER:") || strings.HasPrefix(w.Word, "SKIP:")
		})
	}
	for i, w := range list {
		switch word, _, _ := strings.Cut(w.Word, " "); {
		case len(names) == 0:
		case strings.HasPrefix(w.Word, "ORDER:"):
			list[i].Word = "ORDER: " + strings.Join(names, ", ")
		case strings.HasPrefix(w.Word, "SKIP:"):
			list[i].Word = "SKIP: " + names[0]
		case word == "REVISE":
			list[i].Word = "REVISE " + names[0] + ": text"
		case word == "RETRY":
			list[i].Word = "RETRY " + names[0]
		}
	}
	return list
}

// namesFor lists the agents of a review.
func namesFor(p agent.Proposal, t *task.Task) []string {
	var plan task.Plan
	var failed task.AgentFailedArgs
	switch {
	case p.Stage == agent.StagePlan && json.Unmarshal(p.Data, &plan) == nil:
		return plan.Agents()
	case p.Stage == agent.StageAgentFailed && json.Unmarshal(p.Data, &failed) == nil:
		return []string{failed.Agent}
	case t.Plan != nil:
		return t.Plan.Agents()
	}
	return nil
}

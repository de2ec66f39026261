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
		return "Plan: " + about
	case agent.StageFinalResults:
		return "Results: " + about
	case agent.StageSpecialist:
		return "Result: " + about
	case agent.StageAgentFailed:
		return "An agent failed: " + about
	}
	return "Call of a tool: " + about
}

func taskSentence(p agent.Proposal) string {
	switch p.Stage {
	case agent.StagePlan:
		return "If you accept, the agents below do their work in this order."
	case agent.StageAgentFailed:
		return "The task waits for your word: RETRY has the agent run again, CONTINUE goes on without its result, which is then marked as missing."
	case agent.StageToolCall:
		return "If you accept, this call is made exactly as it stands; it changes something at that service."
	}
	return "If you accept, the task is completed with what stands below."
}

// taskConfirm asks the named sender to confirm a task.
func taskConfirm(e queue.RoutingEvent) (facts []templates.Item, words []templates.Word) {
	t := e.Task.Task
	facts = []templates.Item{{Label: "From", Value: e.From}, {Label: "Subject", Value: t.Subject}, {Label: "Why you are asked", Value: strings.Join(e.Why, "; ")}}
	return facts, []templates.Word{{Word: "NEW", Effect: "it is yours: the task begins"}, {Word: "IGNORE", Effect: "nothing is done with it"}}
}

// isOfTask reports whether a step is one of the workflow task.
func isOfTask(s agent.Stage) bool {
	switch s {
	case agent.StagePlan, agent.StageSpecialist, agent.StageToolCall, agent.StageFinalResults, agent.StageAgentFailed:
		return true
	}
	return false
}

// WordsFor lists the possible answers to a review, with names of agents.
func (v *View) WordsFor(rv store.Review) []templates.Word {
	list := Words(rv)
	t := v.State.Task
	if t == nil {
		return list
	}
	p, err := v.Proposal(rv)
	if err != nil {
		return list
	}
	names := namesFor(p, t)
	if p.Stage == agent.StagePlan && (len(names) == 1 || len(names) == 2 && names[1] == task.Analysis) {
		ofSeveral := func(w templates.Word) bool {
			return strings.HasPrefix(w.Word, "ORDER:") || strings.HasPrefix(w.Word, "SKIP:")
		}
		list = slices.DeleteFunc(list, ofSeveral) // a single agent has no order
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

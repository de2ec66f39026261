package report

import (
	"cmp"
	"slices"

	"ppamaild/agent"
	"ppamaild/agent/task"
	"ppamaild/store"
	"ppamaild/templates"
)

// The places of a workflow that are not steps.
const (
	placeCustomer = "customer_writes"
	placeReview   = "agency_review"
	placeReply    = "customer_reply"
	placeTask     = "task"
	placeAgents   = "agents"
)

// places are the places of the workflow quote, in the order of a successful thread.
var places = []string{
	placeCustomer, string(agent.StageInfoAnalysis), string(agent.StageDiscountCheck), string(agent.StageCarrierCall),
	string(agent.StageInfoRequest), string(agent.StageQuote), string(agent.StageFinalResponse), placeReview, placeReply,
}

// taskPlaces are the places of the workflow task.
var taskPlaces = []string{
	placeTask, string(agent.StagePlan), placeAgents, string(agent.StageToolCall), string(agent.StageFinalResults), placeReview,
}

// path returns the steps of a thread from place to place, in order.
func path(list []Checkpoint, tools []agent.Tool) (legs []templates.Leg) {
	stages := make(map[string]string, len(tools))
	for _, t := range tools {
		stages[t.Name] = string(t.Stage)
	}
	stages[task.ToolRunAgent] = placeAgents
	here, why, before := "", "", store.ThreadStatus("")
	to := func(place string, c Checkpoint) {
		if place == "" {
			return
		}
		if here != "" {
			legs = append(legs, templates.Leg{From: here, To: place, Entry: c.Entry, Why: why})
		}
		here, why = place, ""
	}
	for _, c := range list {
		why = cmp.Or(verdict(c), why)
		switch c.Kind {
		case agent.KindMessage:
			to(placeCustomer, c)
		case agent.KindTask:
			to(placeTask, c)
		case agent.KindPlanned:
			to(stages[c.Actor], c)
		}
		if c.Status != before || c.Kind == string(agent.Edit) {
			to(pausedAt(c.Status), c)
		}
		before = c.Status
	}
	return legs
}

// pausedAt returns the place of a status, or "" for a running thread.
func pausedAt(s store.ThreadStatus) string {
	switch s {
	case store.ThreadRunning:
		return ""
	case store.ThreadAwaitingReview:
		return placeReview
	case store.ThreadAwaitingCustomer:
		return placeReply
	}
	return string(s)
}

// verdict returns the decision of a checkpoint, or "".
func verdict(c Checkpoint) string {
	switch c.Kind {
	case string(agent.Accept), string(agent.Reject), string(agent.Edit), string(agent.Cancel), string(agent.Retry), string(agent.Continue), agent.KindTakeOver, agent.KindHandBack:
		return words(c.Kind) + " by " + c.Actor
	}
	return ""
}

// visited returns the places to draw: the places of the workflow, and other places on the path.
func visited(legs []templates.Leg) []string {
	all := slices.Clone(places)
	if len(legs) > 0 && legs[0].From == placeTask {
		all = slices.Clone(taskPlaces)
	}
	for _, l := range legs {
		for _, place := range []string{l.From, l.To} {
			if !slices.Contains(all, place) {
				all = append(all, place)
			}
		}
	}
	return all
}

// Package replay computes the states and the HTML page of a thread from an export, with the
// daemon's configuration. Replay uses no store and runs no tools, so that no request goes to a
// carrier or model.
package replay

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"ppamaild/agent"
	"ppamaild/agent/task"
	"ppamaild/agent/task/tasktools"
	"ppamaild/carrier"
	"ppamaild/config"
	"ppamaild/daemon/internal/configured"
	"ppamaild/report"
	"ppamaild/store"
	"ppamaild/templates"
	"ppamaild/threadresolver"
)

// States computes the states of a thread from its journal; see report.Replay.
func States(cfg *config.Config, t report.Thread) ([]report.Checkpoint, error) {
	set, err := templates.New(cfg.Templates.Dir)
	if err != nil {
		return nil, err
	}
	tools, err := toolsOf(cfg, set, t.Head.Workflow)
	if err != nil {
		return nil, err
	}
	return report.Replay(t, tools)
}

// Page returns the HTML page of a thread.
func Page(cfg *config.Config, t report.Thread) (string, error) {
	set, err := templates.New(cfg.Templates.Dir)
	if err != nil {
		return "", err
	}
	tools, err := toolsOf(cfg, set, t.Head.Workflow)
	if err != nil {
		return "", err
	}
	return report.Page(set, t, report.Options{Tools: tools, Agency: cfg.Agency.Name, Location: cfg.Agency.Location, Detail: report.Whole})
}

// toolsOf returns the tools of a workflow.
func toolsOf(cfg *config.Config, set *templates.Set, workflow string) (tools []agent.Tool, err error) {
	if workflow == store.WorkflowTask || workflow == store.WorkflowTest {
		tools, err = tasktools.Toolbox{Team: noTeam{}, Words: set.Phrases("en")}.Tools()
	} else {
		box := configured.Toolbox(cfg, set, threadresolver.Minter{}.ThreadRef)
		box.Carrier = carrier.NewReference()
		tools, err = box.Tools()
	}
	if err != nil {
		return nil, fmt.Errorf("making the tools: %w", err)
	}
	return tools, nil
}

// noTeam is a team without agents.
type noTeam struct{}

func (noTeam) Roster(context.Context) []task.Agent { return nil }

func (noTeam) Preview(context.Context, task.Assignment) []string { return nil }

func (noTeam) Run(_ context.Context, a task.Assignment) task.Result {
	return task.Result{Agent: a.Step.Agent, Status: task.Failed, Error: "no agent is at work here"}
}

func (noTeam) Write(context.Context, task.Write, string, bool) (json.RawMessage, error) {
	return nil, errors.New("no agent is at work here")
}

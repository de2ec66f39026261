package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"ppamaild/agent/crew"
	"ppamaild/agent/planner"
	"ppamaild/carrier"
	"ppamaild/config"
	"ppamaild/report"
	"ppamaild/templates"
)

// Replay makes the states of a thread anew, as a daemon of this configuration does
// when it goes through the thread's journal. See report.Replay.
func Replay(cfg *config.Config, t report.Thread) ([]report.Checkpoint, error) {
	d, err := replayer(cfg)
	if err != nil {
		return nil, err
	}
	return report.Replay(t, d.workflow(t.Head.Workflow).tools)
}

// replayer is as much of a daemon as knows the configured tools and templates. It
// has no store, and runs no tool: no carrier is called, and no model is asked.
func replayer(cfg *config.Config) (*Daemon, error) {
	d := &Daemon{cfg: cfg, location: cfg.Agency.Location, quote: workflow{planner: planner.Rules{}}, task: workflow{planner: planner.TaskRules{}}}
	var err error
	if d.templates, err = templates.New(cfg.Templates.Dir); err != nil {
		return nil, err
	}
	if err := d.makeAgent(Options{Carrier: carrier.NewReference(), Crew: nobody{}}); err != nil {
		return nil, fmt.Errorf("making the tools: %w", err)
	}
	return d, nil
}

// Report makes the page of a thread, as HTML.
func Report(cfg *config.Config, t report.Thread) (string, error) {
	d, err := replayer(cfg)
	if err != nil {
		return "", err
	}
	return d.report(t, report.Whole)
}

// report makes the page of a thread.
func (d *Daemon) report(t report.Thread, detail report.Detail) (string, error) {
	view, err := report.View(t, report.Options{Tools: d.workflow(t.Head.Workflow).tools, Agency: d.cfg.Agency.Name, Location: d.location, Detail: detail})
	if err != nil {
		return "", fmt.Errorf("making the report: %w", err)
	}
	return d.templates.Report(view)
}

// nobody is the crew of a daemon that has no task done.
type nobody struct{}

func (nobody) Roster(context.Context) []crew.Member { return nil }

func (nobody) Run(_ context.Context, a crew.Assignment) crew.Result {
	return crew.Result{Agent: a.Step.Agent, Status: crew.Failed, Error: "no agent is at work here"}
}

func (nobody) Write(context.Context, crew.Write, string, bool) (json.RawMessage, error) {
	return nil, errors.New("no agent is at work here")
}

package daemon

import (
	"fmt"

	"ppamaild/agent"
	"ppamaild/agent/planner"
	"ppamaild/carrier"
	"ppamaild/config"
	"ppamaild/report"
	"ppamaild/templates"
)

// Replay makes the states of a thread anew, as a daemon of this configuration does
// when it goes through the thread's journal. See report.Replay.
func Replay(cfg *config.Config, t report.Thread) ([]report.Checkpoint, error) {
	tools, err := replayTools(cfg)
	if err != nil {
		return nil, err
	}
	return report.Replay(t, tools)
}

// replayTools are the configured tools, of which a replay runs none: no carrier is
// called, and no model is asked.
func replayTools(cfg *config.Config) ([]agent.Tool, error) {
	d := &Daemon{cfg: cfg, location: cfg.Agency.Location, planner: planner.Rules{}}
	var err error
	if d.templates, err = templates.New(cfg.Templates.Dir); err != nil {
		return nil, err
	}
	if err := d.makeAgent(Options{Carrier: carrier.NewReference()}); err != nil {
		return nil, fmt.Errorf("making the tools: %w", err)
	}
	return d.tools, nil
}

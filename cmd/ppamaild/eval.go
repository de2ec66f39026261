package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"time"

	"ppamaild/config"
	"ppamaild/daemon"
	"ppamaild/eval"
	"ppamaild/inspect"
)

type evalCommand struct {
	Dir     string `arg:"" name:"dir" help:"Folder of labeled mails: NAME.eml with NAME.json, including subfolders."`
	Planner string `enum:"rules,llm" default:"rules" help:"Planner to score: rules or llm."`
	Against string `enum:",rules,llm" default:"" placeholder:"PLANNER" help:"Second planner, for comparison."`
	Config  string `placeholder:"FILE" help:"Configuration with the agency's time zone, states and model."`
	Worst   uint   `default:"10" help:"Number of misread mails to show; 0 shows only totals."`
	JSON    bool   `help:"Print one line of JSON per planner."`
}

// Run scores the planners. Run prints the scores of all readable mails, then fails if a mail
// has no score.
func (c evalCommand) Run(env *environment) error {
	env.endAnywhere()
	names := []string{c.Planner}
	if c.Against != "" {
		names = append(names, c.Against)
	}
	planners, err := c.planners(env, names)
	if err != nil {
		return err
	}
	cases, failed := eval.Load(c.Dir)
	var scores []eval.Scored
	var took []time.Duration
	for i, p := range planners {
		start := time.Now()
		ctx, done := env.metered()
		score, err := eval.Run(ctx, p, cases)
		done()
		took = append(took, time.Since(start))
		failed = errors.Join(failed, err)
		scores = append(scores, eval.Scored{Planner: names[i], Score: score})
	}
	if len(cases) > 0 {
		if err := c.print(env, scores, took, sizeOf(cases)); err != nil {
			return err
		}
	}
	return failed
}

// planners returns the planners with these names. The configuration is optional for planner
// rules.
func (c evalCommand) planners(env *environment, names []string) (planners []eval.Planner, err error) {
	cfg, options := new(config.Config), inspect.Options{}
	if c.Config != "" {
		read := withConfig{Config: c.Config}.offline
		if slices.Contains(names, string(config.PlannerLLM)) {
			read = withConfig{Config: c.Config}.load
		}
		if cfg, err = read(env.stderr); err != nil {
			return nil, err
		}
		options.Location, options.Licensed = cfg.Agency.Location, cfg.Agency.LicensedStates
	}
	for _, name := range names {
		switch {
		case name == "rules":
			planners = append(planners, eval.Rules{Options: options})
		case cfg.Planner.Kind != config.PlannerLLM:
			return nil, fmt.Errorf("%w: planner llm: no model is configured; --config names a file with planner.kind %q", errConfig, config.PlannerLLM)
		default:
			reader, err := daemon.NewReader(cfg, slog.New(slog.NewTextHandler(env.stderr, &slog.HandlerOptions{Level: slog.LevelWarn})))
			if err != nil {
				return nil, err
			}
			planners = append(planners, byModel{reader})
		}
	}
	return planners, nil
}

// byModel lets eval score the planner llm.
type byModel struct{ reader *daemon.Reader }

// Read implements eval.Planner.
func (m byModel) Read(ctx context.Context, file string) (eval.Reading, error) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return eval.Reading{}, err
	}
	read, err := m.reader.Read(ctx, raw)
	return eval.Reading(read), err
}

// sizeOf returns the bytes of the mails that can be read.
func sizeOf(cases []eval.Case) (size int64) {
	for _, c := range cases {
		if file, err := os.Stat(c.Mail); err == nil {
			size += file.Size()
		}
	}
	return size
}

func (c evalCommand) print(
	env *environment, scores []eval.Scored, took []time.Duration, size int64,
) error {
	if c.JSON {
		encoder := json.NewEncoder(env.stdout)
		encoder.SetEscapeHTML(false)
		for _, s := range scores {
			s.Misread = s.Misread[:min(int(c.Worst), len(s.Misread))]
			if err := encoder.Encode(s); err != nil {
				return err
			}
		}
		return nil
	}
	if err := eval.WriteTable(env.stdout, scores); err != nil {
		return err
	}
	for i, s := range scores {
		ms := float64(took[i].Microseconds()) / 1000 / (float64(size) / 1024)
		if _, err := fmt.Fprintf(env.stdout, "reader of %d lines, %.2f ms per KB, %d wrong, %d missing.\n",
			inspect.ReaderLines, ms, s.Total.Wrong, s.Total.Lacking); err != nil {
			return err
		}
	}
	for _, s := range scores {
		if err := eval.WriteWorst(env.stdout, s, int(c.Worst)); err != nil {
			return err
		}
	}
	return nil
}

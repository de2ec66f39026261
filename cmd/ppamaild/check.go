package main

import (
	"context"
	"fmt"
	"iter"

	"ppamaild/config"
	"ppamaild/daemon"
	"ppamaild/daemon/check"
)

type checkCommand struct{ withConfig }

// Run checks the configuration, then each server in the configuration, and prints one line per
// check.
func (c checkCommand) Run(env *environment) error {
	cfg, err := c.load(env.stderr)
	if err != nil {
		return err
	}
	fmt.Fprintf(env.stdout, "ok    configuration: %s\n", c.Config)
	failed := false
	for result := range check.Configuration(env, cfg) {
		mark := "ok  "
		switch {
		case result.Err != nil:
			mark, failed = "FAIL", true
		case result.Advice != "":
			mark = "warn"
		}
		fmt.Fprintf(env.stdout, "%s  %s: %s\n", mark, result.What, result.Say())
	}
	if failed {
		return errSilent
	}
	return nil
}

// checkAll checks a configuration for the console.
func checkAll(ctx context.Context, cfg *config.Config) iter.Seq[daemon.CheckResult] {
	return func(yield func(daemon.CheckResult) bool) {
		for r := range check.Configuration(ctx, cfg) {
			if !yield(daemon.CheckResult{What: r.What, Says: r.Say(), Failed: r.Err != nil}) {
				return
			}
		}
	}
}

package main

import (
	"context"
	"fmt"
	"iter"
	"time"

	"ppamaild/config"
	"ppamaild/daemon"
	"ppamaild/daemon/check"
)

type checkCommand struct {
	withConfig
	Send string        `placeholder:"ADDRESS" help:"Also send a test mail, and wait until it arrives."`
	Wait time.Duration `default:"2m" help:"How long the test mail may take."`
}

// Run checks the configuration, then each server in the configuration, and prints one line per
// check.
func (c checkCommand) Run(env *environment) error {
	cfg, err := c.load(env.stderr)
	if err != nil {
		return err
	}
	fmt.Fprintf(env.stdout, "ok    configuration: %s\n", c.Config)
	failed := false
	ctx, done := env.metered()
	for result := range check.Configuration(ctx, cfg) {
		done()
		printResult(env, result)
		failed = failed || result.Err != nil
	}
	done()
	if c.Send != "" {
		result := check.Delivery(env, cfg, c.Send, c.Wait)
		printResult(env, result)
		failed = failed || result.Err != nil
	}
	if failed {
		return errSilent
	}
	return nil
}

// printResult prints the result of a check on one line.
func printResult(env *environment, result check.Result) {
	mark := "ok  "
	switch {
	case result.Err != nil:
		mark = "FAIL"
	case result.Advice != "":
		mark = "warn"
	}
	fmt.Fprintf(env.stdout, "%s  %s: %s\n", mark, result.What, result.Say())
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

package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"ppamaild/cmd/ppamaild/service"
	"ppamaild/config"
	"ppamaild/config/tenants"
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
	if c.Tenant == "" && tenants.Is(c.Config) {
		return c.checkFolder(env)
	}
	file, _ := c.file() // load reports the same error
	cfg, err := c.load(env.stderr)
	if err != nil {
		return err
	}
	return c.checkOne(env, file, cfg)
}

// checkFolder checks all tenants of a folder, and finds conflicts between their files.
func (c checkCommand) checkFolder(env *environment) error {
	if c.Send != "" {
		return fmt.Errorf("%w: --send needs --tenant, too", errConfig)
	}
	all, err := service.Read(c.Config)
	if err != nil {
		return fmt.Errorf("%w: %w", errConfig, err)
	}
	for _, t := range all {
		fmt.Fprintf(env.stdout, "%s:\n", t.Name)
		if t.Err != nil {
			fmt.Fprintf(env.stdout, "FAIL  configuration:\n%v\n", t.Err)
			err = errSilent
			continue
		}
		for _, p := range t.Config.Warnings() {
			fmt.Fprintln(env.stderr, p)
		}
		if c.checkOne(env, t.File, t.Config) != nil {
			err = errSilent
		}
	}
	gone, unread := service.Gone(all)
	for _, says := range gone {
		fmt.Fprintf(env.stdout, "warn  removed: %s\n", says)
	}
	return errors.Join(err, unread)
}

func (c checkCommand) checkOne(env *environment, file string, cfg *config.Config) error {
	fmt.Fprintf(env.stdout, "ok    configuration: %s\n", file)
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

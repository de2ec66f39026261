package main

import (
	"fmt"

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

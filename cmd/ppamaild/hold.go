package main

import (
	"errors"
	"fmt"
	"io"
	"text/tabwriter"

	"ppamaild/daemon/admin"
	"ppamaild/store"
)

type holdCommand struct {
	withConfig
	Reason  string `placeholder:"TEXT" help:"Reason for the journal: a claim, a lawsuit, an audit."`
	Release bool   `help:"End the hold."`
	List    bool   `help:"List all holds."`
	JSON    bool   `help:"Print JSON."`
	On      string `arg:"" optional:"" name:"address|id" help:"Customer address or thread id."`
}

// Help describes the effect of a hold.
func (holdCommand) Help() string {
	return "Neither forget nor privacy.retention_days erases data on hold. A hold on an address covers every thread with this address. " +
		"The journal records each hold and release: who, when and why."
}

// Validate rejects flags that contradict each other.
func (c holdCommand) Validate() error {
	switch {
	case c.List && (c.On != "" || c.Release || c.Reason != ""):
		return errors.New("--list shows all holds and only allows --json")
	case !c.List && c.On == "":
		return errors.New("an address, a thread or --list is required")
	}
	return nil
}

// Run places a hold, releases a hold, or lists all holds.
func (c holdCommand) Run(env *environment) error {
	if c.List {
		return printList(env, c.withConfig, c.JSON, admin.Commands.Holds, printHolds)
	}
	return c.askAs(env, func(asked admin.Commands, by string) error {
		h, err := asked.Hold(env, admin.HoldOrder{On: c.On, By: by, Reason: c.Reason, Release: c.Release})
		switch {
		case err != nil:
			return err
		case c.JSON:
			return printJSON(env.stdout, h)
		case c.Release:
			_, err = fmt.Fprintf(env.stdout, "%s is no longer on hold\n", h.On)
		default:
			_, err = fmt.Fprintf(env.stdout, "%s is on hold: nothing is erased until ppamaild hold --release %[1]s\n", h.On)
		}
		return err
	})
}

func printHolds(out io.Writer, all []store.Hold) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "HELD\tSINCE\tBY\tREASON")
	for _, h := range all {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", h.On, clock(h.At), h.By, h.Reason)
	}
	return w.Flush()
}

package main

import (
	"fmt"
	"io"

	"ppamaild/daemon/admin"
	"ppamaild/daemon/history"
)

type threadsCancel struct {
	withConfig
	ID     string `arg:"" name:"id" help:"Thread id, such as Q-7F3K2M."`
	Reason string `placeholder:"TEXT" help:"Reason for staff and the journal."`
}

// Help describes the effect of a cancellation.
func (threadsCancel) Help() string {
	return "Same effect as CANCEL in a review: closes open reviews, withdraws unsent mail, " +
		"and sends the customer nothing more unless the customer writes again. Staff " +
		"are notified. Without a daemon, the order takes effect at the next start, " +
		"before any mail is sent."
}

// Run ends a thread. The journal names the user of the command.
func (c threadsCancel) Run(env *environment) error {
	by, err := asker()
	if err != nil {
		return err
	}
	return c.ask(env, func(asked admin.Commands) error {
		id, err := asked.Cancel(env, c.ID, c.Reason, by)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(env.stdout, "%s is cancelled; nothing more is sent to the customer\n", id)
		if _, alone := asked.(*admin.Admin); alone && err == nil {
			_, err = fmt.Fprintln(env.stdout, "No daemon is running: the status changes, and staff are notified, at the next start")
		}
		return err
	})
}

type threadsVerify struct {
	withConfig
	JSON    bool `help:"Print JSON."`
	Verbose bool `help:"Print a line for every thread, also for sound ones."`

	ID string `arg:"" optional:"" name:"id" help:"Thread id (default: every thread)."`
}

// Run verifies that the journals are unchanged. Each entry has the digest of the entry before
// and, unless erased, of its own payload.
func (c threadsVerify) Run(env *environment) error {
	return c.ask(env, func(asked admin.Commands) error {
		ctx, done := env.metered()
		list, err := asked.Verify(ctx, c.ID)
		if done(); err != nil {
			return err
		}
		broken := 0
		for _, v := range list {
			if v.Broken != "" {
				broken++
			}
		}
		if c.JSON {
			err = printJSON(env.stdout, list)
		} else {
			c.print(env.stdout, list, broken)
		}
		if broken > 0 && err == nil {
			err = fmt.Errorf("%d of %d journals were changed from outside", broken, len(list))
		}
		return err
	})
}

// print lists the broken journals, the journals with erased entries, and the one that ID names.
// The last line has the totals.
func (c threadsVerify) print(out io.Writer, list []history.Verified, broken int) {
	entries := uint64(0)
	for _, v := range list {
		entries += v.Entries
		digests := "verified"
		if v.Broken != "" {
			digests = "BROKEN: " + v.Broken
		}
		if v.Broken != "" || len(v.Erased) > 0 || c.ID != "" || c.Verbose {
			fmt.Fprintf(out, "%s  %d entries  %s\n", v.Thread, v.Entries, digests)
		}
		for _, e := range v.Erased {
			fmt.Fprintf(out, "    %d erased %s by %s, order %s\n", e.Entries, clock(e.At), e.By, e.Order)
		}
	}
	fmt.Fprintf(out, "threads: %d, entries: %d, broken: %d\n", len(list), entries, broken)
}

package main

import (
	"fmt"

	"ppamaild/daemon/admin"
)

type threadsCancel struct {
	withConfig
	ID     string `arg:"" name:"id" help:"Thread id, such as Q-7F3K2M."`
	Reason string `placeholder:"TEXT" help:"Reason for staff and the journal."`
}

// Help describes the effect of a cancellation.
func (threadsCancel) Help() string {
	return "Same effect as CANCEL in a review: closes open reviews, withdraws unsent mail, and sends the customer nothing more unless the customer " +
		"writes again. Staff are notified. Without a daemon, the order takes effect at the next start, before any mail is sent."
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
	JSON bool   `help:"Print JSON."`
	ID   string `arg:"" optional:"" name:"id" help:"Thread id (default: every thread)."`
}

// Run verifies that the journals are unchanged. Each entry has the digest of the entry before
// and, unless erased, of its own payload.
func (c threadsVerify) Run(env *environment) error {
	return c.ask(env, func(asked admin.Commands) error {
		list, err := asked.Verify(env, c.ID)
		if err != nil {
			return err
		}
		if c.JSON {
			err = printJSON(env.stdout, list)
		}
		broken := 0
		for _, v := range list {
			digests := "verified"
			if v.Broken != "" {
				digests, broken = "BROKEN: "+v.Broken, broken+1
			}
			if !c.JSON {
				fmt.Fprintf(env.stdout, "%s  %d entries  %s\n", v.Thread, v.Entries, digests)
				for _, e := range v.Erased {
					fmt.Fprintf(env.stdout, "    %d erased %s by %s, order %s\n", e.Entries, clock(e.At), e.By, e.Order)
				}
			}
		}
		if broken > 0 && err == nil {
			err = fmt.Errorf("%d of %d journals were changed from outside", broken, len(list))
		}
		return err
	})
}

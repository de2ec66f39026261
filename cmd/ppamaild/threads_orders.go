package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"ppamaild/daemon/admin"
)

type threadsQuarantined struct {
	withConfig
	JSON bool `help:"Print JSON."`
}

// Help describes what to do about a quarantined message.
func (threadsQuarantined) Help() string {
	return "Staff have a notice for each message, with the original attached. ppamaild threads " +
		"retry tries a message again. " +
		"After a person has answered the sender, ppamaild threads set-aside takes the message " +
		"off the list."
}

// Run lists the quarantined messages.
func (c threadsQuarantined) Run(env *environment) error {
	return printList(env, c.withConfig, c.JSON, admin.Commands.Quarantined, printQuarantined)
}

func printQuarantined(out io.Writer, list []admin.Quarantined) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "MESSAGE\tARRIVED\tMAILBOX\tUID\tFROM\tREASON")
	for _, m := range list {
		fmt.Fprintf(w, "%d\t%s\t%s\t%d\t%s\t%s\n", m.ID, clock(m.Arrived), m.Mailbox, m.UID, m.From, m.Reason)
	}
	return w.Flush()
}

type threadsRetry struct {
	withConfig
	ID string `arg:"" name:"id" help:"Thread id, or the message number from ppamaild threads quarantined."`
}

// Run retries in the running daemon. Without a daemon, the next daemon retries.
func (c threadsRetry) Run(env *environment) error {
	return c.askAs(env, func(asked admin.Commands, by string) error {
		retried, err := asked.Retry(env, c.ID, by)
		if err == nil {
			_, err = fmt.Fprintln(env.stdout, retried.What)
		}
		return err
	})
}

type threadsSetAside struct {
	withConfig
	ID     uint64 `arg:"" name:"number" help:"The number from ppamaild threads quarantined."`
	Reason string `placeholder:"TEXT" help:"What was done, for staff."`
}

// Help describes the effect of the order.
func (threadsSetAside) Help() string {
	return "ppamaild does nothing more with the message. Staff get a notice with your name and " +
		"the reason. " +
		"ppamaild threads retry can still try the message again."
}

// Run sets a message aside. The agency's journal names the user of the command.
func (c threadsSetAside) Run(env *environment) error {
	return c.askAs(env, func(asked admin.Commands, by string) error {
		err := asked.SetAside(env, c.ID, c.Reason, by)
		if err == nil {
			_, err = fmt.Fprintf(env.stdout, "message %d is set aside\n", c.ID)
		}
		return err
	})
}

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
	return c.askAs(env, func(asked admin.Commands, by string) error {
		id, err := asked.Cancel(env, c.ID, c.Reason, by)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(env.stdout, "%s is canceled; nothing more is sent to the "+
			"customer\n", id)
		if _, alone := asked.(*admin.Admin); alone && err == nil {
			_, err = fmt.Fprintln(env.stdout, "No daemon is running: the status changes, and "+
				"staff are notified, at the next start")
		}
		return err
	})
}

package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"ppamaild/daemon/admin"
	"ppamaild/store"
)

type outboxCommand struct {
	List  outboxList  `cmd:"" help:"List unsent messages."`
	Retry outboxRetry `cmd:"" help:"Retry a queued or failed message now."`
	Drop  outboxDrop  `cmd:"" help:"Delete an unsent message."`

	Release outboxRelease `cmd:"" help:"Allow sending again after a restore, or after a second ppamaild."`
}

type outboxList struct {
	withConfig
	All  bool `help:"Include sent and withdrawn messages."`
	JSON bool `help:"Print JSON."`
}

// Run lists the outbox.
func (c outboxList) Run(env *environment) error {
	get := func(asked admin.Commands, ctx context.Context) ([]store.Mail, error) {
		return asked.Outbox(ctx, c.All)
	}
	return printList(env, c.withConfig, c.JSON, get, printOutbox)
}

func printOutbox(out io.Writer, list []store.Mail) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "MAIL\tSTATUS\tKIND\tTHREAD\tCREATED\tNEXT\tTO\tSUBJECT\tLAST ERROR")
	for _, m := range list {
		next := ""
		if m.Status.Due() {
			next = clock(m.NextAt)
		}
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", m.ID, m.Status, m.Kind, m.Thread, clock(m.CreatedAt), next,
			strings.Join(m.To, ","), m.Subject, strings.ReplaceAll(m.LastError, "\n", " "))
	}
	return w.Flush()
}

// oneMail has the flags of commands on one mail of the outbox.
type oneMail struct {
	withConfig
	JSON bool   `help:"Print the mail as JSON."`
	ID   uint64 `arg:"" name:"id" help:"The number from ppamaild outbox list."`
}

type outboxRetry struct{ oneMail }

// Run retries a mail now. Without a daemon, the next daemon retries the mail.
func (c outboxRetry) Run(env *environment) error {
	return c.order(env, admin.Commands.RetryMail, "mail %d will be sent again")
}

type outboxDrop struct{ oneMail }

// Help describes the effect of a withdrawal.
func (outboxDrop) Help() string {
	return "Withdraws the message, records your name in the thread's journal, and notifies " +
		"staff about a message to a customer. " +
		"The thread continues as if the message had been sent; ppamaild threads cancel ends " +
		"the thread."
}

// Run withdraws a mail.
func (c outboxDrop) Run(env *environment) error {
	return c.order(env, admin.Commands.DropMail, "mail %d is withdrawn and will not be sent")
}

func (c oneMail) order(env *environment, do func(admin.Commands, context.Context, uint64, string) (store.Mail, error), done string) error {
	return c.askAs(env, func(asked admin.Commands, by string) error {
		m, err := do(asked, env, c.ID, by)
		switch {
		case err != nil:
			return err
		case c.JSON:
			return printJSON(env.stdout, m)
		}
		_, err = fmt.Fprintf(env.stdout, done+": %q to %s\n", m.ID, m.Subject, strings.Join(m.To, ", "))
		return err
	})
}

type outboxRelease struct{ withConfig }

// Help says what to do before the release.
func (outboxRelease) Help() string {
	return "After a restore, the command has the same effect as ACCEPT in reply to the mail to " +
		"staff; read that mail first. " +
		"After the alarm about a second ppamaild, stop the other program first."
}

// Run allows mail to leave.
func (c outboxRelease) Run(env *environment) error {
	return c.askAs(env, func(asked admin.Commands, by string) error {
		if _, err := asked.Release(env, by); err != nil {
			return err
		}
		_, err := fmt.Fprintln(env.stdout, "released: mail is sent again")
		return err
	})
}

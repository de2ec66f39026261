package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"ppamaild/daemon/admin"
	"ppamaild/daemon/history"
)

type whyCommand struct {
	withConfig
	JSON      bool   `help:"Print JSON."`
	MessageID string `arg:"" name:"message-id" help:"The Message-ID from the header of the mail."`
}

// Run prints the decisions that allowed a mail.
func (c whyCommand) Run(env *environment) error {
	return c.ask(env, func(asked admin.Commands) error {
		e, err := asked.Why(env, c.MessageID)
		if err != nil {
			return err
		}
		err = show(env.stdout, c.JSON, e, printWhy)
		if err == nil && e.Broken != "" {
			err = fmt.Errorf("the journal was changed from outside: %s", e.Broken)
		}
		return err
	})
}

func printWhy(out io.Writer, e history.Explanation) error {
	m := e.Mail
	status := string(m.Status)
	if !m.SentAt.IsZero() {
		status += " " + clock(m.SentAt)
	}
	fmt.Fprintf(out, "mail %d to %s, %s: %s\n", m.ID, strings.Join(m.To, ", "), status, m.Subject)
	if m.Thread != "" {
		fmt.Fprintf(out, "thread %s\n", m.Thread)
	}
	fmt.Fprintf(out, "%s\n", e.Why)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, d := range e.Decisions {
		in := "by command"
		if d.Message != "" {
			in = "in <" + d.Message + ">"
		}
		fmt.Fprintf(w, "%s\tby %s\t%s\t%s\tentry %d\n", d.Verdict, d.By, clock(d.At), in, d.Entry)
	}
	return w.Flush()
}

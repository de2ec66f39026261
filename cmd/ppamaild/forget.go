package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"ppamaild/daemon"
	"ppamaild/privacy"
)

type forgetCommand struct {
	withConfig
	DryRun bool     `help:"Say what would be erased, and erase nothing."`
	JSON   bool     `help:"Print the receipt as JSON."`
	Names  []string `arg:"" name:"address" help:"The customer's address; several where they have several, or for all who took part in a thread. Also the thread of a task of staff's that names them (T-…), which is erased whole."`
}

// Help says what is erased, and what is not.
func (forgetCommand) Help() string {
	return "Erased are the messages they wrote, the mails to them and about them, drafts, reviews and what was made of it all, their addresses " +
		"and the marks by which answers find their threads; the octets are overwritten in the file. Who of staff decided what and when " +
		"stays, with digests, and the journals stay provable. A thread that goes on must be ended first (threads cancel): somebody is at " +
		"work on it. Tasks of staff's that say one of the addresses, or the name of who wrote from it, are listed; they go where they are " +
		"named too. Where others take part in a thread, only what these addresses wrote there is erased. What is held (hold) stays. " +
		"Keep the receipt: the agency's journal has its digest."
}

// Run has a customer forgotten, and prints the receipt.
func (c forgetCommand) Run(env *environment) error {
	by, err := asker()
	if err != nil {
		return err
	}
	order := daemon.Forgetting{By: by, DryRun: c.DryRun}
	for _, name := range c.Names {
		if strings.Contains(name, "-") && !strings.Contains(name, "@") {
			order.Tasks = append(order.Tasks, strings.ToUpper(name))
		} else {
			order.Addresses = append(order.Addresses, name)
		}
	}
	return c.ask(env, func(asked daemon.Commands) error {
		done, err := asked.Forget(env, order)
		if err != nil {
			return err
		}
		if c.JSON {
			err = printJSON(env.stdout, done.Receipt)
		} else {
			err = printReceipt(env.stdout, done.Receipt)
		}
		if done.Left != "" {
			err = errors.Join(err, fmt.Errorf("the records are erased, but octets of them may lie in free pages of the file (%s); ppamaild store compact leaves those out", done.Left))
		}
		return err
	})
}

func printReceipt(out io.Writer, r privacy.Receipt) error {
	what := "Erased"
	if r.DryRun {
		what = "Would be erased"
	}
	fmt.Fprintf(out, "%s: %s\norder %s by %s, %s\n\n", what, strings.Join(slices.Concat(r.Addresses, r.Tasks), ", "), r.Order, r.By, clock(r.At))
	for _, n := range []struct {
		count int
		of    string
	}{
		{len(r.Threads), "threads: " + strings.Join(r.Threads, ", ")}, {len(r.Shared), "threads in part: " + strings.Join(r.Shared, ", ")},
		{r.Erased.Messages, "messages"}, {r.Erased.Entries, "entries of journals"}, {r.Erased.Reviews, "reviews"}, {r.Erased.Mails, "mails"},
		{r.Erased.Effects, "answers of the carrier"}, {r.Erased.Timers, "timers"}, {r.Erased.MessageIDs, "marks of messages"}, {r.Erased.Addresses, "addresses"},
	} {
		if n.count > 0 {
			fmt.Fprintf(out, "%6d %s\n", n.count, strings.TrimSuffix(n.of, ": "))
		}
	}
	fmt.Fprintln(out, "\nKept:")
	for _, k := range r.Kept {
		fmt.Fprintf(out, "  %s: %s\n", k.What, k.Why)
	}
	fmt.Fprintln(out, "\nNot known here, and for you to see to:")
	for _, where := range r.Elsewhere {
		fmt.Fprintf(out, "  %s\n", where)
	}
	_, err := fmt.Fprintf(out, "\nSHA-256 of this receipt as JSON: %s\n", r.Digest)
	return err
}

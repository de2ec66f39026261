package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"ppamaild/daemon/admin"
	"ppamaild/privacy"
)

type forgetCommand struct {
	withConfig
	DryRun bool     `help:"Show what would be erased, without erasing."`
	JSON   bool     `help:"Print the receipt as JSON."`
	Names  []string `arg:"" name:"address" help:"The customer's address, or several addresses. Also the id of a staff task that names the customer (T-…); the whole task is erased."`
}

// Help lists the erased and the kept data.
func (forgetCommand) Help() string {
	return "Erases messages from and to the customer, mails about the customer, drafts, reviews, extracted data, addresses, and the marks " +
		"that match answers to threads, also in the file; the receipt names what PostgreSQL keeps. Staff decisions with their times stay, with digests, so journals can still be " +
		"verified. End active threads first (threads cancel). Staff tasks that mention an address, or the name with it, are listed; add " +
		"their ids to erase them. In threads with other participants, only messages from these addresses are erased. Data on hold stays. " +
		"Keep the receipt: the agency's journal has its digest."
}

// Run erases a customer's data and prints the receipt.
func (c forgetCommand) Run(env *environment) error {
	order := admin.ForgetOrder{DryRun: c.DryRun}
	for _, name := range c.Names {
		if strings.Contains(name, "-") && !strings.Contains(name, "@") {
			order.Tasks = append(order.Tasks, strings.ToUpper(name))
		} else {
			order.Addresses = append(order.Addresses, name)
		}
	}
	return c.askAs(env, func(asked admin.Commands, by string) error {
		order.By = by
		done, err := asked.Forget(env, order)
		if err != nil {
			return err
		}
		err = show(env.stdout, c.JSON, done.Receipt, printReceipt)
		if done.Left != "" {
			err = errors.Join(err, fmt.Errorf("the records are erased, but free pages of the file may hold old data (%s); run ppamaild store compact", done.Left))
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
		{r.Erased.Messages, "messages"}, {r.Erased.Entries, "journal entries"}, {r.Erased.Reviews, "reviews"}, {r.Erased.Mails, "mails"},
		{r.Erased.Effects, "carrier answers"}, {r.Erased.Timers, "timers"}, {r.Erased.MessageIDs, "Message-ID records"}, {r.Erased.Addresses, "addresses"},
	} {
		if n.count > 0 {
			fmt.Fprintf(out, "%6d %s\n", n.count, strings.TrimSuffix(n.of, ": "))
		}
	}
	fmt.Fprintln(out, "\nKept:")
	for _, k := range r.Kept {
		fmt.Fprintf(out, "  %s: %s\n", k.What, k.Why)
	}
	fmt.Fprintln(out, "\nppamaild can't reach these places; check them yourself:")
	for _, where := range r.Elsewhere {
		fmt.Fprintf(out, "  %s\n", where)
	}
	_, err := fmt.Fprintf(out, "\nSHA-256 of this receipt as JSON: %s\n", r.Digest)
	return err
}

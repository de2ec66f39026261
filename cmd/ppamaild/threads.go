package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"ppamaild/daemon/admin"
	"ppamaild/daemon/history"
)

type threadsCommand struct {
	List threadsList `cmd:"" help:"List all threads."`
	Show threadsShow `cmd:"" help:"Show a thread: journal, reviews and mails."`

	Report  threadsReport  `cmd:"" help:"Write the whole story of a thread as an HTML page."`
	Export  threadsExport  `cmd:"" help:"Print all data of a thread as lines of JSON."`
	History threadsHistory `cmd:"" help:"List the checkpoints of a thread: one line per journal entry that changed the state."`
	Replay  threadsReplay  `cmd:"" help:"Rebuild a thread's state from its journal and compare it with the stored one. Prints personal data unmasked."`

	Verify threadsVerify `cmd:"" help:"Verify that the journal of a thread, or of all threads, is unchanged."`
	Cancel threadsCancel `cmd:"" help:"End a thread."`

	Quarantined threadsQuarantined `cmd:"" help:"List the messages that could not be read."`
	Retry       threadsRetry       `cmd:"" help:"Retry a stopped thread or a quarantined message."`
	SetAside    threadsSetAside    `cmd:"" help:"Set a quarantined message aside that a person handled by hand."`

	Merge threadsMerge `cmd:"" help:"Merge a thread into another thread."`
	Split threadsSplit `cmd:"" help:"Move messages of a thread into a new thread."`
	Move  threadsMove  `cmd:"" help:"Move a message into another thread."`
}

type threadsShow struct {
	oneThread
	JSON   bool `help:"Print JSON with the whole state, unmasked."`
	Follow bool `help:"Print the status and every change until the thread ends; with --json as lines of JSON."`
}

func (c threadsShow) Run(env *environment) error {
	return c.ask(env, func(asked admin.Commands) error {
		if c.Follow {
			return c.absent(asked.Follow(env, strings.ToUpper(c.ID), c.follow(env.stdout)))
		}
		t, err := asked.Thread(env, strings.ToUpper(c.ID))
		if err != nil {
			return c.absent(err)
		}
		return show(env.stdout, c.JSON, t, printThread)
	})
}

// follow returns a function that prints the status of a thread on one line.
func (c threadsShow) follow(out io.Writer) func(history.Progress) error {
	if c.JSON {
		return func(p history.Progress) error { return json.NewEncoder(out).Encode(p) }
	}
	return func(p history.Progress) error {
		_, err := fmt.Fprintf(out, "%s  %s  %s%s\n", clock(p.UpdatedAt), p.Thread, p.Status, p.Progress)
		return err
	}
}

func printJSON(w io.Writer, v any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}

// show prints a value as JSON or in words.
func show[T any](w io.Writer, asJSON bool, v T, inWords func(io.Writer, T) error) error {
	if asJSON {
		return printJSON(w, v)
	}
	return inWords(w, v)
}

// printList asks for a list, and prints the list as JSON or as a table.
func printList[T any](
	env *environment, c withConfig, asJSON bool,
	get func(admin.Commands, context.Context) ([]T, error), table func(io.Writer, []T) error,
) error {
	return c.ask(env, func(asked admin.Commands) error {
		all, err := get(asked, env)
		if err != nil {
			return err
		}
		return show(env.stdout, asJSON, all, table)
	})
}

func clock(t time.Time) string { return t.Local().Format("2006-01-02 15:04:05 MST") }

func printThread(out io.Writer, t history.Thread) error {
	digests := "verified"
	if !t.Verified {
		digests = "BROKEN: an entry was changed from outside"
	}
	fmt.Fprintf(out, "%s  %s  %s\nfrom %s\njournal: %d entries, "+
		"digests %s\n\n", t.Thread, t.Status, t.Subject,
		strings.Join(t.Participants, ", "), len(t.Journal), digests)
	if !t.Erased.IsZero() {
		fmt.Fprintf(out, "erased %s; ppamaild threads verify shows who ordered the "+
			"erasure\n\n", clock(t.Erased))
	}
	if t.Progress != nil {
		fmt.Fprintf(out, "task:%s\n\n", t.Progress)
	}
	if t.Usage != "" {
		fmt.Fprintf(out, "model: %s\n\n", t.Usage)
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, e := range t.Journal {
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%s\n", e.Seq, clock(e.At), e.Source, e.Kind, e.Actor, e.Ref)
	}
	fmt.Fprintln(w)
	for _, r := range t.Reviews {
		fmt.Fprintf(w, "review %d\t%s\t%s\t%s\t%s\t%s\n", r.Number, r.Kind, r.Step, r.Status, r.Verdict, r.DecidedBy)
	}
	fmt.Fprintln(w)
	for _, m := range t.Mails {
		fmt.Fprintf(w, "mail %d\t%s\t%s\t%s\t%s\n", m.ID, m.Kind, m.Status, strings.Join(m.To, ","), m.Subject)
	}
	return w.Flush()
}

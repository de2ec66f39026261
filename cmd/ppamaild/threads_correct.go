package main

import (
	"fmt"

	"ppamaild/daemon/admin"
)

// Corrections go through the running daemon. Without a daemon, corrections change the store,
// and the next daemon plans the threads again.

type threadsMerge struct {
	withConfig
	From string `arg:"" name:"from" help:"The thread to end; messages and people move to the other thread."`
	Into string `arg:"" name:"into" help:"The thread to keep."`
}

// Help describes a merge.
func (threadsMerge) Help() string {
	return "The planner reads the customers' messages of the first thread again, in the " +
		"second thread. " +
		"Open reviews of the first thread are superseded, approved but unsent mails are " +
		"withdrawn, and sent mails stay in the first thread. " +
		"Later answers to these mails go to the second thread."
}

// Run merges one thread into another.
func (c threadsMerge) Run(env *environment) error {
	return c.correct(env, admin.Correction{From: c.From, Into: c.Into}, "%[1]s was merged into %[2]s.\n")
}

type threadsSplit struct {
	withConfig
	Thread   string   `arg:"" name:"thread" help:"The thread of the messages."`
	Messages []string `arg:"" name:"message" help:"Message-IDs, as printed by ppamaild threads show."`
}

// Help describes a split.
func (threadsSplit) Help() string {
	return "The messages open a new thread. The remaining messages of the old thread are " +
		"read again: " +
		"its open reviews are superseded, and approved but unsent mails are withdrawn."
}

// Run moves messages of a thread into a new thread.
func (c threadsSplit) Run(env *environment) error {
	return c.correct(env, admin.Correction{From: c.Thread, Messages: c.Messages}, "%[2]s was opened with messages of %[1]s.\n")
}

type threadsMove struct {
	withConfig
	Message string `arg:"" name:"message" help:"Message-ID, as printed by ppamaild threads show."`
	Thread  string `arg:"" name:"thread" help:"The target thread."`
}

// Help describes a move.
func (threadsMove) Help() string {
	return "The author becomes a participant of the target thread. The other thread is read " +
		"again without the message: " +
		"its open reviews are superseded, and approved but unsent mails are withdrawn."
}

// Run moves one message.
func (c threadsMove) Run(env *environment) error {
	return c.correct(env, admin.Correction{Into: c.Thread, Messages: []string{c.Message}}, "The message was moved from %[1]s to %[2]s.\n")
}

// correct applies a correction. The journal names the user of the command.
func (w withConfig) correct(env *environment, what admin.Correction, done string) error {
	return w.askAs(env, func(asked admin.Commands, by string) error {
		what.By = by
		made, err := asked.Correct(env, what)
		if err == nil {
			fmt.Fprintf(env.stdout, done, made.From, made.Into)
		}
		return err
	})
}

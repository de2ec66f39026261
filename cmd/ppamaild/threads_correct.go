package main

import (
	"fmt"

	"ppamaild/daemon"
)

// The corrections go through the running daemon, or change the store where none
// runs; the planner then works on what was moved when it next does.

type threadsMerge struct {
	withConfig
	From string `arg:"" name:"from" help:"The thread that ends; its messages and people go to the other."`
	Into string `arg:"" name:"into" help:"The thread that goes on."`
}

// Help says what merging means.
func (threadsMerge) Help() string {
	return "What customers wrote in the first thread is put before the planner again, in the second. " +
		"Open reviews of the first are superseded, mails approved there that have not left are withdrawn, and mails already sent stay where they are. " +
		"Answers to them find the second thread from then on."
}

// Run merges one thread into another.
func (c threadsMerge) Run(env *environment) error {
	return c.correct(env, daemon.Correction{From: c.From, Into: c.Into}, "%[1]s was merged into %[2]s.\n")
}

type threadsSplit struct {
	withConfig
	Thread   string   `arg:"" name:"thread" help:"The thread they are in."`
	Messages []string `arg:"" name:"message" help:"Message-IDs, as ppamaild threads show prints them."`
}

// Help says what splitting means.
func (threadsSplit) Help() string {
	return "The messages open a new thread. What stays in the old one is read anew, without what the others said: " +
		"its open reviews are superseded, and mails approved there that have not left are withdrawn."
}

// Run takes messages out of a thread.
func (c threadsSplit) Run(env *environment) error {
	return c.correct(env, daemon.Correction{From: c.Thread, Messages: c.Messages}, "%[2]s was opened with what left %[1]s.\n")
}

type threadsMove struct {
	withConfig
	Message string `arg:"" name:"message" help:"Its Message-ID, as ppamaild threads show prints it."`
	Thread  string `arg:"" name:"thread" help:"The thread it goes to."`
}

// Help says what moving means.
func (threadsMove) Help() string {
	return "Its author takes part in that thread from then on. The thread it leaves is read anew without it: " +
		"its open reviews are superseded, and mails approved there that have not left are withdrawn."
}

// Run moves one message.
func (c threadsMove) Run(env *environment) error {
	return c.correct(env, daemon.Correction{Into: c.Thread, Messages: []string{c.Message}}, "The message was moved from %[1]s to %[2]s.\n")
}

// correct makes a correction in the name of whoever runs the command.
func (w withConfig) correct(env *environment, what daemon.Correction, done string) (err error) {
	if what.By, err = asker(); err != nil {
		return err
	}
	return w.ask(env, func(asked daemon.Commands) error {
		made, err := asked.Correct(env, what)
		if err == nil {
			fmt.Fprintf(env.stdout, done, made.From, made.Into)
		}
		return err
	})
}

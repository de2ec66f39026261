package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"ppamaild/config"
	"ppamaild/daemon/admin"
	"ppamaild/daemon/replay"
	"ppamaild/report"
	"ppamaild/store"
)

// oneThread has the flags of commands on one thread.
type oneThread struct {
	withConfig
	ID string `arg:"" name:"id" help:"Thread id, such as Q-7F3K2M."`
}

// whole reads all data of the thread, from the running daemon or from the store.
func (c oneThread) whole(env *environment) (cfg *config.Config, t report.Thread, err error) {
	err = c.askOf(env, func(read *config.Config, asked admin.Commands) (err error) {
		cfg = read
		t, err = asked.Export(env, strings.ToUpper(c.ID))
		return c.absent(err)
	})
	return cfg, t, err
}

// absent adds advice to the error for an unknown thread.
func (c oneThread) absent(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("there is no thread %s; ppamaild threads list shows the threads", c.ID)
	}
	return err
}

type threadsReport struct {
	oneThread
	Output string `short:"o" placeholder:"FILE" help:"Write the page to this file instead of standard output."`
}

// Run writes the page of a thread. The page loads no external files, and private numbers are
// masked.
func (c threadsReport) Run(env *environment) error {
	cfg, t, err := c.whole(env)
	if err != nil {
		return err
	}
	page, err := replay.Page(cfg, t)
	if err != nil {
		return err
	}
	if c.Output != "" {
		return os.WriteFile(c.Output, []byte(page), 0o600)
	}
	_, err = io.WriteString(env.stdout, page)
	return err
}

type threadsExport struct{ oneThread }

// Help describes the lines.
func (threadsExport) Help() string {
	return `The first line has the thread and its state. Then comes a line for each journal entry with its payload ("entry"), ` +
		`review ("review"), incoming message ("message"), outbox mail ("mail") and timer ("timer"). The last line ("end") counts ` +
		`the lines before it. The field "line" has the kind. Raw mails are in base64. Nothing is masked, and mails to staff contain ` +
		`the references that authorize decisions: protect the export like the store.`
}

// Run prints all data of a thread.
func (c threadsExport) Run(env *environment) error {
	_, t, err := c.whole(env)
	if err != nil {
		return err
	}
	return t.Write(env.stdout)
}

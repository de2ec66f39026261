package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"ppamaild/config"
	"ppamaild/daemon"
	"ppamaild/store"
	"ppamaild/store/bolt"
)

type storeCommand struct {
	Check   storeCheck   `cmd:"" help:"Read the whole store, and say what is wrong with it."`
	Compact storeCompact `cmd:"" help:"Make the file as small as what it holds."`

	CheckFile checkFile `cmd:"" hidden:"" help:"Check a file that nobody has open."`
}

type storeCheck struct{ withConfig }

// Run checks the store; while a daemon runs on it, a copy as of now.
func (c storeCheck) Run(env *environment) error {
	cfg, err := c.load(env.stderr)
	if err != nil {
		return err
	}
	if err = checkApart(env, cfg.Store.Path); errors.Is(err, store.ErrLocked) {
		err = c.copied(env, cfg, func(part string) error { return nil })
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(env.stdout, "%s is sound\n", cfg.Store.Path)
	return err
}

// copied has something done with a copy of the store of a running daemon, which was
// checked, and which lies beside it for that long.
func (w withConfig) copied(env *environment, cfg *config.Config, do func(part string) error) error {
	f, err := os.CreateTemp(filepath.Dir(cfg.Store.Path), filepath.Base(cfg.Store.Path)+".*.part")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if err := f.Close(); err != nil {
		return err
	}
	err = w.ask(env, func(threads daemon.Threads) error { return copyTo(env, threads, f.Name()) })
	if err != nil {
		return err
	}
	return do(f.Name())
}

type storeCompact struct {
	withConfig
	To string `type:"path" placeholder:"FILE" help:"Write a compacted copy there instead, which can be done while the daemon runs."`
}

// Run compacts the store where it lies, or a copy of it.
func (c storeCompact) Run(env *environment) error {
	cfg, err := c.load(env.stderr)
	if err != nil {
		return err
	}
	before, err := os.Stat(cfg.Store.Path)
	if err != nil {
		return err
	}
	place, to := bolt.Replace, cfg.Store.Path
	if c.To != "" {
		place, to = bolt.Create, c.To
	}
	err = compact(env, cfg.Store.Path, to, place)
	switch {
	case errors.Is(err, store.ErrLocked) && c.To == "":
		return fmt.Errorf("%w\nStop the daemon, or have a compacted copy written with --to FILE", err)
	case errors.Is(err, store.ErrLocked):
		err = c.copied(env, cfg, func(part string) error { return compact(env, part, to, place) })
	}
	if err != nil {
		return err
	}
	after, err := os.Stat(to)
	if err == nil {
		_, err = fmt.Fprintf(env.stdout, "%s: %d octets, before %d\n", to, after.Size(), before.Size())
	}
	return err
}

// compact writes the store at from anew, and puts it in place once it is checked.
// The lock on what it replaces is kept until then.
func compact(env *environment, from, to string, place func(string, func(string) error) error) error {
	s, err := bolt.Open(from, bolt.Options{})
	if err != nil {
		return err
	}
	err = place(to, func(part string) error {
		if err := s.Compact(part); err != nil {
			return err
		}
		return checkApart(env, part)
	})
	return errors.Join(err, s.Close())
}

type checkFile struct {
	File string `arg:"" type:"path"`
}

// Run checks a file in this process, which may die of it.
func (c checkFile) Run(env *environment) error {
	err := bolt.CheckFile(env, c.File)
	if err == nil {
		err = daemon.CheckReferences(env, c.File)
	}
	if errors.Is(err, store.ErrLocked) {
		err = fmt.Errorf("%w: %w", errInUse, err)
	}
	return err
}

// errInUse ends a check of a file that somebody has open; the process that began the
// check knows it by exitInUse.
var errInUse = errors.New("checking")

const exitInUse = 3

// checkApart checks the store in a file, in a process of its own: pages may be
// damaged so that whoever reads them dies. store.ErrLocked where somebody has it open.
func checkApart(ctx context.Context, path string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, self, "store", "check-file", path)
	cmd.Stderr = &out
	err = cmd.Run()
	said := strings.TrimSpace(strings.TrimPrefix(out.String(), "ppamaild: "))
	switch exit, failed := errors.AsType[*exec.ExitError](err); {
	case err == nil:
		return nil
	case !failed:
		return fmt.Errorf("checking %s: %w", path, err)
	case exit.ExitCode() == exitInUse:
		return fmt.Errorf("%s: %w", said, store.ErrLocked)
	case exit.ExitCode() == exitFailed:
		return errors.New(said)
	}
	first, _, _ := strings.Cut(said, "\n")
	return fmt.Errorf("%s is damaged so that it can't be read (%s); restore a backup: %w", path, first, store.ErrCorrupt)
}

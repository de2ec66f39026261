package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"ppamaild/config"
	"ppamaild/daemon/admin"
	"ppamaild/daemon/storefile"
	"ppamaild/progress"
	"ppamaild/store"
)

type storeCommand struct {
	Check   storeCheck   `cmd:"" help:"Read the whole store and report damage."`
	Compact storeCompact `cmd:"" help:"Shrink the file to the size of its contents."`
	Rekey   storeRekey   `cmd:"" help:"Encrypt the whole store with the newest key."`
	Migrate storeMigrate `cmd:"" help:"Change the store to the format of this program."`
	Copy    storeCopy    `cmd:"" help:"Copy the store between a file and PostgreSQL."`
	Adopt   storeAdopt   `cmd:"" help:"Keep the store after the customers' mailbox got a new name."`

	CheckFile checkFile `cmd:"" hidden:"" help:"Check a file that is not in use."`
}

type storeCheck struct{ withConfig }

// Run checks the store. While a daemon runs, Run checks a copy.
func (c storeCheck) Run(env *environment) error {
	u, err := c.upkeep(env)
	if err != nil {
		return err
	}
	ctx, done := env.metered()
	err = u.CheckAll(ctx)
	if done(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(env.stdout, "%s is sound\n", storefile.Name(u.Config))
	return err
}

type storeCompact struct {
	withConfig
	To string `type:"path" placeholder:"FILE" help:"Write a compacted copy to this file instead, even while the daemon runs."`
}

// Run compacts the store in place, or writes a compacted copy.
func (c storeCompact) Run(env *environment) error {
	u, err := c.upkeep(env)
	if err != nil {
		return err
	}
	ctx, done := env.metered()
	before, after, err := u.Compact(ctx, c.To)
	done()
	if errors.Is(err, store.ErrLocked) && c.To == "" {
		return fmt.Errorf("%w\nStop the daemon, or write a compacted copy with --to FILE", err)
	}
	if err == nil {
		_, err = fmt.Fprintf(env.stdout, "Compacted: %s (%s, was %s)\n", cmp.Or(c.To, u.Config.Store.Path), megabytes(after), megabytes(before))
	}
	return err
}

type storeRekey struct{ withConfig }

// Help says when to encrypt the store again.
func (storeRekey) Help() string {
	return "Run this command after you add a key, or add keys to an unencrypted store. The " +
		"newest key encrypts new data; rekey encrypts older data. You can interrupt " +
		"and repeat the command, and run it next to a daemon that was restarted with " +
		"the new keys. Afterwards only older backups need the older keys."
}

// Run encrypts the store again with the newest key.
func (c storeRekey) Run(env *environment) error {
	return c.askOf(env, func(cfg *config.Config, asked admin.Commands) error {
		done, err := asked.Rekey(env)
		if err != nil {
			return err
		}
		newest, has := cfg.Store.Keys.Newest()
		if has && newest != done.Key {
			return fmt.Errorf("the running daemon has a different newest key (%s) than the configuration (%s); restart the daemon and try again", done.Key, newest)
		}
		fmt.Fprintf(env.stdout, "%s is encrypted with the key %s (%d records re-encrypted); only older backups need other keys\n", storefile.Name(cfg), done.Key, done.Records)
		if done.Left != "" {
			err = fmt.Errorf("free pages of the file may hold old data (%s); run ppamaild store compact", done.Left)
		}
		return err
	})
}

type storeCopy struct {
	withConfig
	From config.Backend `required:"" enum:"bolt,postgres" help:"Backend to copy from."`
	To   config.Backend `required:"" enum:"bolt,postgres" help:"Backend of the new store."`
}

// Help says how to prepare a copy, and what to do afterwards.
func (storeCopy) Help() string {
	return "Stop the daemon first. The configuration needs path, and backend = \"postgres\" " +
		"with a connection string. At the end the command verifies each journal, and compares " +
		"a digest of both stores. You can interrupt and repeat the command. Afterwards set " +
		"backend to the new store. Never run a daemon on the old store again: customers would " +
		"get two answers."
}

// Run copies the store.
func (c storeCopy) Run(env *environment) error {
	u, err := c.upkeep(env)
	if err != nil {
		return err
	}
	ctx, clear := env.metered()
	o := storefile.Transfer{From: c.From, To: c.To}
	o.Report = func(part string, records int) {
		clear()
		fmt.Fprintf(env.stdout, "%9d %s\n", records, part)
	}
	digest, err := u.Transfer(ctx, o)
	clear()
	if err != nil {
		return fmt.Errorf("copying the store: %w", err)
	}
	_, err = fmt.Fprintf(env.stdout, "Copied and verified: %s; set store.backend = %q\n",
		digest, c.To)
	return err
}

type checkFile struct {
	withConfig
	Terminal bool   `help:"Show progress on the terminal that is file 3."`
	File     string `arg:"" type:"path"`
}

// Run checks a file in this process. Damaged pages may crash the process.
func (c checkFile) Run(env *environment) error {
	cfg, err := c.offline(io.Discard)
	if err != nil {
		return err
	}
	ctx, done := context.Context(env), func() {}
	if c.Terminal {
		ctx, done = (&environment{env, nil, os.NewFile(3, "terminal")}).metered()
	}
	err = storefile.Check(ctx, cfg, c.File)
	done()
	switch {
	case errors.Is(err, store.ErrLocked):
		return fmt.Errorf("%w: %w", errInUse, err)
	case errors.Is(err, store.ErrCorrupt):
		return fmt.Errorf("%w\n%s", err, afterDamage)
	}
	return err
}

// afterDamage is the advice about a damaged file.
const afterDamage = "The file is damaged, possibly by a failing disk; check the disk first. Then restore the last good backup: ppamaild restore --replace " +
	"--config FILE BACKUP. ppamaild reads mail since the backup from the mailboxes again, and sends nothing before you release the outbox"

// errInUse means that another process has the file open. The parent process recognizes errInUse
// by exitInUse.
var errInUse = errors.New("checking")

const exitInUse = 3

// checkApart checks the store in a file. The check runs in a child process, because damaged
// pages can crash the reader. checkApart returns store.ErrLocked if another process has the
// file open.
func (w withConfig) checkApart(ctx context.Context, path string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	file, err := w.file()
	if err != nil {
		return err
	}
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, self, "store", "check-file", "--config", file, path)
	cmd.Stderr, cmd.Env = &out, append(cmd.Environ(), "GOTRACEBACK=single") // a crash exits
	if terminal := progress.Terminal(ctx); terminal != nil {
		cmd.Args, cmd.ExtraFiles = append(cmd.Args, "--terminal"), []*os.File{terminal}
	}
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
	case !exit.Exited(): // by a signal from outside
		return fmt.Errorf("checking %s: interrupted, the result is unknown: %w",
			path, cmp.Or(ctx.Err(), err))
	}
	first, _, _ := strings.Cut(said, "\n")
	return fmt.Errorf("%s is damaged so that it can't be read (%s); restore a backup: %w", path, first, store.ErrCorrupt)
}

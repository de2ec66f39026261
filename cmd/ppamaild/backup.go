package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ppamaild/config"
	"ppamaild/daemon/storefile"
	"ppamaild/store"
)

// upkeep returns the operations on the store as a whole: backup, restore, check and compaction.
func (w withConfig) upkeep(env *environment) (storefile.Upkeep, error) {
	cfg, err := w.offline(env.stderr)
	return storefile.Upkeep{Config: cfg, Check: w.checkApart}, err
}

type backupCommand struct {
	withConfig
	File string `arg:"" name:"file" type:"path" help:"The new file; must not exist yet."`
}

// Help describes the contents of a backup.
func (backupCommand) Help() string {
	return "The backup is consistent even while the daemon works, and verified before it " +
		"gets its name. It contains all mail and the keys of references: protect the " +
		"backup like the store."
}

// megabytes formats a size of bytes.
func megabytes(size int64) string {
	if size < 10e6 {
		return fmt.Sprintf("%.1f MB", float64(size)/1e6)
	}
	return fmt.Sprintf("%.0f MB", float64(size)/1e6)
}

// Run writes a backup.
func (c backupCommand) Run(env *environment) error {
	u, err := c.upkeep(env)
	if err != nil {
		return err
	}
	ctx, done := env.metered()
	err = u.Backup(ctx, c.File)
	done()
	switch {
	case errors.Is(err, os.ErrExist):
		return fmt.Errorf("%s already exists; a backup never overwrites a file", c.File)
	case err != nil:
		return fmt.Errorf("backing up: %w", err)
	}
	info, err := os.Stat(c.File)
	if err == nil {
		_, err = fmt.Fprintf(env.stdout, "Backup written: %s (%s, verified)\n", c.File, megabytes(info.Size()))
	}
	return err
}

type restoreCommand struct {
	withConfig
	Replace bool   `help:"Rename an existing store first."`
	File    string `arg:"" name:"file" type:"existingfile" help:"The backup; not modified."`
}

// Help describes what the daemon does after a restore.
func (restoreCommand) Help() string {
	return "Stop the daemon first. At its next start the daemon searches Sent and the " +
		"inboxes for events since the backup, sets aside possible duplicates, and mails " +
		"the findings to staff. Nothing else is sent until a staff member answers " +
		"ACCEPT, or you run ppamaild outbox release. Earlier review mails are void; " +
		"open reviews are mailed again. A store in PostgreSQL is only marked: load the dump " +
		"first, and name the dump here."
}

// Run replaces the store with a backup.
func (c restoreCommand) Run(env *environment) error {
	u, err := c.upkeep(env)
	if err != nil {
		return err
	}
	by, err := userName()
	if err != nil {
		return err
	}
	file, err := filepath.Abs(c.File)
	if err != nil {
		return err
	}
	ctx, done := env.metered()
	order := storefile.Restore{File: file, Replace: c.Replace, By: by, Now: time.Now()}
	aside, err := u.Restore(ctx, order)
	done()
	if err != nil {
		return ofBackup(err)
	}
	if aside != "" {
		fmt.Fprintf(env.stdout, "Renamed the previous store to %s\n", aside)
	}
	says := "Restored " + storefile.Name(u.Config)
	if u.Config.Store.Backend == config.BackendPostgres {
		says = "Marked " + storefile.Name(u.Config) + " as restored, no table was changed"
	}
	_, err = fmt.Fprintf(env.stdout,
		"%s; ppamaild run sends nothing before staff release the outbox\n", says)
	return err
}

// ofBackup explains that the backup, not the store, is damaged.
func ofBackup(err error) error {
	found, damaged := strings.CutSuffix(err.Error(), "\n"+afterDamage)
	if !damaged && !errors.Is(err, store.ErrCorrupt) {
		return err
	}
	return fmt.Errorf("%s\nThat file is a copy of the backup, so the backup is damaged: use another one. Nothing was restored, and an existing store is unchanged", found)
}

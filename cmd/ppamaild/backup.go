package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ppamaild/daemon/storefile"
	"ppamaild/store"
)

// upkeep is for what is done with the store as a whole.
func (w withConfig) upkeep(env *environment) (storefile.Upkeep, error) {
	cfg, err := w.offline(env.stderr)
	return storefile.Upkeep{Config: cfg, Check: w.checkApart}, err
}

type backupCommand struct {
	withConfig
	File string `arg:"" name:"file" type:"path" help:"Where to write it; nothing may be there yet."`
}

// Help says what a backup holds.
func (backupCommand) Help() string {
	return "The copy is of one moment, whatever goes on meanwhile, and is checked before it has its name. It holds all mail and the keys of " +
		"references: keep it as you keep the store."
}

// Run writes a backup.
func (c backupCommand) Run(env *environment) error {
	u, err := c.upkeep(env)
	if err != nil {
		return err
	}
	err = u.Backup(env, c.File)
	switch {
	case errors.Is(err, os.ErrExist):
		return fmt.Errorf("%s is there already, and is not written over", c.File)
	case err != nil:
		return fmt.Errorf("backing up: %w", err)
	}
	info, err := os.Stat(c.File)
	if err == nil {
		_, err = fmt.Fprintf(env.stdout, "%s: %d octets, checked\n", c.File, info.Size())
	}
	return err
}

type restoreCommand struct {
	withConfig
	Replace bool   `help:"Put a store that is there aside, under another name."`
	File    string `arg:"" name:"file" type:"existingfile" help:"The backup; it stays as it is."`
}

// Help says what comes after a restore.
func (restoreCommand) Help() string {
	return "The daemon must not run. When it starts next, it looks in Sent and in the inboxes for what happened since the backup, sets aside " +
		"what may have been dealt with, and mails staff what it found. Nothing else leaves before one of them answers ACCEPT, or " +
		"ppamaild outbox release is run. Review mails from before are void; open reviews are mailed anew."
}

// Run puts a backup in place.
func (c restoreCommand) Run(env *environment) error {
	u, err := c.upkeep(env)
	if err != nil {
		return err
	}
	by, err := asker()
	if err != nil {
		return err
	}
	file, err := filepath.Abs(c.File)
	if err != nil {
		return err
	}
	aside, err := u.Restore(env, storefile.Restore{File: file, Replace: c.Replace, By: by, Now: time.Now()})
	if err != nil {
		return ofBackup(err)
	}
	if aside != "" {
		fmt.Fprintf(env.stdout, "the store that was there is %s now\n", aside)
	}
	_, err = fmt.Fprintf(env.stdout, "%s is restored; ppamaild run will send nothing before staff release it\n", u.Config.Store.Path)
	return err
}

// ofBackup says what to do where it is the backup that is damaged.
func ofBackup(err error) error {
	found, damaged := strings.CutSuffix(err.Error(), "\n"+afterDamage)
	if !damaged && !errors.Is(err, store.ErrCorrupt) {
		return err
	}
	return fmt.Errorf("%s\nThis is of a copy that was made of the backup: the backup is damaged, so take another one. Nothing was put back, and a store that was there is as it was", found)
}

package main

import (
	"errors"
	"fmt"

	"ppamaild/store"
)

type storeMigrate struct {
	withConfig
	DryRun bool `help:"Migrate and check a copy; the store stays as it is."`
}

// Help says when to migrate.
func (storeMigrate) Help() string {
	return "ppamaild run migrates an older store, too. Run a dry run before an upgrade, to learn " +
		"whether the migration works. Older programs refuse a migrated store: to go back, restore a " +
		"backup with the old program."
}

// Run migrates the store, or a copy.
func (c storeMigrate) Run(env *environment) error {
	u, err := c.upkeep(env)
	if err != nil {
		return err
	}
	ctx, clear := env.metered()
	done, err := u.Migrate(ctx, c.DryRun)
	clear()
	switch {
	case errors.Is(err, store.ErrLocked):
		return fmt.Errorf("%w\nStop the daemon, or migrate a copy with --dry-run", err)
	case err != nil:
		return err
	case done.From == done.To:
		_, err = fmt.Fprintf(env.stdout, "Nothing to do: the store has format %d\n", done.To)
	case c.DryRun:
		_, err = fmt.Fprintf(env.stdout, "A copy was migrated from format %d to %d, and is sound. "+
			"The store is unchanged\n", done.From, done.To)
	default:
		_, err = fmt.Fprintf(env.stdout, "Migrated from format %d to %d; the store is sound\n",
			done.From, done.To)
	}
	return err
}

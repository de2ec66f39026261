package storefile

import (
	"context"
	"errors"

	"ppamaild/daemon/refusal"
)

// Migrated has the formats of a store before and after a migration.
type Migrated struct{ From, To int }

// Migrate changes the store to the format of this program, and checks the store. If dry is true,
// Migrate changes a copy and removes the copy.
func (u Upkeep) Migrate(ctx context.Context, dry bool) (done Migrated, err error) {
	if inDatabase(u.Config) {
		return done, refusal.Errorf("ppamaild run changes the tables of a PostgreSQL database")
	}
	path := u.Config.Store.Path
	if err := missing(path); err != nil {
		return done, err
	}
	if dry {
		err = u.copied(ctx, func(part string) error {
			done, err = u.migrate(ctx, part)
			return err
		})
		return done, err
	}
	done, err = u.migrate(ctx, path)
	return done, unanswered(u.Config, err)
}

func (u Upkeep) migrate(ctx context.Context, path string) (done Migrated, err error) {
	s, err := open(u.Config, path, true)
	if err != nil {
		return done, err
	}
	done.From, done.To, err = s.Format()
	if err = errors.Join(err, s.Close()); err != nil {
		return done, err
	}
	s, err = open(u.Config, path, false) // changes the format
	if err != nil {
		return done, err
	}
	if err := s.Close(); err != nil {
		return done, err
	}
	return done, u.Check(ctx, path)
}

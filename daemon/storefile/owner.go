package storefile

import (
	"context"
	"errors"
	"fmt"
	"os"

	"ppamaild/config"
	"ppamaild/daemon/control"
	"ppamaild/daemon/refusal"
	"ppamaild/store"
	"ppamaild/store/postgres"
)

// A store belongs to one agency. Its mark names the mailbox that customers write to. A daemon on
// the store of another agency would send the reviews of that agency to the wrong staff.

// keyOwner is the name of the secret with the mark.
const keyOwner = "owner"

// ErrOwner means that a store belongs to another agency.
const ErrOwner refusal.Error = "the store belongs to another agency"

// own refuses the store of another agency, and marks a store without a mark.
func own(ctx context.Context, s store.Store, cfg *config.Config) error {
	var marked bool
	err := s.View(ctx, func(tx store.Tx) (err error) {
		marked, err = owned(tx, cfg)
		return err
	})
	if err != nil || marked {
		return err
	}
	return s.Update(ctx, func(tx store.Tx) error { return mark(tx, cfg) })
}

// checkOwner refuses the store of another agency. It changes nothing.
func checkOwner(ctx context.Context, s store.Store, cfg *config.Config) error {
	return s.View(ctx, func(tx store.Tx) error {
		_, err := owned(tx, cfg)
		return err
	})
}

func mark(tx store.Tx, cfg *config.Config) error {
	return tx.PutSecret(keyOwner, []byte(cfg.Mailbox.Customer.Name()))
}

// owned returns ErrOwner for the store of another agency. marked is false for a new store, and for
// a store of an older program.
func owned(tx store.Tx, cfg *config.Config) (marked bool, err error) {
	owner, marked, err := ownerOf(tx, cfg)
	if mine := cfg.Mailbox.Customer.Name(); err == nil && owner != mine {
		err = fmt.Errorf("%w: customers of %s write to %s, but the configuration has %s\n"+
			"Name the store of this agency in [store]. "+
			"If the mailbox has a new name, run ppamaild store adopt",
			ErrOwner, Name(cfg), owner, mine)
	}
	return marked, err
}

// ownerOf returns the mailbox that customers of the store's owner write to. The owner of a store
// without a mark has read a mailbox of the configuration.
func ownerOf(tx store.Tx, cfg *config.Config) (owner string, marked bool, err error) {
	mark, err := tx.Secret(keyOwner)
	if !errors.Is(err, store.ErrNotFound) {
		return string(mark), true, err
	}
	mine := cfg.Mailbox.Customer.Name()
	for _, mailbox := range []string{mine, cfg.Mailbox.Agency.Name()} {
		if _, err := tx.Cursor(mailbox); !errors.Is(err, store.ErrNotFound) {
			return mine, false, err
		}
	}
	first, err := tx.Inbound(1)
	if errors.Is(err, store.ErrNotFound) {
		return mine, false, nil
	}
	return first.Mailbox, false, err
}

// RefuseNew returns an error if a new store would leave threads behind: those of the store in the
// file of the configuration, or those that this tenant had.
func RefuseNew(cfg *config.Config, hadThreads bool) error {
	path := cfg.Store.Path
	if _, err := os.Stat(path); inDatabase(cfg) && err == nil {
		return refusal.Errorf("%s has no store yet, but %s is a store\n"+
			"Run ppamaild store copy --from bolt --to postgres, or move the file away",
			Name(cfg), path)
	}
	if hadThreads {
		return refusal.Errorf("%s has no store, but this tenant has open threads\n"+
			"Name the former store in [store], or copy the store with ppamaild store copy. "+
			"To begin anew, remove the tenant from ppamaild-tenants.json", Name(cfg))
	}
	return nil
}

// Adopt marks the configured store as a store of the configured agency, because the mailbox has a
// new name. It returns the owner so far.
func Adopt(ctx context.Context, cfg *config.Config) (was string, err error) {
	if err := exists(ctx, cfg); err != nil {
		return "", err
	}
	if control.At(control.Path(cfg)).Alive(ctx) {
		return "", refusal.Errorf("a daemon runs; stop it before you adopt the store")
	}
	s, err := openAny(ctx, cfg, postgres.Options{})
	if err != nil {
		return "", unanswered(cfg, err)
	}
	err = s.Update(ctx, func(tx store.Tx) error {
		owner, _, err := ownerOf(tx, cfg)
		was = owner
		return errors.Join(err, mark(tx, cfg))
	})
	return was, errors.Join(err, s.Close())
}

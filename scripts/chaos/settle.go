package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ppamaild/config"
	"ppamaild/daemon/storefile"
	"ppamaild/store"
)

// settle lets the program finish what it has begun, and ends it.
func (s *siege) settle(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	for {
		if err := s.restart(""); err != nil {
			return err
		}
		if err := s.settled(ctx); err != nil {
			return err
		}
		if err := s.victim.stop(); err != nil {
			return fmt.Errorf("ending ppamaild in order: %w", err)
		}
		s.victim = nil
		next, err := s.nextMail(ctx)
		if err != nil || next.IsZero() {
			return err
		}
		if sleep(ctx, time.Until(next)) != nil {
			return nil // what is not settled by now is found
		}
	}
}

// nextMail returns when the outbox tries to send again; zero if nothing waits there.
func (s *siege) nextMail(ctx context.Context) (next time.Time, err error) {
	kept, _, err := s.openStore()
	if err != nil {
		return next, err
	}
	err = kept.View(ctx, func(tx store.Tx) error {
		next = time.Time{}
		for _, role := range []string{"customer", "agency"} {
			due, later, err := tx.DueMail(role, time.Now(), 1)
			if err != nil {
				return err
			}
			if len(due) > 0 {
				later = due[0].NextAt
			}
			if next.IsZero() || !later.IsZero() && later.Before(next) {
				next = later
			}
		}
		return nil
	})
	return next, errors.Join(err, kept.Close())
}

// openStore opens the store of the program, which must not run.
func (s *siege) openStore() (store.Store, *config.Config, error) {
	cfg, err := config.Load(s.config)
	if err != nil {
		return nil, nil, err
	}
	kept, err := storefile.Open(cfg)
	return kept, cfg, err
}

// quiet is how long nobody may have read or written anything for all to be settled,
// where every conversation is over.
const quiet = 4 * time.Second

// settled waits until every conversation is over and nothing moves any more. One
// that does not end is for the audit to find.
func (s *siege) settled(ctx context.Context) error {
	if err := s.victim.isReady(ctx); err != nil {
		return err
	}
	for stuck := s.wait + s.doubt + 20*time.Second; ; {
		still := s.town.stillFor()
		if still > quiet && s.town.open() == 0 || still > stuck {
			return nil
		}
		if err := sleep(ctx, 100*time.Millisecond); err != nil {
			return nil // what is not settled by now is found
		}
	}
}

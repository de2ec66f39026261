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

// settle lets the program finish its work and stops the program.
func (s *campaign) settle(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	for {
		if err := s.first(ctx); err != nil {
			return err
		}
		s.settled(ctx)
		if err := s.rest(); err != nil {
			return fmt.Errorf("ending ppamaild in order: %w", err)
		}
		next, err := s.nextMail(ctx)
		if err != nil || next.IsZero() {
			return err
		}
		if sleep(ctx, time.Until(next)) != nil {
			return nil // the audit finds unfinished work
		}
	}
}

// nextMail returns the time of the next delivery attempt, or zero if no mail waits.
func (s *campaign) nextMail(ctx context.Context) (next time.Time, err error) {
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

// openStore opens the store. The program must not run.
func (s *campaign) openStore() (store.Store, *config.Config, error) {
	cfg, err := config.Load(s.config)
	if err != nil {
		return nil, nil, err
	}
	kept, err := storefile.Open(cfg)
	return kept, cfg, err
}

// quiet is the time without mail after which all work counts as done, if all conversations have
// ended.
const quiet = 4 * time.Second

// settled waits until all conversations have ended and no mail moves. The audit finds
// conversations that don't end.
func (s *campaign) settled(ctx context.Context) {
	for stuck := s.wait + s.doubt + 20*time.Second; ; {
		still := s.actors.stillFor()
		if still > quiet && s.actors.open() == 0 || still > stuck {
			return
		}
		if sleep(ctx, 100*time.Millisecond) != nil {
			return // the audit finds unfinished work
		}
	}
}

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"ppamaild/failpoint"
)

// rounds counts how often the program was killed.
type rounds struct {
	atPlaces, atRandom int
	reached, missed    []string // failpoints
}

// load keeps as many conversations going as are wanted, until ctx is done.
func (s *siege) load(ctx, people context.Context) {
	for all, n := plots(), 0; ctx.Err() == nil; time.Sleep(50 * time.Millisecond) {
		for range int(s.pressed.Load()) - s.town.open() {
			s.town.begin(people, all[n%len(all)])
			n++
		}
	}
}

// killAll is the rounds: at failpoints, then at random, and on until there was
// enough mail.
func (s *siege) killAll(ctx context.Context) error {
	for sweep := range s.sweeps {
		for _, place := range failpoint.Names() {
			if isErrand(place) {
				continue
			}
			if err := s.killAt(ctx, place, sweep); err != nil {
				return err
			}
		}
	}
	for s.atRandom < s.kills {
		if err := s.killAtRandom(ctx); err != nil {
			return err
		}
	}
	for s.town.count() < s.mails {
		if err := sleep(ctx, 100*time.Millisecond); err != nil {
			return fmt.Errorf("after %d mails: %w", s.town.count(), err)
		}
	}
	return nil
}

// comesBy is how long the load may take to a failpoint.
const comesBy = time.Minute

// killAt lets the program run into a failpoint: at the first pass in the first
// sweep, at a later one in the others.
func (s *siege) killAt(ctx context.Context, place string, sweep int) error {
	pass := 1 + sweep*s.random.IntN(8)
	if slices.Contains(slices.Concat(failpoint.Open.Sides(), failpoint.Keys.Sides(), failpoint.Agency.Sides()), place) {
		pass = 1 // there is one at each start
	}
	if err := s.restart(fmt.Sprintf("%s:%d", place, pass)); err != nil {
		return err
	}
	if place == string(failpoint.Copying) {
		go s.backup(ctx, s.victim)
	}
	defer s.pressed.Store(int64(s.talks))
	for end := time.Now().Add(comesBy); time.Now().Before(end); s.pressed.Add(int64(s.talks)) {
		select {
		case <-s.victim.ended:
			s.atPlaces++
			s.reached = append(s.reached, place)
			fmt.Fprintf(s.log, "chaos: killed at %s:%d\n", place, pass)
			return nil
		case <-time.After(comesBy / 12): // some places are come by under more load only
		case <-ctx.Done():
			return fmt.Errorf("waiting for a death at %s: %w", place, context.Cause(ctx))
		}
	}
	s.missed = append(s.missed, place)
	return nil
}

// backup has an admin take a backup, of which nothing may be left when the program
// dies in the middle: what is there would be taken for whole.
func (s *siege) backup(ctx context.Context, v *victim) {
	if v.isReady(ctx) != nil {
		return // it was killed before; the round is missed
	}
	file := filepath.Join(s.dir, "backup.db")
	err := exec.CommandContext(ctx, s.binary, "backup", "--config", s.config, file).Run()
	if _, missing := os.Stat(file); err == nil || missing == nil {
		s.town.fails(fmt.Errorf("a backup that was cut short counts as done: %v", err))
	}
}

// killAtRandom lets the program run for a while and kills it, one time in five while
// it is still starting.
func (s *siege) killAtRandom(ctx context.Context) error {
	if err := s.restart(""); err != nil {
		return err
	}
	spared := time.Duration(s.random.Int64N(int64(150 * time.Millisecond)))
	if s.random.IntN(5) > 0 {
		if err := s.victim.isReady(ctx); err != nil {
			return err
		}
		spared = time.Duration(s.random.Int64N(int64(4 * time.Second)))
	}
	if err := sleep(ctx, spared); err != nil {
		return err
	}
	s.atRandom++
	fmt.Fprintln(s.log, "chaos: killed at random")
	return nil
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

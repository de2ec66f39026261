package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ppamaild/failpoint"
)

// rounds counts the kills.
type rounds struct {
	atPlaces, atRandom int
	reached, missed    []string // failpoints

	// Of a fleet.
	struck    map[string]int  // faults at random, by name
	expelled  int             // daemons that ended because others took over
	takeovers []time.Duration // times from a fault until others had taken over
}

// load keeps the requested number of conversations open, until ctx is done.
func (s *campaign) load(ctx, people context.Context) {
	for all, n := scenarios(), 0; ctx.Err() == nil; time.Sleep(50 * time.Millisecond) {
		for range int(s.pressed.Load()) - s.actors.open() {
			s.actors.begin(people, all[n%len(all)])
			n++
		}
	}
}

// killAll runs the rounds: at failpoints, then at random, until there was enough mail.
func (s *campaign) killAll(ctx context.Context) error {
	killAt, killAtRandom := s.killAt, s.killAtRandom
	if s.fleet != nil {
		killAt, killAtRandom = s.fleet.killAt, s.fleet.strike
	}
	for sweep := range s.sweeps {
		for _, place := range failpoint.Names() {
			if isAction(place) || !strings.Contains(place, s.only) || s.fleet != nil && place == string(failpoint.Copying) {
				continue // PostgreSQL makes the copies of a database
			}
			if err := killAt(ctx, place, sweep); err != nil {
				return err
			}
		}
	}
	for s.atRandom < s.kills {
		if err := killAtRandom(ctx); err != nil {
			return err
		}
	}
	for s.actors.count() < s.mails {
		if err := sleep(ctx, 100*time.Millisecond); err != nil {
			return fmt.Errorf("after %d mails: %w", s.actors.count(), err)
		}
	}
	return nil
}

// comesBy is the time limit for the load to reach a failpoint.
const comesBy = time.Minute

// killAt runs the program into a failpoint: on the first pass in the first sweep, on a later
// pass in later sweeps.
func (s *campaign) killAt(ctx context.Context, place string, sweep int) error {
	pass := 1 + sweep*s.random.IntN(8)
	if slices.Contains(atStart(), place) {
		pass = 1
	}
	if err := s.restart(fmt.Sprintf("%s:%d", place, pass)); err != nil {
		return err
	}
	if place == string(failpoint.Copying) {
		go s.backup(ctx, s.process)
	}
	defer s.pressed.Store(int64(s.talks))
	for end := time.Now().Add(comesBy); time.Now().Before(end); s.pressed.Add(int64(s.talks)) {
		select {
		case <-s.process.ended:
			s.atPlaces++
			s.reached = append(s.reached, place)
			fmt.Fprintf(s.log, "chaos: killed at %s:%d\n", place, pass)
			return nil
		case <-time.After(comesBy / 12): // some failpoints need more load
		case <-ctx.Done():
			return fmt.Errorf("waiting for a death at %s: %w", place, context.Cause(ctx))
		}
	}
	s.missed = append(s.missed, place)
	return nil
}

// backup takes a backup as an admin. If the program dies during the backup, no file may be
// left, because an incomplete file would look complete.
func (s *campaign) backup(ctx context.Context, v *process) {
	if v.isReady(ctx) != nil {
		return // killed before; the round counts as missed
	}
	file := filepath.Join(s.dir, "backup.db")
	err := exec.CommandContext(ctx, s.binary, "backup", "--config", s.config, file).Run()
	if _, missing := os.Stat(file); err == nil || missing == nil {
		s.actors.fails(fmt.Errorf("a backup that was cut short counts as done: %v", err))
	}
}

// killAtRandom kills the program after a while. One kill in five hits the start-up.
func (s *campaign) killAtRandom(ctx context.Context) error {
	if err := s.restart(""); err != nil {
		return err
	}
	spared := time.Duration(s.random.Int64N(int64(150 * time.Millisecond)))
	if s.random.IntN(5) > 0 {
		if err := s.process.isReady(ctx); err != nil {
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

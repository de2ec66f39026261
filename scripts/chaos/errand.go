package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"ppamaild/config"
	"ppamaild/daemon/storefile"
	"ppamaild/store"
)

// errand is something that the load does not come to, such as an order of an admin's.
// The program is killed just before it is durable, when it must be as if nobody had
// given it, and just after, when it must hold; then it is done again.
type errand struct {
	at    []string                                           // failpoints: once it came by the last it is done, and not before
	begin func(s *siege, ctx context.Context) (order, error) // the program runs
}

// order is what passes the boundary, once.
type order struct {
	command []string                           // of ppamaild; nil: the program does it by itself
	apart   bool                               // it takes a store that no program runs on, and is what dies
	send    func(ctx context.Context) error    // what makes the program do it; nil: nothing is needed
	done    func(tx store.Tx) (n int, _ error) // how often it was done
	seen    func() (n int, _ error)            // instead, by what lies in files, while no program runs
	vague   bool                               // it may count as done before it is
	refused bool                               // where it was done, it can't be done again
	begun   bool                               // nor where it was begun
	mend    func(ctx context.Context) error    // what it broke; nil: nothing
}

// runErrands does every errand, killed at each of its failpoints. After all of them the
// store must be sound.
func (s *siege) runErrands(ctx context.Context) error {
	for _, e := range errands() {
		for i, place := range e.at {
			if err := s.runErrand(ctx, e, place, i == len(e.at)-1); err != nil {
				return fmt.Errorf("at %s: %w", place, err)
			}
		}
	}
	if err := s.rest(); err != nil {
		return err
	}
	if out, err := s.ppamaild(ctx, "", "store", "check"); err != nil {
		return fmt.Errorf("after the errands: %w\n%s", err, out)
	}
	return nil
}

// runErrand does one, killed at a place where it must have been done, or not.
func (s *siege) runErrand(ctx context.Context, e errand, place string, done bool) error {
	if err := s.first(ctx); err != nil {
		return err
	}
	o, err := e.begin(s, ctx)
	if err != nil {
		return fmt.Errorf("beginning: %w", err)
	}
	if err := s.dies(ctx, place, o); err != nil {
		return err
	}
	s.atPlaces++
	s.reached = append(s.reached, place)
	if n, err := s.count(ctx, o); err != nil {
		return err
	} else if (n == 1) != done && !(o.vague && !done) || n > 1 {
		return fmt.Errorf("it was done %d times by then", n)
	}
	if err := s.again(ctx, o, done); err != nil {
		return err
	}
	err = s.comesToBe(ctx, o)
	if o.mend != nil {
		err = errors.Join(err, o.mend(ctx))
	}
	return err
}

// comesToBe waits until an order is done, once.
func (s *siege) comesToBe(ctx context.Context, o order) error {
	once := func(n int, err error) (bool, error) {
		if n > 1 {
			err = errors.Join(err, fmt.Errorf("it was done %d times", n))
		}
		return n == 1, err
	}
	if o.seen == nil {
		return s.until(ctx, func(tx store.Tx) (bool, error) { return once(o.done(tx)) })
	}
	done, err := once(s.count(ctx, o))
	if !done && err == nil {
		err = errors.New("it was not done when the order was given again")
	}
	return err
}

// dies has an order done by a program that dies at place.
func (s *siege) dies(ctx context.Context, place string, o order) error {
	if o.apart {
		if err := s.rest(); err != nil {
			return err
		}
		out, err := s.ppamaild(ctx, place, o.command...)
		if exit, is := errors.AsType[*exec.ExitError](err); is {
			if status, is := exit.Sys().(syscall.WaitStatus); is && status.Signal() == syscall.SIGKILL {
				return nil
			}
		}
		return fmt.Errorf("it did not die: %w\n%s", err, out)
	}
	if err := s.restart(place); err != nil {
		return err
	}
	if o.command != nil || o.send != nil {
		if err := s.victim.isReady(ctx); err != nil {
			return err
		}
	}
	if o.send != nil {
		if err := o.send(ctx); err != nil {
			return err
		}
	}
	if o.command != nil {
		if out, err := s.ppamaild(ctx, "", o.command...); err == nil {
			return fmt.Errorf("whoever gave the order was told that it is done: %s", out)
		}
	}
	select {
	case <-s.victim.ended:
		return nil
	case <-time.After(comesBy):
		return errors.New("the program did not come by")
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// again has the program run on, and the order given once more: where it was done, it
// is refused, or is one that does no harm.
func (s *siege) again(ctx context.Context, o order, done bool) error {
	if o.command == nil || done && !o.refused {
		return s.first(ctx)
	}
	begin := func() error { return s.first(ctx) }
	if o.apart {
		begin = s.rest
	}
	if err := begin(); err != nil {
		return err
	}
	if out, err := s.ppamaild(ctx, "", o.command...); (err != nil) != (done || o.begun) {
		return fmt.Errorf("given again: %w\n%s", err, out)
	}
	return nil
}

// count returns how often an order was done, by what a program that is ended has left.
func (s *siege) count(ctx context.Context, o order) (n int, err error) {
	if o.seen != nil {
		if err := s.rest(); err != nil {
			return 0, err
		}
		return o.seen()
	}
	return n, s.view(ctx, func(tx store.Tx) error { n, err = o.done(tx); return err })
}

// ppamaild runs a command of the program's, which dies at place unless that is "".
func (s *siege) ppamaild(ctx context.Context, place string, args ...string) (out string, err error) {
	at := 1 // behind the names of the command
	if slices.Contains([]string{"threads", "outbox", "store"}, args[0]) {
		at = 2
	}
	cmd := exec.CommandContext(ctx, s.binary, slices.Insert(slices.Clone(args), at, "--config", s.config)...)
	cmd.Env = append(os.Environ(), "PPAMAILD_FAILPOINT="+place)
	said, err := cmd.CombinedOutput()
	return strings.TrimSpace(string(said)), err
}

// rest ends the program in order, if it runs.
func (s *siege) rest() error {
	if s.victim == nil {
		return nil
	}
	defer func() { s.victim = nil }()
	select {
	case <-s.victim.ended:
		return nil
	default:
	}
	if s.deaf { // it may not yet know that it can be told to end
		return s.victim.kill()
	}
	return s.victim.stop()
}

// view looks into the store of the program, which is ended for it.
func (s *siege) view(ctx context.Context, look func(store.Tx) error) error {
	return s.withStore(func(kept store.Store) error { return kept.View(ctx, look) })
}

func (s *siege) withStore(do func(store.Store) error) error {
	if err := s.rest(); err != nil {
		return err
	}
	kept, _, err := s.openStore()
	if err != nil {
		return err
	}
	return errors.Join(do(kept), kept.Close())
}

// until lets the program run until something holds by its store.
func (s *siege) until(ctx context.Context, holds func(store.Tx) (bool, error)) error {
	if s.victim == nil {
		if err := s.first(ctx); err != nil {
			return err
		}
	}
	for end := time.Now().Add(comesBy); time.Now().Before(end); {
		var done bool
		err := s.glimpse(ctx, func(tx store.Tx) (err error) { done, err = holds(tx); return err })
		if done || err != nil {
			return err
		}
		if err := sleep(ctx, time.Second/5); err != nil {
			return err
		}
	}
	return errors.New("it never came to be")
}

// glimpse looks into a copy of the store of the program, which runs.
func (s *siege) glimpse(ctx context.Context, look func(store.Tx) error) error {
	file := filepath.Join(s.dir, "glimpse.db")
	if err := os.RemoveAll(file); err != nil {
		return err
	}
	if out, err := s.ppamaild(ctx, "", "backup", file); err != nil {
		return fmt.Errorf("copying the store: %w\n%s", err, out)
	}
	cfg, err := config.Load(s.config)
	if err != nil {
		return err
	}
	cfg.Store.Path = file
	kept, err := storefile.Open(cfg)
	if err != nil {
		return err
	}
	return errors.Join(kept.View(ctx, look), kept.Close())
}

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

// operatorAction is an action outside of the load, such as an admin's command. The program is
// killed just before the action is durable, and just after. In the first case the store must be
// unchanged, in the second the action must be complete. Then the action is repeated.
type operatorAction struct {
	at    []string                                              // failpoints: the action is durable after the last, and not before
	begin func(s *campaign, ctx context.Context) (order, error) // prepares the action; the program runs
}

// order is the operation that passes the failpoints once.
type order struct {
	command []string                           // ppamaild command; nil: the program acts on its own
	apart   bool                               // the command needs a store without a running program, and the command is killed
	send    func(ctx context.Context) error    // triggers the action; nil: not needed
	done    func(tx store.Tx) (n int, _ error) // number of completed actions
	seen    func() (n int, _ error)            // used instead of done, from files while no program runs
	vague   bool                               // may count as done early
	refused bool                               // a second action fails after the first is complete
	begun   bool                               // a second action fails after the first has started
	mend    func(ctx context.Context) error    // repairs side effects; nil: none
}

// runActions runs each action with a kill at each of its failpoints. Afterwards the store must
// be sound.
func (s *campaign) runActions(ctx context.Context) error {
	for _, e := range operatorActions() {
		for i, place := range e.at {
			if err := s.runAction(ctx, e, place, i == len(e.at)-1); err != nil {
				return fmt.Errorf("at %s: %w", place, err)
			}
		}
	}
	if err := s.rest(); err != nil {
		return err
	}
	if out, err := s.ppamaild(ctx, "", "store", "check"); err != nil {
		return fmt.Errorf("after the operator actions: %w\n%s", err, out)
	}
	return nil
}

// runAction runs one action with a kill at a place. done says whether the action must be
// complete after the kill.
func (s *campaign) runAction(ctx context.Context, e operatorAction, place string, done bool) error {
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
func (s *campaign) comesToBe(ctx context.Context, o order) error {
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

// dies runs an order in a program that dies at place.
func (s *campaign) dies(ctx context.Context, place string, o order) error {
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
		if err := s.process.isReady(ctx); err != nil {
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
			return fmt.Errorf("the command reported success: %s", out)
		}
	}
	select {
	case <-s.process.ended:
		return nil
	case <-time.After(comesBy):
		return errors.New("the program did not come by")
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// again restarts the program and repeats the order. If the order was done, the repetition must
// fail or do no harm.
func (s *campaign) again(ctx context.Context, o order, done bool) error {
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

// count returns the number of completed orders in the store of an ended program.
func (s *campaign) count(ctx context.Context, o order) (n int, err error) {
	if o.seen != nil {
		if err := s.rest(); err != nil {
			return 0, err
		}
		return o.seen()
	}
	return n, s.view(ctx, func(tx store.Tx) error { n, err = o.done(tx); return err })
}

// ppamaild runs a ppamaild command, which dies at place unless place is "".
func (s *campaign) ppamaild(ctx context.Context, place string, args ...string) (out string, err error) {
	at := 1 // after the command's name
	if slices.Contains([]string{"threads", "outbox", "store"}, args[0]) {
		at = 2
	}
	cmd := exec.CommandContext(ctx, s.binary, slices.Insert(slices.Clone(args), at, "--config", s.config)...)
	cmd.Env = append(os.Environ(), "PPAMAILD_FAILPOINT="+place)
	said, err := cmd.CombinedOutput()
	return strings.TrimSpace(string(said)), err
}

// rest stops the program in order, if running.
func (s *campaign) rest() error {
	if s.fleet != nil {
		return s.fleet.stop()
	}
	if s.process == nil {
		return nil
	}
	defer func() { s.process = nil }()
	if s.process.hasEnded() {
		return nil
	}
	if s.deaf { // the program may not handle signals yet
		return s.process.kill()
	}
	return s.process.stop()
}

// view stops the program and reads its store.
func (s *campaign) view(ctx context.Context, look func(store.Tx) error) error {
	return s.withStore(func(kept store.Store) error { return kept.View(ctx, look) })
}

func (s *campaign) withStore(do func(store.Store) error) error {
	if err := s.rest(); err != nil {
		return err
	}
	kept, _, err := s.openStore()
	if err != nil {
		return err
	}
	return errors.Join(do(kept), kept.Close())
}

// until runs the program until a condition on the store holds.
func (s *campaign) until(ctx context.Context, holds func(store.Tx) (bool, error)) error {
	if s.process == nil {
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

// glimpse reads a copy of the running program's store.
func (s *campaign) glimpse(ctx context.Context, look func(store.Tx) error) error {
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

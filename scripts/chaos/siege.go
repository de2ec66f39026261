package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"ppamaild/sandbox"
)

// options say how long and how hard the program is broken.
type options struct {
	kills, sweeps, mails, talks int
	wait, doubt, limit          time.Duration
	seed                        uint64
	out                         io.Writer
}

// siege is one program being broken.
type siege struct {
	options
	host    sandbox.Host
	dir     string // of program, configuration, store and log
	binary  string
	config  string
	log     *os.File
	carrier *carrier
	office  *office
	town    *town
	random  *rand.Rand

	pressed atomic.Int64 // how many conversations are wanted at a time
	rounds
	victim *victim

	waiting, ended []opened // conversations for errands
	deaf           bool     // the configuration is one under which the program is never ready
}

// newSiege builds the program and has everybody move in at host, which is the
// caller's to close.
func newSiege(ctx context.Context, o options, host sandbox.Host) (s *siege, err error) {
	s = &siege{options: o, host: host, random: rand.New(rand.NewPCG(o.seed, 0))}
	if s.dir, err = os.MkdirTemp("", "chaos"); err != nil {
		return nil, err
	}
	fmt.Fprintf(o.out, "%s; seed %d; program, store and log in %s\n", host.Name(), o.seed, s.dir)
	if s.log, err = os.Create(filepath.Join(s.dir, "log")); err != nil {
		return nil, err
	}
	if s.binary, err = build(ctx, s.dir); err != nil {
		return nil, err
	}
	if s.carrier, err = openCarrier(); err != nil {
		return nil, err
	}
	if s.office, err = openOffice(ctx); err != nil {
		return nil, err
	}
	if s.config, err = configure(s.dir, host, s.carrier.address, s.office.address, o.wait); err != nil {
		return nil, err
	}
	s.pressed.Store(int64(o.talks))
	s.town, err = newTown(ctx, host, o)
	return s, err
}

// close ends what newSiege began. The folder stays for whoever looks into what was
// found, unless all was well.
func (s *siege) close(well bool) error {
	var err error
	if s.victim != nil {
		err = s.victim.kill()
	}
	if well {
		err = errors.Join(err, os.RemoveAll(s.dir))
	}
	return errors.Join(err, s.carrier.Close(), s.office.Close(), s.log.Close())
}

// storm breaks the program under load, and then in what the load does not come to, and
// prints what came of it.
func (s *siege) storm(ctx context.Context) error {
	if err := s.lay(ctx); err != nil {
		return err
	}
	found, err := s.audit(ctx)
	if err != nil {
		return err
	}
	if err := s.runErrands(ctx); err != nil {
		found.wrong("%v", err)
	}
	found.rounds = s.rounds
	found.print(s.out)
	return found.verdict()
}

// lay kills the program under load, at each failpoint and at random, until there was
// enough of it or time is up, and lets it settle.
func (s *siege) lay(ctx context.Context) error {
	people, home := context.WithCancel(ctx)
	var town sync.WaitGroup
	town.Go(func() { s.town.live(people) })
	defer town.Wait()
	defer home()
	if err := s.first(ctx); err != nil {
		return err
	}
	rounds, over := context.WithTimeout(ctx, s.limit)
	go s.load(rounds, people)
	err := s.killAll(rounds)
	over()
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		fmt.Fprintf(s.out, "time is up: %v\n", err)
	case err != nil:
		return err
	}
	return s.settle(ctx)
}

// first has the program read the mailboxes once: what came before does not count.
func (s *siege) first(ctx context.Context) error {
	if err := s.restart(""); err != nil || s.deaf {
		return err
	}
	return s.victim.isReady(ctx)
}

// restart kills the program, if it runs, and starts it so that it dies at place.
func (s *siege) restart(place string) (err error) {
	if s.victim != nil {
		err = s.victim.kill()
	}
	if err == nil {
		s.victim, err = begin(s.binary, s.config, place, s.log)
	}
	return err
}

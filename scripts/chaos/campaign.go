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

// options set the length and the intensity of a campaign.
type options struct {
	kills, sweeps, mails, talks int
	daemons                     int // on one database; 0: one daemon with its own file
	wait, doubt, limit          time.Duration
	seed                        uint64
	only                        string // part of the names of failpoints and of the faults at random; "": all
	out                         io.Writer
}

// campaign is one program under test, with its actors and servers.
type campaign struct {
	options
	host    sandbox.Host
	dir     string // program, configuration, store and log
	binary  string
	config  string
	log     *os.File
	carrier *carrier
	servers *servers
	actors  *actors
	random  *rand.Rand

	pressed atomic.Int64 // requested number of parallel conversations
	rounds
	process *process
	fleet   *fleet // nil: the only daemon is process

	waiting, ended []opened // conversations for operator actions
	deaf           bool     // with this configuration the program never gets ready
}

// newCampaign builds the program and starts the actors at host. The caller closes host.
func newCampaign(ctx context.Context, o options, host sandbox.Host) (s *campaign, err error) {
	s = &campaign{options: o, host: host, random: rand.New(rand.NewPCG(o.seed, 0))}
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
	if s.servers, err = openServers(); err != nil {
		return nil, err
	}
	if s.config, err = configure(s.dir, host, s.carrier.address, s.servers.address, o.wait); err != nil {
		return nil, err
	}
	if o.daemons > 0 {
		if s.fleet, err = openFleet(ctx, s); err != nil {
			return nil, err
		}
	}
	s.pressed.Store(int64(o.talks))
	s.actors, err = newActors(ctx, host, o)
	return s, err
}

// close stops the servers. The folder stays for analysis if there were findings.
func (s *campaign) close(well bool) error {
	var err error
	if s.process != nil {
		err = s.process.kill()
	}
	if s.fleet != nil {
		err = errors.Join(err, s.fleet.close())
	}
	if well {
		err = errors.Join(err, os.RemoveAll(s.dir))
	}
	return errors.Join(err, s.carrier.Close(), s.servers.Close(), s.log.Close())
}

// run kills the program under load, then during operator actions, and prints the result.
func (s *campaign) run(ctx context.Context) error {
	if err := s.killUnderLoad(ctx); err != nil {
		return err
	}
	found, err := s.audit(ctx)
	if err != nil {
		return err
	}
	if s.fleet == nil { // the actions use the file of the store
		if err := s.runActions(ctx); err != nil {
			found.wrong("%v", err)
		}
	}
	found.rounds = s.rounds
	found.print(s.out)
	return found.verdict()
}

// killUnderLoad kills the program at each failpoint and at random, until the wanted number of
// kills or time is reached. Then killUnderLoad waits until all work is done.
func (s *campaign) killUnderLoad(ctx context.Context) error {
	people, home := context.WithCancel(ctx)
	var reading sync.WaitGroup
	reading.Go(func() { s.actors.live(people) })
	defer reading.Wait()
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

// first lets the program read the mailboxes once, because earlier mail does not count. A program
// that never gets ready only has to answer commands: an earlier command, such as a backup, would
// lock the store before the program does.
func (s *campaign) first(ctx context.Context) error {
	if s.fleet != nil {
		return s.fleet.start(ctx)
	}
	if err := s.restart(""); err != nil {
		return err
	}
	if s.deaf {
		return s.process.answers(ctx, s.config)
	}
	return s.process.isReady(ctx)
}

// restart kills the program, if running, and starts a program that dies at place.
func (s *campaign) restart(place string) (err error) {
	if s.process != nil {
		err = s.process.kill()
	}
	if err == nil {
		s.process, err = begin(s.binary, s.config, place, s.log)
	}
	return err
}

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ppamaild/failpoint"
	"ppamaild/sandbox/network"
)

// fleet is several daemons on one database. Each reaches the database through a proxy.
type fleet struct {
	*campaign
	database *database
	members  []*member
}

// member is one daemon of a fleet.
type member struct {
	number  int
	config  string
	proxy   *network.Proxy
	process *process
	suspect bool // a fault may have cost the membership since the start
}

// openFleet starts the database and the proxies, and writes the configurations of the daemons.
func openFleet(ctx context.Context, s *campaign) (f *fleet, err error) {
	f = &fleet{campaign: s}
	s.struck = make(map[string]int)
	if f.database, err = openDatabase(ctx, s.daemons); err != nil {
		return nil, err
	}
	for n := range s.daemons {
		m := &member{number: n}
		f.members = append(f.members, m)
		if m.proxy, err = network.Before(f.database.cluster.Address()); err != nil {
			return nil, errors.Join(err, f.close())
		}
		if err := f.configure(m); err != nil {
			return nil, errors.Join(err, f.close())
		}
	}
	s.config = f.members[0].config
	return f, nil
}

func (f *fleet) configure(m *member) error {
	dir := filepath.Join(f.dir, role(m.number))
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	file, err := configure(dir, f.host, f.carrier.address, f.servers.address, f.wait)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	m.config = file
	return os.WriteFile(file, []byte(f.database.configure(string(text), m.number, m.proxy.Addr())), 0o600)
}

// close kills the daemons and removes the database.
func (f *fleet) close() error {
	var err error
	for _, m := range f.members {
		if m.process != nil {
			err = errors.Join(err, m.kill())
		}
		if m.proxy != nil {
			m.proxy.Close()
		}
	}
	return errors.Join(err, f.database.cluster.Close())
}

// start starts all daemons again, on a good network.
func (f *fleet) start(ctx context.Context) error {
	for _, m := range f.members {
		if err := errors.Join(m.proxy.Heal(), f.restart(m, "")); err != nil {
			return err
		}
	}
	for _, m := range f.members {
		if err := m.process.isReady(ctx); err != nil {
			return err
		}
	}
	return nil
}

// stop stops all daemons in order.
func (f *fleet) stop() (err error) {
	for _, m := range f.members {
		err = errors.Join(err, m.process.stop())
		m.process = nil
	}
	return err
}

// restart kills a daemon, if running, and starts a daemon that dies at place.
func (f *fleet) restart(m *member, place string) (err error) {
	if m.process != nil {
		err = m.kill()
	}
	if err == nil {
		m.suspect = false
		m.process, err = begin(f.binary, m.config, place, f.log)
	}
	return err
}

// kill kills a daemon, if running. A daemon that ended without a kill must have been expelled, or
// must have found no database at its start.
func (m *member) kill() error {
	err := m.process.kill()
	if err == nil || !m.suspect {
		return err
	}
	if strings.Contains(m.process.last, "taken over") {
		return nil
	}
	select {
	case <-m.process.ready:
		return err
	default:
		return nil
	}
}

// tend starts daemons again that have ended, as a supervisor does.
func (f *fleet) tend() error {
	for _, m := range f.members {
		if !m.process.hasEnded() {
			continue
		}
		if !m.process.killed() {
			f.expelled++
		}
		if err := f.restart(m, ""); err != nil {
			return fmt.Errorf("%s: %w: %s", role(m.number), err, m.process.last)
		}
	}
	return nil
}

// holder returns the daemon that reads the mailboxes, or nil.
func (f *fleet) holder(ctx context.Context) (*member, error) {
	stations, err := f.database.stations(ctx)
	for _, m := range f.members {
		if stations[role(m.number)].office {
			return m, nil
		}
	}
	return nil, err
}

// killAt runs the daemons into a failpoint, all but the one that reads the mailboxes. If none dies,
// it kills that one, which stays away, so that another reads the mailboxes.
func (f *fleet) killAt(ctx context.Context, place string, sweep int) error {
	if err := f.tend(); err != nil {
		return err
	}
	reader, err := f.holder(ctx)
	if err != nil {
		return err
	}
	armed := fmt.Sprintf("%s:%d", place, f.pass(place, sweep))
	var victims []*member
	for _, m := range f.members {
		if m == reader {
			continue
		}
		victims = append(victims, m)
		if err := f.restart(m, armed); err != nil {
			return err
		}
	}
	died, err := f.awaitDeath(ctx, victims, reader)
	if err != nil {
		return fmt.Errorf("waiting for a death at %s: %w", armed, err)
	}
	fmt.Fprintf(f.log, "chaos: %d of %d daemons killed at %s\n", died, len(victims), armed)
	f.atPlaces += died
	if died > 0 {
		f.reached = append(f.reached, place)
	} else {
		f.missed = append(f.missed, place)
	}
	for _, m := range victims {
		if err := f.restart(m, ""); err != nil {
			return err
		}
	}
	return f.tend()
}

// awaitDeath waits until one of the victims dies, and a moment longer for the others.
func (f *fleet) awaitDeath(ctx context.Context, victims []*member, reader *member) (died int, err error) {
	defer f.pressed.Store(int64(f.talks))
	began, killed := time.Now(), false
	for time.Since(began) < comesBy {
		if err := sleep(ctx, time.Second/2); err != nil {
			return 0, err
		}
		died = 0
		for _, m := range victims {
			if m.process.hasEnded() {
				died++
			}
		}
		if died > 0 {
			return died, nil
		}
		if waited := time.Since(began); waited > comesBy/12 && !killed && reader != nil {
			killed = true
			if err := reader.kill(); err != nil {
				return 0, err
			}
		} else if waited > comesBy/6 {
			f.pressed.Add(int64(f.talks) / 10)
		}
	}
	return 0, nil
}

// pass returns the pass of a failpoint at which a daemon dies.
func (f *fleet) pass(place string, sweep int) int {
	if slices.Contains(atStart(), place) {
		return 1
	}
	return 1 + sweep*f.random.IntN(4) // the daemons share the passes
}

// atStart lists the failpoints that each start passes once.
func atStart() []string {
	return slices.Concat(failpoint.Open.Sides(), failpoint.Keys.Sides(), failpoint.Agency.Sides())
}

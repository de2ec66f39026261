package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"
	"time"
)

// fault is a fault at random, with the daemon that it hits.
type fault struct {
	name   string
	weight int
	strike func(f *fleet, ctx context.Context, m *member) error
}

func faults() []fault {
	return []fault{
		{"killed and started again", 20, (*fleet).killOne},
		{"killed and taken over", 15, (*fleet).killForLong},
		{"all killed but one", 6, (*fleet).killOthers},
		{"stopped for a moment", 8, (*fleet).stopShortly},
		{"stopped and taken over", 12, (*fleet).stopForLong},
		{"connections cut", 12, (*fleet).sever},
		{"no connection", 8, (*fleet).refuse},
		{"silent connections", 6, (*fleet).silence},
		{"slow connections", 6, (*fleet).slow},
		{"database restarted", 5, (*fleet).restartDatabase},
		{"database crashed", 5, (*fleet).crashDatabase},
		{"standby promoted", 3, (*fleet).failOver},
	}
}

// strike lets a random fault hit a random daemon. Half of the faults hit the daemon that reads the
// mailboxes.
func (f *fleet) strike(ctx context.Context) error {
	if err := f.tend(); err != nil {
		return err
	}
	m := f.members[f.random.IntN(len(f.members))]
	if f.random.IntN(2) == 0 {
		reader, err := f.holder(ctx)
		if err != nil {
			return err
		}
		if reader != nil {
			m = reader
		}
	}
	chosen, err := f.choose()
	if err != nil {
		return err
	}
	fmt.Fprintf(f.log, "chaos: %s: %s\n", role(m.number), chosen.name)
	if err := chosen.strike(f, ctx, m); err != nil {
		return fmt.Errorf("%s, %s: %w", role(m.number), chosen.name, err)
	}
	f.atRandom++
	f.struck[chosen.name]++
	return sleep(ctx, f.upTo(3*time.Second))
}

func (f *fleet) choose() (fault, error) {
	all := slices.DeleteFunc(faults(), func(one fault) bool { return !strings.Contains(one.name, f.only) })
	sum := 0
	for _, one := range all {
		sum += one.weight
	}
	if sum == 0 {
		return fault{}, fmt.Errorf("no fault has %q in its name", f.only)
	}
	at := f.random.IntN(sum)
	for _, one := range all {
		if at -= one.weight; at < 0 {
			return one, nil
		}
	}
	panic("the weights have another sum")
}

func (f *fleet) upTo(d time.Duration) time.Duration {
	return time.Duration(f.random.Int64N(int64(d)))
}

// killOne kills a daemon, one time in five during its start.
func (f *fleet) killOne(ctx context.Context, m *member) error {
	if f.random.IntN(5) == 0 {
		if err := errors.Join(f.restart(m, ""), sleep(ctx, f.upTo(300*time.Millisecond))); err != nil {
			return err
		}
	}
	return f.restart(m, "")
}

// killForLong kills a daemon, which stays away until the others have taken over.
func (f *fleet) killForLong(ctx context.Context, m *member) error {
	return errors.Join(f.takeover(ctx, m, m.kill), f.restart(m, ""))
}

// takeover measures the time from a fault until the others have taken over the work of a daemon.
func (f *fleet) takeover(ctx context.Context, m *member, strike func() error) error {
	epoch, err := f.epoch(ctx, m)
	if err != nil {
		return err
	}
	began := time.Now()
	if err := errors.Join(strike(), f.database.awaitTakeover(ctx, epoch)); err != nil {
		return err
	}
	f.takeovers = append(f.takeovers, time.Since(began))
	return nil
}

// epoch waits until a daemon is a member.
func (f *fleet) epoch(ctx context.Context, m *member) (int64, error) {
	for end := time.Now().Add(takeoverTime); time.Now().Before(end); {
		stations, err := f.database.stations(ctx)
		if err != nil {
			return 0, err
		}
		if s, is := stations[role(m.number)]; is {
			return s.epoch, nil
		}
		if err := errors.Join(f.tend(), sleep(ctx, 100*time.Millisecond)); err != nil {
			return 0, err
		}
	}
	return 0, errors.New("the daemon does not join the others")
}

// killOthers kills all daemons but one within a moment.
func (f *fleet) killOthers(_ context.Context, survivor *member) error {
	for _, m := range f.members {
		if m != survivor {
			if err := m.kill(); err != nil {
				return err
			}
		}
	}
	return f.tend()
}

// stopShortly stops a daemon for less than a lease.
func (f *fleet) stopShortly(ctx context.Context, m *member) error {
	return errors.Join(f.signal(m, syscall.SIGSTOP), sleep(ctx, f.upTo(5*time.Second)),
		f.signal(m, syscall.SIGCONT))
}

// stopForLong stops a daemon until the others have taken over. Then the daemon wakes, and must end.
func (f *fleet) stopForLong(ctx context.Context, m *member) error {
	stop := func() error { return f.signal(m, syscall.SIGSTOP) }
	err := errors.Join(f.takeover(ctx, m, stop), sleep(ctx, f.upTo(2*time.Second)),
		f.signal(m, syscall.SIGCONT))
	if err != nil {
		return err
	}
	select {
	case <-m.process.ended:
		return nil
	case <-time.After(takeoverTime):
		return errors.New("the daemon goes on after the others took over")
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (f *fleet) signal(m *member, signal syscall.Signal) error {
	m.suspect = true
	return m.process.process.Process.Signal(signal)
}

// sever closes all connections of a daemon, a few times.
func (f *fleet) sever(ctx context.Context, m *member) error {
	m.suspect = true
	for range 1 + f.random.IntN(5) {
		if err := errors.Join(m.proxy.Heal(), sleep(ctx, f.upTo(500*time.Millisecond))); err != nil {
			return err
		}
	}
	return nil
}

// refuse cuts a daemon off for a while.
func (f *fleet) refuse(ctx context.Context, m *member) error {
	m.suspect = true
	m.proxy.Refuse()
	return errors.Join(sleep(ctx, f.upTo(15*time.Second)), m.proxy.Heal())
}

// silence lets nothing pass for a while. The connections stay open.
func (f *fleet) silence(ctx context.Context, m *member) error {
	return f.poison(ctx, m, `{"type":"timeout","stream":"upstream","attributes":{"timeout":0}}`)
}

func (f *fleet) slow(ctx context.Context, m *member) error {
	return f.poison(ctx, m, `{"type":"latency","attributes":{"latency":150,"jitter":100}}`)
}

func (f *fleet) poison(ctx context.Context, m *member, toxic string) error {
	m.suspect = true
	return errors.Join(m.proxy.Poison(toxic), sleep(ctx, f.upTo(12*time.Second)), m.proxy.Heal())
}

func (f *fleet) restartDatabase(ctx context.Context, _ *member) error {
	return f.disturb(func() error { return f.database.cluster.Restart(ctx) })
}

func (f *fleet) crashDatabase(ctx context.Context, _ *member) error {
	return f.disturb(func() error { return f.database.crash(ctx) })
}

// failOver promotes a standby after a crash of the server.
func (f *fleet) failOver(ctx context.Context, _ *member) error {
	return f.disturb(func() error {
		return f.database.failOver(ctx, func(address string) (err error) {
			for _, m := range f.members {
				err = errors.Join(err, m.proxy.Move(address))
			}
			return err
		})
	})
}

// disturb does something to the database of all daemons.
func (f *fleet) disturb(do func() error) error {
	for _, m := range f.members {
		m.suspect = true
	}
	return do()
}

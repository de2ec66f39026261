package metrics

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"slices"
	"sync"
)

// Shelf serves the metrics of several tenants on common addresses. Each value has the label
// "tenant". A tenant that can't be served makes all of its addresses unready. The zero value is
// ready for use.
type Shelf struct {
	mu     sync.Mutex
	places map[string]*place // by address
	kept   map[string]string // addresses by tenant
	faults map[string]string // by tenant
	gone   []string          // tenants
}

// place is an address with its tenants.
type place struct {
	shelf   *Shelf
	tenants map[string]*scraped // protected by the shelf's mu
	end     context.CancelFunc
	ended   chan struct{} // closed at the end of the server
	err     error         // why the server ended
}

// Serve serves the metrics of a tenant until ctx is done. The first tenant of an address listens.
func (s *Shelf) Serve(
	ctx context.Context, address, tenant string, from Source, log *slog.Logger,
) error {
	p, err := s.enter(ctx, address, newScraped(tenant, from, log))
	if err != nil {
		return err
	}
	defer s.leave(address, p, tenant)
	log.Info("serving metrics", "url", "http://"+address+"/metrics")
	select {
	case <-ctx.Done():
		return nil
	case <-p.ended:
		return p.err
	}
}

// Keep opens an address that answers until the next Keep of the tenant, also while the tenant is
// not served. The address "" is none.
func (s *Shelf) Keep(ctx context.Context, address, tenant string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if address != "" {
		if _, err := s.open(ctx, address); err != nil {
			return err
		}
	}
	if s.kept == nil {
		s.kept = make(map[string]string)
	}
	was := s.kept[tenant]
	s.kept[tenant] = address
	s.closeUnused(was)
	return nil
}

func (s *Shelf) enter(ctx context.Context, address string, one *scraped) (*place, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, err := s.open(ctx, address)
	if err != nil {
		return nil, err
	}
	p.tenants[one.tenant] = one
	return p, nil
}

// open returns the place of an address. It must be called with mu held.
func (s *Shelf) open(ctx context.Context, address string) (*place, error) {
	if p := s.places[address]; p != nil && !p.hasEnded() {
		return p, nil
	}
	on, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("metrics.listen: %w", err)
	}
	p := &place{shelf: s, tenants: make(map[string]*scraped), ended: make(chan struct{})}
	if s.places == nil {
		s.places = make(map[string]*place)
	}
	s.places[address] = p
	p.serve(context.WithoutCancel(ctx), on)
	return p, nil
}

func (p *place) hasEnded() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

func (p *place) serve(ctx context.Context, on net.Listener) {
	ctx, p.end = context.WithCancel(ctx)
	h := handler(ctx, p)
	go func() {
		p.err = serve(ctx, on, h)
		close(p.ended)
	}()
}

func (s *Shelf) leave(address string, p *place, tenant string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(p.tenants, tenant)
	s.closeUnused(address)
}

// closeUnused ends the server of an address without a tenant. It must be called with mu held: the
// next tenant listens after the end.
func (s *Shelf) closeUnused(address string) {
	p := s.places[address]
	for _, kept := range s.kept {
		if kept == address {
			return
		}
	}
	if p == nil || len(p.tenants) > 0 {
		return
	}
	delete(s.places, address)
	p.end()
	<-p.ended
}

// SetFaults replaces the reasons why tenants can't be served. A tenant that is gone has open
// threads and no configuration: the tenant is down, but makes no address unready.
func (s *Shelf) SetFaults(faults map[string]string, gone []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults, s.gone = maps.Clone(faults), slices.Clone(gone)
}

// state returns the tenants in order of their names, the faults, and the tenants that are gone.
func (p *place) state() (all []*scraped, faults map[string]string, gone []string) {
	p.shelf.mu.Lock()
	defer p.shelf.mu.Unlock()
	all = slices.SortedFunc(maps.Values(p.tenants), func(a, b *scraped) int {
		return cmp.Compare(a.tenant, b.tenant)
	})
	faults = map[string]string{}
	for tenant, address := range p.shelf.kept {
		if p.shelf.places[address] == p && p.tenants[tenant] == nil {
			faults[tenant] = "the tenant is starting"
		}
	}
	maps.Copy(faults, p.shelf.faults)
	return all, faults, p.shelf.gone
}

// families implements answering. A tenant with an unreadable store is down. Tenants are read at the
// same time, because each may wait for a database that is down.
func (p *place) families(ctx context.Context) ([]family, error) {
	up := gauge("ppamaild_tenant_up", "Whether the tenant is served with its present "+
		"configuration.")
	var names []string
	merged := make(map[string]*family)
	all, faults, gone := p.state()
	found, failed := make([][]family, len(all)), make([]error, len(all))
	var reading sync.WaitGroup
	for i, one := range all {
		reading.Go(func() { found[i], failed[i] = one.families(ctx) })
	}
	reading.Wait()
	for i, one := range all {
		if faults[one.tenant] == "" {
			up.add(flag(failed[i] == nil), "tenant", one.tenant)
		}
		for _, f := range found[i] {
			f.label("tenant", one.tenant)
			if merged[f.name] == nil {
				merged[f.name] = &f
				names = append(names, f.name)
			} else {
				merged[f.name].values = append(merged[f.name].values, f.values...)
			}
		}
	}
	for _, name := range slices.Concat(slices.Sorted(maps.Keys(faults)), gone) {
		up.add(0, "tenant", name)
	}
	joined := []family{up}
	for _, name := range names {
		joined = append(joined, *merged[name])
	}
	return joined, nil
}

// notReady implements answering.
func (p *place) notReady(ctx context.Context) string {
	all, faults, _ := p.state()
	for _, name := range slices.Sorted(maps.Keys(faults)) {
		return name + ": " + faults[name]
	}
	for _, one := range all {
		if why := one.notReady(ctx); why != "" {
			return one.tenant + ": " + why
		}
	}
	return ""
}

// Package fair shares a limited resource between the tenants of a process: processor time, calls of
// a model, connections to a mail server. Tenants with waiting work get places in turn. So the work
// of one tenant waits for one piece of work of each other tenant, not for all of their work.
//
// A context without a tenant has no limits.
package fair

import (
	"context"
	"slices"
	"sync"
)

// Resources are shared by the tenants of a process. The zero value has no tenants.
type Resources struct {
	mu     sync.Mutex
	places map[string]*places
}

// Tenant takes places in the name of one tenant.
type Tenant struct{ of *Resources }

// NewTenant returns a new tenant.
func (r *Resources) NewTenant() *Tenant { return &Tenant{r} }

type key struct{}

// In returns a context for the work of a tenant. Without a tenant, In returns ctx.
func (t *Tenant) In(ctx context.Context) context.Context {
	if t == nil {
		return ctx
	}
	return context.WithValue(ctx, key{}, t)
}

// From returns the tenant of a context, or nil.
func From(ctx context.Context) *Tenant {
	t, _ := ctx.Value(key{}).(*Tenant)
	return t
}

// Take waits for a place at a resource, which has the given number of places. The caller calls give
// once. Take returns an error only if ctx ends.
func (t *Tenant) Take(ctx context.Context, resource string, number int) (give func(), err error) {
	if t == nil {
		return func() {}, nil
	}
	p := t.of.at(resource, number)
	if err := p.take(ctx, t); err != nil {
		return nil, err
	}
	return p.give, nil
}

// at returns the places of a resource. The largest number counts.
func (r *Resources) at(resource string, number int) *places {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.places[resource]
	if p == nil {
		p = &places{waiting: make(map[*Tenant][]chan struct{})}
		if r.places == nil {
			r.places = make(map[string]*places)
		}
		r.places[resource] = p
	}
	p.grow(number)
	return p
}

// places are the places of one resource. While a tenant waits, no place is free.
type places struct {
	mu      sync.Mutex
	number  int
	free    int
	turn    []*Tenant                   // those that wait, the next one first
	waiting map[*Tenant][]chan struct{} // a channel closes when the work has a place
}

func (p *places) grow(number int) {
	p.mu.Lock()
	more := max(number-p.number, 0)
	p.number += more
	p.mu.Unlock()
	for range more {
		p.give()
	}
}

func (p *places) take(ctx context.Context, t *Tenant) error {
	p.mu.Lock()
	if p.free > 0 {
		p.free--
		p.mu.Unlock()
		return nil
	}
	mine := make(chan struct{})
	if len(p.waiting[t]) == 0 {
		p.turn = append(p.turn, t)
	}
	p.waiting[t] = append(p.waiting[t], mine)
	p.mu.Unlock()
	select {
	case <-mine:
		return nil
	case <-ctx.Done():
	}
	if !p.leave(t, mine) {
		p.give() // the place came at the same moment
	}
	return ctx.Err()
}

// leave reports whether the work still waited.
func (p *places) leave(t *Tenant, mine chan struct{}) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	at := slices.Index(p.waiting[t], mine)
	if at < 0 {
		return false
	}
	p.waiting[t] = slices.Delete(p.waiting[t], at, at+1)
	if len(p.waiting[t]) == 0 {
		delete(p.waiting, t)
		p.turn = slices.DeleteFunc(p.turn, func(o *Tenant) bool { return o == t })
	}
	return true
}

// give passes a place to the next tenant.
func (p *places) give() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.turn) == 0 {
		p.free++
		return
	}
	next := p.turn[0]
	p.turn = p.turn[1:]
	close(p.waiting[next][0])
	p.waiting[next] = p.waiting[next][1:]
	if len(p.waiting[next]) > 0 {
		p.turn = append(p.turn, next)
	} else {
		delete(p.waiting, next)
	}
}

package service

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"ppamaild/config"
	"ppamaild/config/tenants"
	"ppamaild/daemon"
	"ppamaild/daemon/fair"
	"ppamaild/store"
)

// tenant is a daemon that runs for a tenant, and starts again after an error.
type tenant struct {
	group *group
	name  string
	share *fair.Tenant
	stop  context.CancelFunc
	done  chan struct{} // closed at the end
	err   error         // of the last end; only after done
	dog   Watchdog
	next  chan *config.Config // holds the configuration to change to
	front daemon.Front

	mu      sync.Mutex
	present Service
}

func (g *group) start(ctx context.Context, t tenants.Tenant) {
	ctx, cancel := context.WithCancel(ctx)
	one := &tenant{
		group: g, name: t.Name, share: g.resources.NewTenant(), stop: cancel,
		done: make(chan struct{}), next: make(chan *config.Config, 1),
	}
	one.set(Service{Config: t.Config, Log: g.log.With("tenant", t.Name)})
	g.mu.Lock()
	g.running[t.Name] = one
	g.mu.Unlock()
	go func() {
		defer close(one.done)
		one.err = one.run(ctx)
	}()
}

func (t *tenant) set(s Service) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.present = s
}

func (t *tenant) get() Service {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.present
}

func (t *tenant) log() *slog.Logger { return t.get().Log }

func (t *tenant) reloadable(file string, next *config.Config) error {
	return t.get().Reloadable(file, next)
}

// change lets the tenant go on with another configuration.
func (t *tenant) change(next *config.Config) {
	select {
	case <-t.next: // an earlier change that has not begun
	default:
	}
	t.next <- next
}

// The pause before a tenant starts again after an error.
const (
	shortestPause = time.Second
	longestPause  = time.Minute
)

// run serves the tenant until ctx ends. It returns an error only of the end.
func (t *tenant) run(ctx context.Context) error {
	defer t.front.Close()
	defer func() { _ = t.group.shelf.Keep(ctx, "", t.name) }()
	next, pause := t.get().Config, shortestPause
	for {
		began := time.Now()
		changed, err := t.serve(ctx, next)
		switch {
		case ctx.Err() != nil && errors.Is(err, context.Canceled):
			return nil
		case ctx.Err() != nil:
			return err
		case changed != nil:
			next, pause = changed, shortestPause
			continue
		}
		if time.Since(began) > longestPause {
			pause = shortestPause
		}
		t.log().Error("the tenant's daemon ended; it starts again", "error", err.Error(),
			"pause", pause)
		t.dog.Watch(nil)
		t.group.runs(t.name, fault(err))
		next = t.get().Config
		select {
		case <-ctx.Done():
			return nil
		case next = <-t.next:
			pause = shortestPause
		case <-time.After(pause):
			pause = min(2*pause, longestPause)
		}
	}
}

// fault is what /-/ready says about an error of a daemon. The log has the details.
func fault(err error) string {
	if errors.Is(err, store.ErrUnavailable) {
		return "the database is down"
	}
	return "the daemon ended with an error"
}

// serve runs and closes a daemon. It returns the next configuration after a reload.
func (t *tenant) serve(ctx context.Context, cfg *config.Config) (next *config.Config, err error) {
	s, err := t.open(ctx, cfg)
	switch {
	case err != nil && ctx.Err() != nil: // nothing began
		t.log().Info("stopped during the start", "error", err)
		return nil, nil
	case err != nil:
		return nil, err
	}
	t.set(s)
	t.dog.Watch(s.Daemon)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	changed := make(chan *config.Config, 1)
	go func() {
		select {
		case <-ctx.Done():
		case cfg := <-t.next:
			s.Log.Info("reloading the configuration")
			changed <- cfg
			cancel()
		}
	}()
	err = s.Run(ctx)
	t.dog.Reloading()
	t.remember(context.WithoutCancel(ctx), s)
	err = errors.Join(err, s.Close())
	t.set(Service{Config: s.Config, Log: s.Log})
	select {
	case next = <-changed:
		if err != nil {
			s.Log.Error("ending for the new configuration", "error", err)
		}
	default:
	}
	return next, err
}

// lookTime is the longest time to look for open threads at the end.
const lookTime = 5 * time.Second

// remember notes whether the tenant has open threads. If the store does not answer, the tenant may
// have some.
func (t *tenant) remember(ctx context.Context, s Service) {
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	open, err := s.HasOpenThreads(ctx)
	t.group.remember(t.name, s.Config, s.StoreID(), open || err != nil)
}

// open opens the daemon. If a changed configuration can't be used, open takes the previous one,
// because a reload must not stop the service.
func (t *tenant) open(ctx context.Context, cfg *config.Config) (Service, error) {
	was := t.get()
	s, err := t.openWith(ctx, cfg)
	if err == nil || was.Config == cfg || ctx.Err() != nil {
		return s, err
	}
	was.Log.Error("can't use the new configuration; keeping the previous one", "error", err)
	t.group.mistake(t.name, "the new configuration can't be used")
	return t.openWith(ctx, was.Config)
}

func (t *tenant) openWith(ctx context.Context, cfg *config.Config) (Service, error) {
	if err := t.group.hold(t.name, t.get().Config, cfg); err != nil {
		return Service{}, err
	}
	metrics := ""
	if cfg.Metrics.TenantLabel {
		metrics = cfg.Metrics.Listen
	}
	if err := t.group.shelf.Keep(ctx, metrics, t.name); err != nil {
		return Service{}, err
	}
	s, err := Open(ctx, t.group.Options, cfg, func(o *daemon.Options) {
		o.Logger = o.Logger.With("tenant", t.name)
		o.Tenant, o.Share, o.Shelf = t.name, t.share, &t.group.shelf
		o.Front = &t.front
		o.HadThreads = t.group.hadThreads(t.name)
		o.OnReady = func() { t.group.runs(t.name, "") }
	})
	if err != nil {
		return s, err
	}
	if err := t.group.own(t.name, s.StoreID()); err != nil {
		return Service{}, errors.Join(err, s.Close())
	}
	t.group.remember(t.name, cfg, s.StoreID(), true)
	return s, nil
}

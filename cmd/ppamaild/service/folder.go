package service

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"

	sd "github.com/coreos/go-systemd/v22/daemon"
	"golang.org/x/sync/errgroup"

	"ppamaild/config"
	"ppamaild/config/tenants"
	"ppamaild/daemon"
	"ppamaild/daemon/fair"
	"ppamaild/daemon/metrics"
)

// group runs a daemon for each tenant of a folder.
type group struct {
	Options
	dir       string
	log       *slog.Logger // about the folder
	resources fair.Resources
	shelf     metrics.Shelf

	mu       sync.Mutex
	running  map[string]*tenant
	wrong    map[string]string // why the present configuration of a tenant is not in use
	down     map[string]string // why a tenant does not run at the moment
	gone     []string          // tenants with open threads and without a configuration
	stores   map[daemon.StoreID]string
	held     map[string][]tenants.Claim // by the tenants that run
	starting map[string]bool            // tenants that systemd waits for; nil: systemd knows
	record   map[string]ran             // by tenant
	folders  []string                   // that keep the record
}

// ErrConfig means that no configuration can be used.
var ErrConfig = errors.New("no tenant can be served")

// Folder serves all tenants of a folder until ctx ends. SIGHUP reads the folder again: tenants
// come, go, and change. A file with mistakes starts no tenant; a tenant that runs keeps its
// previous configuration. The others go on. Folder returns an error if no tenant can be served.
func Folder(ctx context.Context, o Options, dir string, hangup <-chan os.Signal) error {
	o.Stderr = &lines{Writer: o.Stderr}
	g := &group{
		Options: o, dir: dir, running: make(map[string]*tenant),
		wrong: make(map[string]string), down: make(map[string]string),
		stores: make(map[daemon.StoreID]string), held: make(map[string][]tenants.Claim),
	}
	found, err := Read(dir)
	if err == nil {
		err = allFailed(found)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrConfig, err)
	}
	all := sound(found)
	if g.log, err = NewLog(all[0], o.Stderr, all[1:]...); err != nil {
		return err
	}
	defer daemon.TuneGC()()
	g.apply(ctx, found)
	go Keep(ctx, g.log, g.alive)
	for {
		select {
		case <-ctx.Done():
			g.log.Info("stopping after the work in progress")
			Notify(g.log, sd.SdNotifyStopping)
			return g.stop()
		case <-hangup:
			g.reload(ctx)
		}
	}
}

// lines lets several logs write their lines to one file.
type lines struct {
	mu sync.Mutex
	io.Writer
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Writer.Write(b)
}

// allFailed returns the errors of all tenants if no tenant can be served.
func allFailed(found []tenants.Tenant) error {
	var failed config.Problems
	var others error
	for _, t := range found {
		if t.Err == nil {
			return nil
		}
		if problems, is := errors.AsType[config.Problems](t.Err); is {
			failed = append(failed, problems...)
		} else {
			others = errors.Join(others, t.Err)
		}
	}
	if len(failed) == 0 {
		return others
	}
	return errors.Join(failed, others)
}

// sound returns the configurations of the sound tenants.
func sound(found []tenants.Tenant) (all []*config.Config) {
	for _, t := range found {
		if t.Err == nil {
			all = append(all, t.Config)
		}
	}
	return all
}

func (g *group) reload(ctx context.Context) {
	g.mu.Lock()
	ours := maps.Clone(g.record)
	g.mu.Unlock()
	found, err := read(g.dir, ours, g.running)
	if err != nil {
		g.log.Error("can't read the folder again; all tenants go on", "error", err)
		return
	}
	g.log.Info("reloading the configurations", "folder", g.dir)
	Notify(g.log, sd.SdNotifyReloading+"\n"+sd.SdNotifyMonotonicUsec())
	g.apply(ctx, found)
}

// apply starts, changes and stops tenants.
func (g *group) apply(ctx context.Context, found []tenants.Tenant) {
	g.begin(found)
	present := make(map[string]bool)
	for _, t := range found {
		present[t.Name] = true
	}
	for _, name := range slices.Sorted(maps.Keys(g.running)) {
		if !present[name] {
			g.remove(name) // first: a file may have a new name
		}
	}
	g.recall(found)
	for _, t := range found {
		was := g.running[t.Name]
		switch {
		case t.Err != nil:
			g.refuse(t, was)
		case was != nil:
			was.change(t.Config)
		default:
			g.start(ctx, t)
		}
	}
	g.ready("")
}

// begin forgets the faults of the folder. systemd waits for all tenants that can start.
func (g *group) begin(found []tenants.Tenant) {
	g.mu.Lock()
	defer g.mu.Unlock()
	clear(g.wrong)
	g.starting = make(map[string]bool)
	for _, t := range found {
		g.starting[t.Name] = t.Err == nil
	}
	g.showFaults()
}

// refuse leaves a tenant as it is.
func (g *group) refuse(t tenants.Tenant, was *tenant) {
	wrong := "the configuration has mistakes"
	if t.Rival != "" {
		wrong = "the configuration collides with " + t.Rival
	}
	if was == nil {
		g.log.Error(wrong+"; the tenant is not served", "tenant", t.Name, "error", t.Err)
	} else {
		g.log.Error(wrong+"; the tenant keeps the previous one", "tenant", t.Name, "error", t.Err)
	}
	g.mistake(t.Name, wrong)
	g.ready(t.Name)
}

// remove stops a tenant without a file.
func (g *group) remove(name string) {
	g.log.Warn("the configuration is gone; the tenant is not served anymore", "tenant", name)
	gone := g.running[name]
	gone.stop()
	<-gone.done
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.running, name)
	delete(g.down, name)
	delete(g.held, name)
	maps.DeleteFunc(g.stores, func(_ daemon.StoreID, of string) bool { return of == name })
	g.showFaults()
}

// mistake notes that the present configuration of a tenant is not in use.
func (g *group) mistake(name, why string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.wrong[name] = why
	g.showFaults()
}

// runs notes that a tenant runs, or why it does not.
func (g *group) runs(name, why string) {
	g.mu.Lock()
	if g.down[name] = why; why == "" {
		delete(g.down, name)
	}
	g.showFaults()
	g.mu.Unlock()
	g.ready(name)
}

// showFaults must be called with mu held.
func (g *group) showFaults() {
	all := maps.Clone(g.wrong)
	maps.Copy(all, g.down)
	g.shelf.SetFaults(all, g.gone)
}

// own refuses the store of another tenant, and a copy of it. A database may have two addresses, and
// a path several names.
func (g *group) own(name string, id daemon.StoreID) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if other, used := g.stores[id]; used && other != name {
		return fmt.Errorf("the store of %s is the store of %s, or a copy of it; "+
			"allowed: a store of its own", g.file(name), g.file(other))
	}
	g.stores[id] = name
	return nil
}

// hold refuses a thing that another running tenant holds. A tenant holds the things of its former
// configuration until the next one is open: a bad file leaves the tenant with the former.
func (g *group) hold(name string, was, next *config.Config) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	mine := tenants.Claims(next)
	for other, theirs := range g.held {
		if c, taken := tenants.Collision(mine, theirs); taken && other != name {
			return fmt.Errorf("%s names the %s %q, but %s still uses this one; "+
				"allowed: once %s has another one", g.file(name), c.Kind, c.Value, other, other)
		}
	}
	g.held[name] = append(mine, tenants.Claims(was)...)
	return nil
}

func (g *group) file(name string) string { return filepath.Join(g.dir, name+tenants.Extension) }

// ready notes that a tenant is ready, or can't be. Then systemd hears if this was the last one.
func (g *group) ready(name string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.starting == nil {
		return
	}
	delete(g.starting, name)
	for _, waits := range g.starting {
		if waits {
			return
		}
	}
	g.starting = nil
	wrong, down := slices.Sorted(maps.Keys(g.wrong)), slices.Sorted(maps.Keys(g.down))
	if len(wrong)+len(down) > 0 {
		g.log.Warn("the other tenants are ready", "wrong", wrong, "down", down)
	} else {
		g.log.Info("all tenants are ready", "tenants", len(g.running))
	}
	Notify(g.log, sd.SdNotifyReady)
}

// alive asks the stores of all tenants. Only a store that gives no answer at all, and a reload that
// hangs, concern systemd: a restart would stop the other tenants, too.
func (g *group) alive(ctx context.Context) error {
	g.mu.Lock()
	asked := slices.Collect(maps.Values(g.running))
	g.mu.Unlock()
	group := errgroup.Group{}
	for _, t := range asked {
		group.Go(func() error {
			err := t.dog.Alive(ctx)
			if errors.Is(err, errReloadHangs) {
				return fmt.Errorf("%s: %w", t.name, err)
			}
			if err != nil && ctx.Err() == nil {
				t.log().Error("the store does not answer", "error", err)
			}
			return nil
		})
	}
	return group.Wait()
}

// stop stops all tenants together.
func (g *group) stop() (err error) {
	for _, t := range g.running {
		t.stop()
	}
	for _, name := range slices.Sorted(maps.Keys(g.running)) {
		t := g.running[name]
		<-t.done
		if t.err != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", name, t.err))
		}
	}
	if err == nil {
		g.log.Info("stopped")
	}
	return err
}

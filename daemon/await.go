package daemon

import (
	"context"
	"errors"
	"sync"
	"time"

	"ppamaild/daemon/metrics"
	"ppamaild/daemon/storefile"
	"ppamaild/store"
)

// The pause between two attempts to open a store in a database that is down.
const (
	shortestPause = time.Second
	longestPause  = time.Minute
)

// tryStore opens the store. The log records a new store: a mistyped path, or a disk that is not
// mounted yet, would otherwise look like a store without any past.
func (d *Daemon) tryStore() (store.Store, error) {
	missing := storefile.Missing(d.Config)
	opened, err := storefile.OpenShared(d.Config)
	if err == nil && missing {
		d.Log.Info("created a new store", "store", storefile.Name(d.Config))
	}
	return opened, err
}

// awaitStore opens the store once the database answers. down is the error of the first attempt.
// Meanwhile /-/ready says that the database is down.
func (d *Daemon) awaitStore(ctx context.Context, down error) (store.Store, error) {
	stop, err := d.serveUnready(ctx)
	if err != nil {
		return nil, err
	}
	defer stop()
	for pause := shortestPause; ; pause = min(2*pause, longestPause) {
		d.Log.Error("the database is down; the start waits", "error", down, "pause", pause)
		if !sleep(ctx, pause) {
			return nil, ctx.Err()
		}
		opened, err := d.tryStore()
		if err == nil {
			d.Log.Warn("the database answers; the start goes on")
		}
		if !errors.Is(err, store.ErrUnavailable) {
			return opened, err
		}
		down = err
	}
}

// serveUnready answers at metrics.listen, if configured, until stop is called.
func (d *Daemon) serveUnready(ctx context.Context) (stop func(), err error) {
	if err := d.listenForMonitor(ctx); err != nil || d.monitor == nil {
		return func() {}, err
	}
	on := d.monitor
	d.monitor = nil
	ctx, cancel := context.WithCancel(ctx)
	var serving sync.WaitGroup
	serving.Go(func() {
		if err := metrics.ServeWaiting(ctx, on); err != nil {
			d.Log.Error("answering at metrics.listen", "error", err)
		}
	})
	return func() { cancel(); serving.Wait() }, nil
}

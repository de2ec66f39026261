package daemon

import (
	"context"
	"sync"

	"ppamaild/daemon/agency"
	"ppamaild/daemon/metrics"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/storefile"
)

// listenForMonitor listens on metrics.listen, if configured. It runs before the stations start,
// so that an unusable address stops the daemon.
func (d *Daemon) listenForMonitor(ctx context.Context) (err error) {
	if d.Config.Metrics.Listen == "" || d.shelved() {
		return nil
	}
	d.monitor, err = listen(ctx, "metrics.listen", d.Config.Metrics.Listen)
	return err
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

// shelved reports whether the metrics are served together with those of other tenants.
func (d *Daemon) shelved() bool { return d.shelf != nil && d.Config.Metrics.TenantLabel }

// serveMetrics serves metrics to a monitor, if configured.
func (d *Daemon) serveMetrics(ctx context.Context) error {
	switch {
	case d.Config.Metrics.Listen == "":
		return nil
	case d.shelved():
		return d.shelf.Serve(ctx, d.Config.Metrics.Listen, d.name, d.source(), d.Log)
	}
	d.Log.Info("serving metrics", "url", "http://"+d.monitor.Addr().String()+"/metrics")
	return metrics.Serve(ctx, d.monitor, d.source(), d.Log)
}

func (d *Daemon) source() metrics.Source {
	return metrics.Source{
		Store:     d.Store,
		Size:      func() (int64, error) { return storefile.Size(d.Config) },
		Mailboxes: d.mailboxes,
		Copies:    d.copiesMissing,
		Twin:      d.twinStops,
		Ended:     d.Watch.Ended,
		Running:   d.Watch.Running,
		Tally:     d.Tally,
		Version:   d.version,
	}
}

// twinStops reports whether another ppamaild stops mail to customers.
func (d *Daemon) twinStops(ctx context.Context) (bool, error) {
	twin, err := queue.Read(ctx, d.Store, queue.FindTwin)
	return twin.Stops(), err
}

func (d *Daemon) copiesMissing() int { return d.copies.Left().Mails }

func (d *Daemon) mailboxes() (all []metrics.Mailbox) {
	for i, w := range d.watching() {
		silent, _ := d.upkeep.Silent(i)
		all = append(all, metrics.Mailbox{
			Role:      agency.Roles()[i],
			Connected: w.Status().Connected,
			Silent:    silent,
			LastRead:  d.upkeep.LastRead(i),
		})
	}
	return all
}

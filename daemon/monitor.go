package daemon

import (
	"context"

	"ppamaild/daemon/agency"
	"ppamaild/daemon/metrics"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/storefile"
)

// listenForMonitor listens on metrics.listen, if configured. It runs before the stations start,
// so that an unusable address stops the daemon.
func (d *Daemon) listenForMonitor(ctx context.Context) (err error) {
	if d.Config.Metrics.Listen == "" {
		return nil
	}
	d.monitor, err = listen(ctx, "metrics.listen", d.Config.Metrics.Listen)
	return err
}

// serveMetrics serves metrics to a monitor, if configured.
func (d *Daemon) serveMetrics(ctx context.Context) error {
	if d.monitor == nil {
		return nil
	}
	d.Log.Info("serving metrics", "url", "http://"+d.monitor.Addr().String()+"/metrics")
	source := metrics.Source{
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
	return metrics.Serve(ctx, d.monitor, source, d.Log)
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

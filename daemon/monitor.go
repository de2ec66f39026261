package daemon

import (
	"context"
	"fmt"
	"net"

	"ppamaild/daemon/agency"
	"ppamaild/daemon/metrics"
)

// listenForMonitor takes the address where a monitor asks, if there is one. It is taken
// before anything runs: a configuration that can't be served by is none to go on with.
func (d *Daemon) listenForMonitor(ctx context.Context) (err error) {
	if d.Config.Metrics.Listen == "" {
		return nil
	}
	if d.monitor, err = new(net.ListenConfig).Listen(ctx, "tcp",
		d.Config.Metrics.Listen); err != nil {
		return fmt.Errorf("metrics.listen: %w", err)
	}
	return nil
}

// serveMetrics tells a monitor how the daemon stands, if that is asked for.
func (d *Daemon) serveMetrics(ctx context.Context) error {
	if d.monitor == nil {
		return nil
	}
	d.Log.Info("serving metrics", "url", "http://"+d.monitor.Addr().String()+"/metrics")
	return metrics.Serve(ctx, d.monitor, metrics.Source{Store: d.Store, File: d.Config.Store.Path,
		Mailboxes: d.mailboxes, Copies: d.copiesMissing}, d.Log)
}

func (d *Daemon) copiesMissing() int { return d.copies.Left().Mails }

func (d *Daemon) mailboxes() (all []metrics.Mailbox) {
	for i, w := range d.watchers {
		silent, _ := d.timers.Silent(i)
		all = append(all, metrics.Mailbox{Role: agency.Roles()[i], Connected: w.Status().Connected,
			Silent: silent, LastRead: d.timers.LastRead(i)})
	}
	return all
}

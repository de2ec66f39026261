package daemon

import (
	"context"
	"fmt"
	"net"

	"ppamaild/daemon/metrics"
)

// serveMetrics tells a monitor how the daemon stands, if that is asked for.
func (d *Daemon) serveMetrics(ctx context.Context) error {
	if d.cfg.Metrics.Listen == "" {
		return nil
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", d.cfg.Metrics.Listen)
	if err != nil {
		return fmt.Errorf("metrics.listen: %w", err)
	}
	d.log.Info("serving metrics", "url", "http://"+listener.Addr().String()+"/metrics")
	return metrics.Serve(ctx, listener, metrics.Source{Store: d.store, File: d.cfg.Store.Path, Mailboxes: d.mailboxes}, d.log)
}

func (d *Daemon) mailboxes() (all []metrics.Mailbox) {
	for i, w := range d.watchers {
		silent, _ := d.silent(i)
		all = append(all, metrics.Mailbox{Role: roles()[i], Connected: w.Status().Connected, Silent: silent, LastRead: d.lastRead(i)})
	}
	return all
}

// Package metrics tells a monitor how the daemon stands, over HTTP at /metrics in the
// format of Prometheus: whether the mailboxes are read, what waits to be dealt with or filed, and
// what this process takes of the machine. All of it is found out when it is asked for,
// at a cost that does not grow with how many threads there are. None of it names a
// person, an address or a thread: whoever can reach the port can read it.
package metrics

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

const (
	patience = 10 * time.Second // with one who asks
	askers   = 4                // at a time
)

// Serve answers on a listener, which it closes when ctx is done.
func Serve(ctx context.Context, on net.Listener, from Source, log *slog.Logger) error {
	server := &http.Server{Handler: handler(ctx, from, log), ReadTimeout: patience, WriteTimeout: patience}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(on); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func handler(ctx context.Context, from Source, log *slog.Logger) http.Handler {
	all := prometheus.NewRegistry()
	all.MustRegister(
		collector{ctx, from, log},
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(all, promhttp.HandlerOpts{
		ErrorLog:            logger{log},
		MaxRequestsInFlight: askers,
	}))
	return mux
}

// logger writes what went wrong with an answer.
type logger struct{ *slog.Logger }

// Println implements promhttp.Logger.
func (l logger) Println(v ...any) { l.Error("answering with metrics", "error", fmt.Sprint(v...)) }

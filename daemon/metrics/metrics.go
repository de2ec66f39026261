// Package metrics exposes the state of the daemon in the Prometheus format at /metrics: whether
// the mailboxes are read, the number of waiting messages, mails and copies, and the resources
// of the process. Each request reads the current state. The cost does not depend on the number
// of threads. The metrics contain no person, address or thread, because any user of the port
// can read them.
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
	patience = 10 * time.Second // timeout of a request
	askers   = 4                // maximum number of parallel requests
)

// Serve serves on a listener, and closes the listener when ctx is done.
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

// logger logs failures of requests.
type logger struct{ *slog.Logger }

// Println implements promhttp.Logger.
func (l logger) Println(v ...any) { l.Error("serving metrics", "error", fmt.Sprint(v...)) }

// Package metrics exposes the state of the daemon in the Prometheus format at /metrics: whether
// the mailboxes are read, the number of waiting messages, mails and copies, and the resources
// of the process. Each request reads the current state. The cost does not depend on the number
// of threads. The metrics contain no person, address or thread, because any user of the port
// can read them.
package metrics

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"
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
	started := time.Now()
	free := make(chan struct{}, askers)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		select {
		case free <- struct{}{}:
			defer func() { <-free }()
		default:
			http.Error(w, "too many requests at the same time", http.StatusServiceUnavailable)
			return
		}
		all, err := from.collect(ctx)
		if err != nil {
			log.Error("reading the store for metrics", "error", err)
			http.Error(w, "the store can't be read; the daemon's log says why",
				http.StatusInternalServerError)
			return
		}
		var text bytes.Buffer
		for _, f := range append(all, process(started)...) {
			f.write(&text)
		}
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		_, _ = w.Write(text.Bytes()) // a client may hang up
	})
	return mux
}

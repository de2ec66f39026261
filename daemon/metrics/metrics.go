// Package metrics exposes the state of the daemon in the Prometheus format at /metrics. Gauges show
// whether the mailboxes are read, and how many messages, mails, copies and reviews wait. Counters
// and histograms show the work since the start and its duration. Each request reads the current
// state; threads are counted less often if the count takes long. The metrics contain no person,
// address or thread, because any user of the port can read them.
//
// GET /-/healthy returns 200 while the process serves. GET /-/ready returns 200 once every mailbox
// was read, none is silent, no commit waits for a full disk, and no second ppamaild stops mail to
// customers.
package metrics

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"time"

	"ppamaild/store"
)

const (
	patience   = 10 * time.Second // timeout of a request, and of a commit
	answerTime = time.Second      // for a store that works
	askers     = 4                // maximum number of parallel requests
)

const databaseDown = "the database is down"

// Serve serves on a listener, and closes the listener when ctx is done.
func Serve(ctx context.Context, on net.Listener, from Source, log *slog.Logger) error {
	return serve(ctx, on, handler(ctx, newScraped("", from, log)))
}

// ServeWaiting serves on a listener while the daemon waits for its database, and closes the
// listener when ctx is done. There are no metrics yet.
func ServeWaiting(ctx context.Context, on net.Listener) error {
	return serve(ctx, on, handler(ctx, waiting(databaseDown)))
}

// waiting is the reason why a daemon has not started.
type waiting string

// families implements answering.
func (w waiting) families(context.Context) ([]family, error) { return nil, errors.New(string(w)) }

// notReady implements answering.
func (w waiting) notReady(context.Context) string { return string(w) }

func serve(ctx context.Context, on net.Listener, h http.Handler) error {
	server := &http.Server{Handler: h, ReadTimeout: patience, WriteTimeout: patience}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(on); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// scraped is a daemon with metrics to read.
type scraped struct {
	tenant string // "": the metrics have no such label
	Source
	census *census
	log    *slog.Logger
}

func newScraped(tenant string, from Source, log *slog.Logger) *scraped {
	return &scraped{tenant, from, &census{store: from.Store}, log}
}

// families implements answering. While the database is down, the metrics lack the figures of the
// store.
func (s *scraped) families(ctx context.Context) ([]family, error) {
	up := gauge("ppamaild_store_up",
		"Whether the store answers. If not, the figures of the store are missing.")
	stored, err := s.stored(ctx)
	down := errors.Is(err, store.ErrUnavailable)
	if err != nil && !down {
		s.log.Error("reading the store for metrics", "error", err)
		return nil, err
	}
	up.values = []value{{number: flag(!down)}}
	return slices.Concat(stored, []family{up}, s.collect()), err
}

// stored returns the figures of the store.
func (s *scraped) stored(ctx context.Context) ([]family, error) {
	all, err := s.readStore(ctx)
	if err != nil {
		return nil, err
	}
	threads, err := s.census.families(ctx)
	return append(all, threads...), err
}

// answering is what answers at an address.
type answering interface {
	// families returns the metrics of the daemons. It returns some of them with
	// store.ErrUnavailable.
	families(ctx context.Context) ([]family, error)
	// notReady says why a daemon does not serve; "" if all serve.
	notReady(ctx context.Context) string
}

func handler(ctx context.Context, from answering) http.Handler {
	started := time.Now()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /-/healthy", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintln(w, "healthy")
	})
	mux.HandleFunc("GET /-/ready", func(w http.ResponseWriter, r *http.Request) {
		if why := from.notReady(r.Context()); why != "" {
			http.Error(w, "not ready: "+why, http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ready")
	})
	mux.HandleFunc("GET /metrics", limited(func(w http.ResponseWriter, _ *http.Request) {
		all, err := from.families(ctx)
		if len(all) == 0 && err != nil {
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
	}))
	return mux
}

// limited refuses a request while askers other requests run.
func limited(serve http.HandlerFunc) http.HandlerFunc {
	free := make(chan struct{}, askers)
	return func(w http.ResponseWriter, r *http.Request) {
		select {
		case free <- struct{}{}:
			defer func() { <-free }()
			serve(w, r)
		default:
			http.Error(w, "too many requests at the same time", http.StatusServiceUnavailable)
		}
	}
}

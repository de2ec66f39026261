package daemon

import (
	"context"
	"crypto/tls"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"ppamaild/config"
)

// Limits of the console's server. Event streams have no limit for writing.
const (
	headerTime = 10 * time.Second
	readTime   = 30 * time.Second
	writeTime  = time.Minute
	idleTime   = 2 * time.Minute
	maxHeader  = 32 << 10
)

// Front listens for the console of one agency. Before a daemon serves, and between two daemons,
// requests get the status 503. The zero value is ready for use. Only ServeHTTP is safe for
// concurrent use.
type Front struct {
	at     config.Console
	server *http.Server // nil: none
	failed chan error   // gets the error that ends the server
	pages  atomic.Pointer[pages]
}

// pages are the pages of a daemon. They end with ctx.
type pages struct {
	http.Handler
	ctx context.Context
}

// listen opens the address of the console, if configured. An open address stays open.
func (f *Front) listen(ctx context.Context, at config.Console, log *slog.Logger) error {
	if f.server != nil && f.at.Listen == at.Listen &&
		f.at.CertFile == at.CertFile && f.at.KeyFile == at.KeyFile {
		return nil
	}
	f.Close()
	if at.Listen == "" {
		return nil
	}
	server := &http.Server{
		Handler:           f,
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       readTime,
		WriteTimeout:      writeTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	serve := server.Serve
	if at.CertFile != "" {
		files := &certificate{cert: at.CertFile, key: at.KeyFile, log: log}
		if _, err := files.get(nil); err != nil {
			return err
		}
		server.TLSConfig = &tls.Config{GetCertificate: files.get}
		serve = func(on net.Listener) error { return server.ServeTLS(on, "", "") }
	}
	on, err := listen(ctx, "console.listen", at.Listen)
	if err != nil {
		return err
	}
	failed := make(chan error, 1)
	go func() { failed <- serve(on) }()
	f.at, f.server, f.failed = at, server, failed
	return nil
}

// serve shows the pages of a daemon until ctx ends.
func (f *Front) serve(ctx context.Context, h http.Handler) error {
	f.pages.Store(&pages{h, ctx})
	defer f.pages.Store(nil)
	select {
	case <-ctx.Done():
		return nil
	case err := <-f.failed:
		f.Close()
		return err
	}
}

// ServeHTTP implements http.Handler.
func (f *Front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	shown := f.pages.Load()
	if shown == nil {
		w.Header().Set("Retry-After", "10")
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, "The console is not ready: ppamaild is starting, or waits for its database.",
			http.StatusServiceUnavailable)
		return
	}
	ctx, cancel := context.WithCancel(shown.ctx)
	defer cancel()
	defer context.AfterFunc(r.Context(), cancel)()
	shown.ServeHTTP(w, r.WithContext(ctx))
}

// Close closes the address.
func (f *Front) Close() {
	if f.server != nil {
		f.server.Close()
		f.server = nil
	}
}

package console

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"
)

const (
	headerTime = 10 * time.Second
	readTime   = 30 * time.Second
	writeTime  = time.Minute // event streams have no limit
	idleTime   = 2 * time.Minute
	maxHeader  = 32 << 10
)

// Serve serves the pages on a listener until ctx ends, and closes the listener. cert and key name
// the files for TLS; "" for plain HTTP.
func (c *Console) Serve(ctx context.Context, on net.Listener, cert, key string) error {
	server := &http.Server{
		Handler:           c.Handler(),
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       readTime,
		WriteTimeout:      writeTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(c.Log.Handler(), slog.LevelDebug),
		BaseContext:       func(net.Listener) context.Context { return ctx },
	}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	serve := server.Serve
	if cert != "" {
		files := &certificate{cert: cert, key: key, log: c.Log}
		if _, err := files.get(nil); err != nil {
			return err
		}
		server.TLSConfig = &tls.Config{GetCertificate: files.get}
		serve = func(on net.Listener) error { return server.ServeTLS(on, "", "") }
	}
	err := serve(on)
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

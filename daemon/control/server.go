// Package control carries what commands ask to the daemon that has the store open, and
// its answers back: HTTP on a Unix socket beside the store, for its owner only. A
// refusal and store.ErrNotFound are known as such at the other end, and all else that
// went wrong comes out as what it says; none of it with private numbers. What can be
// asked, and what is answered, is for who serves it.
package control

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"ppamaild/config"
	"ppamaild/daemon/refusal"
	"ppamaild/reading"
	"ppamaild/store"
)

// The path by which a Unix socket is bound and asked is 107 octets at most (unix(7)).
const (
	longestPath = 107
	overFolder  = "/proc/self/fd/%d/%s"
	longestName = longestPath - len("/proc/self/fd/1234567890/")
)

// Path is where the daemon that uses this store can be asked: beside the store, where
// nobody but its owner can put anything.
func Path(cfg *config.Config) string {
	folder, name := filepath.Split(cfg.Store.Path + ".sock")
	if len(folder+name) > longestPath && len(name) > longestName {
		sum := sha256.Sum256([]byte(name))
		name = fmt.Sprintf("ppamaild-%x.sock", sum[:8])
	}
	return folder + name
}

// reach returns a path that is short enough to bind or ask the socket at path by: where it
// is not, one that leads over its open folder (proc(5), on Linux only), until leave is called.
func reach(path string) (short string, leave func() error, err error) {
	if len(path) <= longestPath {
		return path, func() error { return nil }, nil
	}
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return "", nil, err
	}
	return fmt.Sprintf(overFolder, folder.Fd(), filepath.Base(path)), folder.Close, nil
}

// reached is a listener on such a path, which it removes when it is closed.
type reached struct {
	net.Listener
	leave func() error
}

func (r reached) Close() error { return errors.Join(r.Listener.Close(), r.leave()) }

// lastWords is how long what is being answered when ctx is done may take to its end.
const lastWords = 5 * time.Second

// Serve answers on the socket at path by h, until ctx is done: so is that of each request
// then, and who asked still hears what came of it. A handler that panics is an answer too,
// and is logged.
func Serve(ctx context.Context, path string, h http.Handler, log *slog.Logger) error {
	listener, err := listen(path)
	if err != nil {
		return fmt.Errorf("opening the control socket: %w", err)
	}
	server := &http.Server{
		Handler: recoverPanics(h, log), ReadHeaderTimeout: 10 * time.Second,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	answered := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(answered)
		shutDown(ctx, server)
	})
	err = server.Serve(listener)
	if !stop() {
		<-answered
	}
	if !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// shutDown takes no more requests, and breaks off what is not answered in time.
func shutDown(ctx context.Context, server *http.Server) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastWords)
	defer cancel()
	if server.Shutdown(ctx) != nil {
		server.Close()
	}
}

// listen replaces a socket that a program left behind when it died: the
// store's lock already says that no other daemon is there.
func listen(path string) (net.Listener, error) {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	short, leave, err := reach(path)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("unix", short)
	if err != nil {
		return nil, errors.Join(err, leave())
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(err, reached{listener, leave}.Close())
	}
	return reached{listener, leave}, nil
}

// recoverPanics logs a panic of a handler and sends an answer. The server of package http
// would print the panic instead.
func recoverPanics(h http.Handler, log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			switch p := recover(); {
			case p == nil:
			case p == http.ErrAbortHandler: // an answer that is to be seen to break off
				panic(p)
			default:
				broke := "it broke: " + reading.Mask(fmt.Sprint(p))
				log.Error("answering on the control socket", "path", r.URL.Path, "error", broke+"\n"+string(debug.Stack()))
				http.Error(w, broke, http.StatusInternalServerError)
			}
		}()
		h.ServeHTTP(w, r)
	})
}

// Answer handles what is asked by a path and a query alone.
func Answer[T any](ask func(*http.Request) (T, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := ask(r)
		Respond(w, v, err)
	}
}

const maxOrder = 1 << 20 // octets

// Fulfil handles what comes with an order.
func Fulfil[O, T any](fulfil func(context.Context, O) (T, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var order O
		var v T
		err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxOrder)).Decode(&order)
		if err == nil {
			v, err = fulfil(r.Context(), order)
		}
		Respond(w, v, err)
	}
}

// Respond answers with v, as JSON, or with what went wrong.
func Respond(w http.ResponseWriter, v any, err error) {
	refused, is := errors.AsType[refusal.Error](err)
	switch {
	case is:
		http.Error(w, reading.Mask(string(refused)), http.StatusConflict)
	case errors.Is(err, store.ErrNotFound):
		http.Error(w, reading.Mask(err.Error()), http.StatusNotFound)
	case errors.Is(err, context.Canceled): // or nobody reads it
		http.Error(w, "it was cut short, as the daemon is being stopped: ask again once it runs", http.StatusServiceUnavailable)
	case err != nil:
		http.Error(w, reading.Mask(err.Error()), http.StatusInternalServerError)
	default:
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(v) // the peer has gone; there is nobody to tell
	}
}

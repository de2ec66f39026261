// Package control carries requests of commands to the daemon that has the store open, and the
// answers back: HTTP on a Unix socket next to the store, for the owner only. The client
// recognizes a refusal and store.ErrNotFound, and gets any other error as text. No error holds
// private numbers. The handler defines the requests and answers.
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

// The path of a Unix socket has at most 107 bytes (unix(7)).
const (
	longestPath = 107
	overFolder  = "/proc/self/fd/%d/%s"
	longestName = longestPath - len("/proc/self/fd/1234567890/")
)

// Path returns the socket of the daemon that uses a store. The socket is next to the store,
// where only the owner can create files.
func Path(cfg *config.Config) string {
	folder, name := filepath.Split(cfg.Store.Path + ".sock")
	if len(folder+name) > longestPath && len(name) > longestName {
		sum := sha256.Sum256([]byte(name))
		name = fmt.Sprintf("ppamaild-%x.sock", sum[:8])
	}
	return folder + name
}

// reach returns a path that is short enough to bind or connect to the socket at path. For a
// longer path, it returns a path through the open folder (proc(5), Linux only), valid until
// leave is called.
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

// reached is a listener that removes its socket when closed.
type reached struct {
	net.Listener
	leave func() error
}

func (r reached) Close() error { return errors.Join(r.Listener.Close(), r.leave()) }

// lastWords is the time for running requests after ctx is done.
const lastWords = 5 * time.Second

// Serve serves h on a socket until ctx is done. The context of each request ends then too, and
// the client still gets the result. Serve logs a handler's panic and answers with an error.
func Serve(ctx context.Context, on net.Listener, h http.Handler, log *slog.Logger) error {
	server := &http.Server{
		Handler: recoverPanics(h, log), ReadHeaderTimeout: 10 * time.Second,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	answered := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(answered)
		shutDown(ctx, server)
	})
	err := server.Serve(on)
	if !stop() {
		<-answered
	}
	if !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// shutDown accepts no more requests, and aborts requests that run out of time.
func shutDown(ctx context.Context, server *http.Server) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastWords)
	defer cancel()
	if server.Shutdown(ctx) != nil {
		server.Close()
	}
}

// Listen opens the socket at path. It replaces a socket left by a crashed program. The lock of the
// store, or of the file next to the socket, already proves that no other daemon is there.
func Listen(path string) (net.Listener, error) {
	on, err := replaceSocket(path)
	if err != nil {
		return nil, fmt.Errorf("opening the control socket: %w", err)
	}
	return on, nil
}

func replaceSocket(path string) (net.Listener, error) {
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
			case p == http.ErrAbortHandler: // the client must see a broken answer
				panic(p)
			default:
				broke := "internal error: " + reading.Mask(fmt.Sprint(p))
				log.Error("answering on the control socket", "path", r.URL.Path, "error", broke+"\n"+string(debug.Stack()))
				http.Error(w, broke, http.StatusInternalServerError)
			}
		}()
		h.ServeHTTP(w, r)
	})
}

// answerTime is the time for a store to answer before a request.
const answerTime = 2 * time.Second

// WhileAlive refuses each request if the store does not answer soon. Otherwise a request would wait
// for the database. Client.Alive asks for the daemon only.
func WhileAlive(alive func(context.Context) error, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var err error
		if r.Method != http.MethodHead {
			ctx, cancel := context.WithTimeout(r.Context(), answerTime)
			err = alive(ctx)
			cancel()
		}
		if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, store.ErrUnavailable) {
			http.Error(w, "the database is down; try again once the database answers",
				http.StatusServiceUnavailable)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// Answer handles a request with only a path and a query.
func Answer[T any](ask func(*http.Request) (T, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := ask(r)
		Respond(w, v, err)
	}
}

const maxOrder = 1 << 20 // bytes

// Fulfill handles a request with an order in the body.
func Fulfill[O, T any](fulfill func(context.Context, O) (T, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var order O
		var v T
		err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxOrder)).Decode(&order)
		if err == nil {
			v, err = fulfill(r.Context(), order)
		}
		Respond(w, v, err)
	}
}

// maxStall is the longest time without progress by the reader of a stream.
const maxStall = time.Minute

// Stream answers with lines of JSON, which fn passes to send. If fn fails after a line, the client
// sees a broken answer.
func Stream(w http.ResponseWriter, fn func(send func(line any) error) error) {
	encoder, controller, begun := json.NewEncoder(w), http.NewResponseController(w), false
	err := fn(func(line any) error {
		begun = true
		return errors.Join(controller.SetWriteDeadline(time.Now().Add(maxStall)),
			encoder.Encode(line), controller.Flush())
	})
	switch {
	case err != nil && !begun:
		Respond(w, nil, err)
	case err != nil:
		panic(http.ErrAbortHandler)
	}
}

// Respond answers with v as JSON, or with the error.
func Respond(w http.ResponseWriter, v any, err error) {
	refused, is := errors.AsType[refusal.Error](err)
	switch {
	case is:
		http.Error(w, reading.Mask(string(refused)), http.StatusConflict)
	case errors.Is(err, store.ErrNotFound):
		http.Error(w, reading.Mask(err.Error()), http.StatusNotFound)
	case errors.Is(err, context.Canceled): // or no client reads the answer
		http.Error(w, "the daemon stops and did not finish the request; "+
			"try again once a daemon runs", http.StatusServiceUnavailable)
	case err != nil:
		http.Error(w, reading.Mask(err.Error()), http.StatusInternalServerError)
	default:
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(v) // the client has gone
	}
}

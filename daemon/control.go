package daemon

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"ppamaild/config"
	"ppamaild/daemon/history"
	"ppamaild/daemon/refusal"
	"ppamaild/report"
	"ppamaild/store"
)

// The control socket answers commands on the store while the daemon has it open:
// HTTP on a Unix socket beside the store, for its owner only.

// SocketPath is where the daemon that uses this store can be asked: beside the
// store, or where that is longer than the path of a Unix socket may be (unix(7):
// 107 octets), under a name made from it in the folder for temporary files.
func SocketPath(cfg *config.Config) string {
	path := cfg.Store.Path + ".sock"
	if len(path) <= 107 {
		return path
	}
	sum := sha256.Sum256([]byte(path))
	return filepath.Join(os.TempDir(), fmt.Sprintf("ppamaild-%x.sock", sum[:8]))
}

// serveControl answers on the control socket, until ctx is done.
func (d *Daemon) serveControl(ctx context.Context) error {
	listener, err := listenControl(SocketPath(d.cfg))
	if err != nil {
		return fmt.Errorf("opening the control socket: %w", err)
	}
	server := &http.Server{Handler: d.guarded(d.controlHandler()), ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// listenControl replaces a socket that a program left behind when it died: the
// store's lock already says that no other daemon is there.
func listenControl(path string) (net.Listener, error) {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	listener, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	return listener, os.Chmod(path, 0o600)
}

// wakeRetried has those look who have something to try again.
func (d *Daemon) wakeRetried(r Retried) {
	d.routeBell.ring()
	if r.Thread != "" {
		d.runs.wake(r.Thread, ahead)
	}
}

func (d *Daemon) controlHandler() http.Handler {
	a := NewAdmin(d.store, d.cfg)
	mux := http.NewServeMux()
	tellHandlers(mux, a.Reader)
	mux.HandleFunc("GET /threads/{id}/progress", followHandler(a))
	mux.HandleFunc("POST /retry/{id}", func(w http.ResponseWriter, r *http.Request) {
		again, err := a.Retry(r.Context(), r.PathValue("id"))
		if err == nil {
			d.wakeRetried(again)
		}
		respond(w, again, err)
	})
	mux.HandleFunc("POST /threads/{id}/cancel", d.cancelHandler)
	mux.HandleFunc("POST /forget", d.forgetHandler)
	d.holdHandlers(mux, a)
	mux.HandleFunc("POST /rekey", rekeyHandler(a))
	mux.HandleFunc("GET /backup", backupHandler(a))
	mux.HandleFunc("POST /release", func(w http.ResponseWriter, r *http.Request) {
		released, err := d.releaseByHand(r.Context(), r.FormValue("by"))
		respond(w, released, err)
	})
	d.outboxHandlers(mux)
	mux.HandleFunc("POST /corrections", func(w http.ResponseWriter, r *http.Request) {
		var c Correction
		err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&c)
		if err == nil {
			c, err = d.Correct(r.Context(), c)
		}
		respond(w, c, err)
	})
	return mux
}

// guarded answers where a handler panics, and says so in the log; the server of
// package http would print the panic as it is.
func (d *Daemon) guarded(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			switch p := recover(); {
			case p == nil:
			case p == http.ErrAbortHandler: // an answer that is to be seen to break off
				panic(p)
			default:
				broke := "it broke: " + Mask(fmt.Sprint(p))
				d.log.Error("answering on the control socket", "path", r.URL.Path, "error", broke+"\n"+string(debug.Stack()))
				http.Error(w, broke, http.StatusInternalServerError)
			}
		}()
		h.ServeHTTP(w, r)
	})
}

func respond(w http.ResponseWriter, v any, err error) {
	refused, is := errors.AsType[refusal.Error](err)
	switch {
	case is:
		http.Error(w, Mask(string(refused)), http.StatusConflict)
	case errors.Is(err, store.ErrNotFound):
		http.Error(w, Mask(err.Error()), http.StatusNotFound)
	case err != nil:
		http.Error(w, Mask(err.Error()), http.StatusInternalServerError)
	default:
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(v) // the peer has gone; there is nobody to tell
	}
}

// Threads and thread details come from a running daemon, or from the store itself.
type Threads interface {
	Threads(ctx context.Context) ([]history.Summary, error)
	// Thread returns store.ErrNotFound where there is none of that id.
	Thread(ctx context.Context, id string) (history.Thread, error)
	// Export returns all that is held of a thread; store.ErrNotFound where there is
	// none of that id.
	Export(ctx context.Context, id string) (report.Thread, error)
	// Retry is Admin.Retry; without a daemon it is left to the next one that runs.
	Retry(ctx context.Context, id string) (Retried, error)
	// Correct moves messages between threads; it returns a refusal where it can't.
	Correct(ctx context.Context, c Correction) (Correction, error)
	Rekey(ctx context.Context) (Rekeyed, error)
	// Backup writes a copy of the store to w, whole where it returns nil.
	Backup(ctx context.Context, w io.Writer) error
	// The rest is as Admin has it.
	Cancel(ctx context.Context, id, why, by string) (string, error)
	Forget(ctx context.Context, f Forgetting) (Forgotten, error)
	Hold(ctx context.Context, o Holding) (store.Hold, error)
	Holds(ctx context.Context) ([]store.Hold, error)
	Verify(ctx context.Context, id string) ([]history.Verified, error)
	Why(ctx context.Context, messageID string) (history.Explanation, error)
	Follow(ctx context.Context, id string, tell func(history.Progress) error) error
	Outbox(ctx context.Context, all bool) ([]store.Mail, error)
	RetryMail(ctx context.Context, id uint64, by string) (store.Mail, error)
	DropMail(ctx context.Context, id uint64, by string) (store.Mail, error)
	Release(ctx context.Context, by string) (store.Restoration, error)
	Close() error
}

// Connect asks the daemon that runs on the configured store, or opens the store
// if none does.
func Connect(ctx context.Context, cfg *config.Config) (Threads, error) {
	client := controlClient(SocketPath(cfg))
	if client.alive(ctx) {
		return client, nil
	}
	if _, err := os.Stat(cfg.Store.Path); err != nil {
		return nil, fmt.Errorf("opening the store: %w", err)
	}
	s, err := OpenStore(cfg)
	if err != nil {
		return nil, err
	}
	return NewAdmin(s, cfg), nil
}

type control struct{ http *http.Client }

func controlClient(path string) control {
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", path)
	}
	return control{&http.Client{Transport: &http.Transport{DialContext: dial}, Timeout: time.Minute}}
}

func (c control) alive(ctx context.Context) bool {
	request, err := http.NewRequestWithContext(ctx, http.MethodHead, "http://ppamaild/", nil)
	if err != nil {
		return false
	}
	response, err := c.http.Do(request)
	if err != nil {
		return false
	}
	return response.Body.Close() == nil
}

func (c control) Retry(ctx context.Context, id string) (Retried, error) {
	return ask[Retried](ctx, c, http.MethodPost, "/retry/"+url.PathEscape(id), nil)
}

func (c control) Correct(ctx context.Context, what Correction) (Correction, error) {
	body, err := json.Marshal(what)
	if err != nil {
		return Correction{}, err
	}
	return ask[Correction](ctx, c, http.MethodPost, "/corrections", bytes.NewReader(body))
}

// Close releases the connection.
func (c control) Close() error {
	c.http.CloseIdleConnections()
	return nil
}

func get[T any](ctx context.Context, c control, path string) (T, error) {
	return ask[T](ctx, c, http.MethodGet, path, nil)
}

func ask[T any](ctx context.Context, c control, method, path string, body io.Reader) (v T, err error) {
	err = c.do(ctx, method, path, body, func(answer io.Reader) error { return json.NewDecoder(answer).Decode(&v) })
	return v, err
}

// do asks the daemon and has its answer read.
func (c control) do(ctx context.Context, method, path string, body io.Reader, read func(io.Reader) error) error {
	request, err := http.NewRequestWithContext(ctx, method, "http://ppamaild"+path, body)
	if err != nil {
		return err
	}
	response, err := c.http.Do(request)
	if err != nil {
		return fmt.Errorf("asking the running daemon: %w", err)
	}
	defer response.Body.Close()
	switch response.StatusCode {
	case http.StatusOK:
		return read(response.Body)
	case http.StatusNotFound:
		return store.ErrNotFound
	}
	said, _ := io.ReadAll(io.LimitReader(response.Body, 4096)) // what there is of it
	if response.StatusCode == http.StatusConflict {
		return refusal.Error(bytes.TrimSpace(said))
	}
	return fmt.Errorf("asking the running daemon: %s: %s", response.Status, bytes.TrimSpace(said))
}

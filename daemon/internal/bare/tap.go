package bare

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"
)

// Tap is a proxy of an IMAP server that notes when the server announces messages: the earliest
// time a client can know of them.
type Tap struct {
	listener net.Listener
	server   string

	mu    sync.Mutex
	first time.Time // protected by mu
}

// NewTap listens on a free port of 127.0.0.1 for connections to server.
func NewTap(server string) (*Tap, error) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("tapping %s: %w", server, err)
	}
	t := &Tap{listener: listener, server: server}
	go t.serve()
	return t, nil
}

// Addr is where to connect to.
func (t *Tap) Addr() *net.TCPAddr { return t.listener.Addr().(*net.TCPAddr) }

// Announced returns when messages were first announced since the last call of
// Forget; zero if none were.
func (t *Tap) Announced() time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.first
}

// Forget resets Announced.
func (t *Tap) Forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.first = time.Time{}
}

// Close accepts no more connections; each open connection ends with the client's.
func (t *Tap) Close() error { return t.listener.Close() }

func (t *Tap) serve() {
	for {
		client, err := t.listener.Accept()
		if err != nil {
			return // closed
		}
		server, err := net.Dial("tcp", t.server)
		if err != nil {
			_ = client.Close() // notifies the client
			continue
		}
		go func() { _ = pass(server, client) }()
		go func() { _ = pass(client, listening{server, t}) }()
	}
}

// pass ends both connections with either.
func pass(to io.WriteCloser, from io.ReadCloser) error {
	_, err := io.Copy(to, from)
	return errors.Join(err, to.Close(), from.Close())
}

// listening reads the server's lines.
type listening struct {
	net.Conn
	tap *Tap
}

// Read implements io.Reader.
func (l listening) Read(p []byte) (int, error) {
	n, err := l.Conn.Read(p)
	if bytes.Contains(p[:n], []byte(" EXISTS\r\n")) {
		l.tap.heard(time.Now())
	}
	return n, err
}

func (t *Tap) heard(at time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.first.IsZero() {
		t.first = at
	}
}

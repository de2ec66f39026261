package mailbox

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"sync/atomic"
	"time"
)

type dialFunc func(ctx context.Context, network, address string) (net.Conn, error)

// endpoint is where a server is and how it is spoken to.
type endpoint struct {
	host    string
	port    int
	tls     string
	roots   *x509.CertPool
	timeout time.Duration
	dial    dialFunc
}

func (e endpoint) address() string { return net.JoinHostPort(e.host, strconv.Itoa(e.port)) }

func (e endpoint) validate() error {
	switch {
	case e.host == "":
		return errors.New("no host is given")
	case e.port < 1 || e.port > 65535:
		return fmt.Errorf("port %d is not between 1 and 65535", e.port)
	case e.tls != TLSImplicit && e.tls != TLSStart && e.tls != TLSNone:
		return fmt.Errorf("tls is %q, not %s, %s or %s", e.tls, TLSImplicit, TLSStart, TLSNone)
	}
	return nil
}

func (e endpoint) tlsConfig(protocol string) *tls.Config {
	config := &tls.Config{ServerName: e.host, RootCAs: e.roots, MinVersion: tls.VersionTLS12}
	if protocol != "" {
		config.NextProtos = []string{protocol}
	}
	return config
}

// connect returns the connection to speak over and the one beneath it, whose
// Close never blocks. With TLSStart they are still the same, unencrypted.
func (e endpoint) connect(ctx context.Context, protocol string) (over net.Conn, beneath *wire, err error) {
	ctx, cancel := context.WithTimeout(ctx, e.timeout)
	defer cancel()
	dial := e.dial
	if dial == nil {
		dial = new(net.Dialer).DialContext
	}
	conn, err := dial(ctx, "tcp", e.address())
	if err != nil {
		return nil, nil, connectError(e, e.waited(ctx, err))
	}
	beneath = &wire{Conn: conn, timeout: e.timeout}
	if e.tls == TLSNone && !isLoopback(conn.RemoteAddr()) {
		conn.Close()
		return nil, nil, connectError(e, errors.New("tls = \"none\" is for loopback only"))
	}
	if e.tls != TLSImplicit {
		return beneath, beneath, nil
	}
	secure := tls.Client(beneath, e.tlsConfig(protocol))
	if err := secure.HandshakeContext(ctx); err != nil {
		conn.Close()
		return nil, nil, connectError(e, e.waited(ctx, err))
	}
	return secure, beneath, nil
}

// waited is err or, where it came of our giving up, that nobody answers: the error tells
// of a connection then that we closed ourselves.
func (e endpoint) waited(ctx context.Context, err error) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) || errors.Is(err, os.ErrDeadlineExceeded) {
		return fmt.Errorf("%w (%s)", errSilent, e.timeout)
	}
	return err
}

// isLoopback also holds for a pipe, which never leaves the process.
func isLoopback(addr net.Addr) bool {
	tcp, ok := addr.(*net.TCPAddr)
	return !ok || tcp.IP.IsLoopback()
}

// wire is a connection that bounds each write, as go-smtp's upload in DATA sets
// no deadline of its own, and remembers whether one failed.
type wire struct {
	net.Conn
	timeout time.Duration
	broken  atomic.Bool
}

func (w *wire) Write(p []byte) (int, error) {
	err := w.SetWriteDeadline(time.Now().Add(w.timeout))
	n := 0
	if err == nil {
		n, err = w.Conn.Write(p)
	}
	if err != nil {
		w.broken.Store(true)
	}
	return n, err
}

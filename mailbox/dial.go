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

// endpoint is a server and how to connect to it.
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

// connect returns the connection to use, and the TCP connection beneath. Closing beneath never
// blocks. With TLSStart both are the same, without encryption.
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
	beneath = &wire{Conn: conn, timeout: e.timeout, most: maxAnswer}
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

// waited returns err, or errSilent if a time limit closed the connection.
func (e endpoint) waited(ctx context.Context, err error) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) || errors.Is(err, os.ErrDeadlineExceeded) {
		return fmt.Errorf("%w (%s)", errSilent, e.timeout)
	}
	return err
}

// isLoopback also holds for a pipe, which stays in the process.
func isLoopback(addr net.Addr) bool {
	tcp, ok := addr.(*net.TCPAddr)
	return !ok || tcp.IP.IsLoopback()
}

// wire is a connection with a time limit for each write, because go-smtp sets none during DATA.
// It also records whether a write failed, and ends an endless answer, which the libraries keep.
type wire struct {
	net.Conn
	timeout time.Duration
	broken  atomic.Bool
	most    int64        // bytes of an answer
	got     atomic.Int64 // bytes since the last write, or since the caller took some
}

// maxAnswer is more than the UIDs of the largest folder.
const maxAnswer = 128 << 20

func (w *wire) Read(p []byte) (int, error) {
	n, err := w.Conn.Read(p)
	if w.got.Add(int64(n)) > w.most {
		return 0, fmt.Errorf("the server's answer is over %d bytes", w.most)
	}
	return n, err
}

func (w *wire) Write(p []byte) (int, error) {
	w.got.Store(0)
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

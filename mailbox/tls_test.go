package mailbox

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"math/big"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
)

// testCertificate returns a self-signed certificate for 127.0.0.1 with a validity, and a pool
// that trusts the certificate.
func testCertificate(t *testing.T, valid time.Duration) (*tls.Config, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(valid),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(leaf)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}, pool
}

func startTLSServer(t *testing.T, mode string, valid time.Duration) (Account, *x509.CertPool) {
	config, pool := testCertificate(t, valid)
	mem := imapmemserver.New()
	user := imapmemserver.NewUser(testUser, testPassword)
	user.Create("INBOX", nil)
	mem.AddUser(user)
	options := &imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return mem.NewSession(), nil, nil
		},
	}
	listener := listen(t)
	if mode == TLSStart {
		options.TLSConfig = config
	} else {
		listener = tls.NewListener(listener, config)
	}
	server := imapserver.New(options)
	go server.Serve(listener)
	t.Cleanup(func() { server.Close() })
	account := accountAt(listener.Addr())
	account.TLS = mode
	return account, pool
}

// A silent server, and a plain server on a TLS port, give an error with advice, not the error
// of a closed connection.
func TestWhoDoesNotAnswerIsTold(t *testing.T) {
	answers := func(greeting string) net.Addr {
		listener := listen(t)
		go func() {
			for conn, err := listener.Accept(); err == nil; conn, err = listener.Accept() {
				fmt.Fprint(conn, greeting)
				t.Cleanup(func() { conn.Close() })
			}
		}()
		return listener.Addr()
	}
	silent, plain := answers(""), answers("220 mail.test ESMTP ready\r\n")
	for name, test := range map[string]struct {
		to        net.Addr
		tls, want string
	}{
		"TLS never begins":   {silent, TLSImplicit, "does not answer (200ms) (check host, port and tls"},
		"no greeting":        {silent, TLSStart, "does not answer (200ms) (check host, port and tls"},
		"no TLS where it is": {plain, TLSImplicit, "check port and tls: what answers there does not begin with TLS"},
	} {
		t.Run(name, func(t *testing.T) {
			account, options := accountAt(test.to), senderAt(test.to)
			account.TLS, account.Timeout = test.tls, 200*time.Millisecond
			options.TLS, options.Timeout = test.tls, 200*time.Millisecond
			for _, err := range []error{Probe(t.Context(), account), newTestSender(t, options).Probe(t.Context(), "quotes@agency.test")} {
				if err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "connecting at ") {
					t.Errorf("got %v, which lacks %q", err, test.want)
				}
			}
		})
	}
}

// A TLS server hangs up on a client that waits for a plain greeting, like Dovecot. The advice
// mentions tls.
func TestNoSTARTTLSWhereTLSBegins(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		for conn, err := listener.Accept(); err == nil; conn, err = listener.Accept() {
			conn.Close()
		}
	}()
	account, options := accountAt(listener.Addr()), senderAt(listener.Addr())
	account.TLS, options.TLS = TLSStart, TLSStart
	for _, err := range []error{Probe(t.Context(), account), newTestSender(t, options).Probe(t.Context(), "quotes@agency.test")} {
		if err == nil || !strings.Contains(err.Error(), "(check host, port and tls, ") {
			t.Errorf("got %v", err)
		}
	}
}

func TestTLSModes(t *testing.T) {
	for _, mode := range []string{TLSImplicit, TLSStart} {
		t.Run(mode, func(t *testing.T) {
			account, pool := startTLSServer(t, mode, time.Hour)
			err := Probe(t.Context(), account)
			if err == nil || !strings.Contains(err.Error(), "check ca_file") {
				t.Errorf("an untrusted certificate gave %v", err)
			}
			account.RootCAs = pool
			if err := Probe(t.Context(), account); err != nil {
				t.Error(err)
			}
			sink := newMemSink()
			waitReady(t, startWatcher(t, account, sink, Start{}))
			account, account.RootCAs = startTLSServer(t, mode, -time.Hour)
			err = Probe(t.Context(), account)
			if err == nil || !strings.Contains(err.Error(), "expired") || !strings.Contains(err.Error(), "check the server's certificate") {
				t.Errorf("a certificate that has expired gave %v", err)
			}
		})
	}
}

func TestSTARTTLSIsNotDowngraded(t *testing.T) {
	server := startFakeServer(t)
	server.on = func(c *fakeConn, tag, command, args string) bool {
		if command == "STARTTLS" {
			c.say("%s BAD unknown command", tag)
			return true
		}
		return false
	}
	server.account.TLS = TLSStart
	if err := Probe(t.Context(), server.account); err == nil {
		t.Error("it went on without encryption")
	}
	if n := countOf(server.commands(), "LOGIN"); n > 0 {
		t.Error("the password was sent in the clear")
	}
}

func TestNoTLSIsForLoopbackOnly(t *testing.T) {
	account := pipeAccount(func(net.Conn) {})
	dial := account.dial
	account.dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		return farConn{conn}, err
	}
	if err := Probe(t.Context(), account); err == nil || !strings.Contains(err.Error(), "loopback") {
		t.Errorf("got %v", err)
	}
}

// farConn has the address of another machine.
type farConn struct{ net.Conn }

func (farConn) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 143} }

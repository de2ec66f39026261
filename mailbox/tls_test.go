package mailbox

import (
	"bufio"
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

// testCertificate is self-signed for 127.0.0.1; the pool trusts it.
func testCertificate(t *testing.T) (*tls.Config, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour),
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

func startTLSServer(t *testing.T, mode string) (Account, *x509.CertPool) {
	config, pool := testCertificate(t)
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

func TestTLSModes(t *testing.T) {
	for _, mode := range []string{TLSImplicit, TLSStart} {
		t.Run(mode, func(t *testing.T) {
			account, pool := startTLSServer(t, mode)
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

// farConn says that it leads to another machine.
type farConn struct{ net.Conn }

func (farConn) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 143} }

// smtpScript is an SMTP server that follows a script: reply gives the answer to
// a command; an empty one hangs up.
type smtpScript struct {
	ehlo  []string // extensions
	reply func(conn int, command string) string
	data  func(conn net.Conn, r *bufio.Reader) // instead of reading the mail and saying 250
}

func (s smtpScript) start(t *testing.T) SenderOptions {
	t.Helper()
	listener := listen(t)
	go func() {
		for number := 1; ; number++ {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { conn.Close() })
			go s.serve(number, conn)
		}
	}()
	return senderAt(listener.Addr())
}

func senderAt(addr net.Addr) SenderOptions {
	return SenderOptions{Host: "127.0.0.1", Port: addr.(*net.TCPAddr).Port, TLS: TLSNone, Timeout: 5 * time.Second, SubmitTimeout: 5 * time.Second}
}

func (s smtpScript) serve(number int, conn net.Conn) {
	defer conn.Close()
	r := bufio.NewReader(conn)
	fmt.Fprint(conn, "220 ready\r\n")
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimRight(line, "\r\n")
		answer := "250 ok"
		verb, _, _ := strings.Cut(line, " ")
		switch verb {
		case "EHLO":
			answer = "250-hello\r\n250-" + strings.Join(append(s.ehlo, "SIZE 9999999"), "\r\n250-") + "\r\n250 HELP"
		case "DATA":
			answer = "354 go on"
		case "QUIT":
			answer = "221 bye"
		}
		if s.reply != nil {
			if own := s.reply(number, line); own == "hang up" {
				return
			} else if own != "" {
				answer = own
			}
		}
		fmt.Fprintf(conn, "%s\r\n", answer)
		if !strings.HasPrefix(answer, "354") {
			continue
		}
		if s.data != nil {
			s.data(conn, r)
			return
		}
		for line != ".\r\n" && err == nil {
			line, err = r.ReadString('\n')
		}
		answer = "250 taken"
		if s.reply != nil {
			if own := s.reply(number, "."); own != "" {
				answer = own
			}
		}
		fmt.Fprintf(conn, "%s\r\n", answer)
	}
}

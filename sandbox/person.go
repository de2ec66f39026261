package sandbox

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"os"
	"sync"
	"time"
)

// Person is a test correspondent with a mail program: the Person sends by submission, reads
// over IMAP, and shares no code with the daemon. A Person is safe for concurrent use, but only
// one Wait may run at a time.
type Person struct {
	Name    string
	Address string
	Now     func() time.Time // for Date fields and Message-IDs; NewPerson sets time.Now

	host Host
	tls  *tls.Config

	inbox   sync.Mutex // held by Wait
	lastUID uint32     // protected by inbox; earlier messages existed at the start or were read
	unread  []Received // protected by inbox; read from the server, not yet returned by Wait

	outbox sync.Mutex
	sent   int // protected by outbox; counts Message-IDs
}

// NewPerson logs in to the account of address at h. Existing mail is ignored: Wait returns only
// mail that arrives from now on.
func NewPerson(ctx context.Context, h Host, name, address string) (*Person, error) {
	config, err := trust(h.CAFile())
	if err != nil {
		return nil, err
	}
	p := &Person{Name: name, Address: address, Now: time.Now, host: h, tls: config}
	client, next, err := p.openInbox(ctx, onlyLimit)
	if err != nil {
		return nil, fmt.Errorf("opening the mailbox of %s: %w", address, err)
	}
	p.lastUID = next - 1
	return p, client.Close()
}

func trust(caFile string) (*tls.Config, error) {
	pem, err := os.ReadFile(caFile)
	if err != nil {
		return nil, fmt.Errorf("reading the CA file: %w", err)
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("reading the CA file: %s holds no certificate", caFile)
	}
	return &tls.Config{RootCAs: roots, ServerName: "localhost"}, nil
}

// dial connects to e. The connection closes when ctx ends before stop is called, because the
// client libraries have no contexts.
func dial(ctx context.Context, e Endpoint) (conn net.Conn, stop func() bool, err error) {
	var dialer net.Dialer
	conn, err = dialer.DialContext(ctx, "tcp", e.Addr())
	if err != nil {
		return nil, nil, err
	}
	return conn, context.AfterFunc(ctx, func() { _ = conn.Close() }), nil
}

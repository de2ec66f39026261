package mailbox

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"time"
)

// How a connection is encrypted: the values of tls in the configuration.
const (
	TLSImplicit = "implicit"
	TLSStart    = "starttls" // a server without STARTTLS is refused
	TLSNone     = "none"     // loopback only
)

// Account is one folder of one IMAP account.
type Account struct {
	Name               string // key in store and logs: "quotes@agency.test/INBOX"
	Host               string
	Port               int
	TLS                string // TLSImplicit, TLSStart or TLSNone
	Username, Password string
	Tokens             TokenSource    // nil: use the password
	RootCAs            *x509.CertPool // nil: use the system's
	Folder             string         // default INBOX
	SentFolder         string         // default Sent

	PollInterval   time.Duration // for servers without IDLE; default 1 minute
	IdleRefresh    time.Duration // how often to end IDLE and search the folder; default 4 minutes
	Timeout        time.Duration // of silence before an answer; default 30 seconds
	MaxMessageSize int64         // bytes; of a larger message only the header is read; default 25 MiB
	OnRejected     func()        // called after each rejected login, unless nil

	dial dialFunc // for tests; nil: the network
}

func (a Account) withDefaults() (Account, error) {
	a.Folder = cmp.Or(a.Folder, "INBOX")
	a.SentFolder = cmp.Or(a.SentFolder, "Sent")
	a.Name = cmp.Or(a.Name, a.Username+"/"+a.Folder)
	a.PollInterval = cmp.Or(a.PollInterval, time.Minute)
	a.IdleRefresh = cmp.Or(a.IdleRefresh, 4*time.Minute)
	a.Timeout = cmp.Or(a.Timeout, 30*time.Second)
	a.MaxMessageSize = cmp.Or(a.MaxMessageSize, 25<<20)
	if min(a.PollInterval, a.IdleRefresh, a.Timeout) < 0 || a.MaxMessageSize < 0 {
		return a, errors.New("mailbox account: intervals and sizes must be positive")
	}
	return a, a.endpoint().validate()
}

func (a Account) endpoint() endpoint {
	return endpoint{host: a.Host, port: a.Port, tls: a.TLS, roots: a.RootCAs, timeout: a.Timeout, dial: a.dial}
}

// Probe logs in and opens the folder, to test the configuration of the account. The error names
// the host and what to check.
func Probe(ctx context.Context, account Account) error {
	account, err := account.withDefaults()
	if err != nil {
		return err
	}
	s, err := openSession(ctx, account)
	if err != nil {
		return err
	}
	defer s.close()
	_, err = s.examine(ctx, account.Folder)
	return err
}

// AccountError is a failure that the admin can fix in the configuration.
type AccountError struct {
	Op    string // "logging in"
	Host  string // host:port
	Check string // what to check
	Err   error
}

func (e *AccountError) Error() string {
	return fmt.Sprintf("%s at %s: %.500v (check %s)", e.Op, e.Host, e.Err, e.Check)
}

func (e *AccountError) Unwrap() error { return e.Err }

// isA reports whether err is or wraps a T.
func isA[T error](err error) bool { _, is := errors.AsType[T](err); return is }

// connectError says what to check after a failed connection.
func connectError(e endpoint, err error) error {
	check := "host and port, and that the server is up"
	if e.tls == TLSStart { // a server that begins with TLS hangs up
		check = "host, port and tls, and that the server is up"
	}
	switch {
	case isA[tls.RecordHeaderError](err):
		check = "port and tls: what answers there does not begin with TLS"
	case errors.Is(err, errSilent):
		check = "host, port and tls, and that the server is well"
	case isA[x509.UnknownAuthorityError](err):
		check = "ca_file, if the server's certificate comes from a private CA"
	case isA[x509.HostnameError](err):
		check = "that host is the name in the server's certificate"
	case isA[x509.CertificateInvalidError](err):
		check = "the server's certificate and this machine's clock"
	case isA[*net.DNSError](err):
		check = "the spelling of host, and name resolution"
	}
	return &AccountError{Op: "connecting", Host: e.address(), Check: check, Err: err}
}

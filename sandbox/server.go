package sandbox

import (
	"bytes"
	"cmp"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-smtp"

	"ppamaild/sandbox/localca"
)

// serverName is the servers' name in greetings and Received fields.
const serverName = "mail.agency.test"

// Options are the settings of a Server. The zero value serves DefaultAccounts.
type Options struct {
	Accounts []Account        // nil: DefaultAccounts
	Domains  []string         // served in addition to the domains of Accounts
	Now      func() time.Time // nil: time.Now
	Logger   *slog.Logger     // nil: no log
}

// Server is a Host inside this process. It keeps mail in memory.
type Server struct {
	dir     string
	now     func() time.Time
	domains []string
	imap    *imapserver.Server
	smtp    []*smtp.Server
	at      endpoints
	open    []net.Listener // all listeners; start adds them
	serving sync.WaitGroup
	closing chan struct{} // closed by Close
	close   func() error  // the effect of Close, once

	mu        sync.Mutex
	accounts  map[string]account                // protected by mu; by address
	faults    []Fault                           // protected by mu; pending faults
	overQuota int                               // protected by mu; number of messages that IMAP still refuses
	sessions  map[*imapserver.Conn]*imapSession // protected by mu
	received  int                               // protected by mu; number of messages received so far
}

type account struct {
	password string
	user     *imapmemserver.User
}

type endpoints struct{ imap, imaps, smtp, submission, smtps Endpoint }

var _ Host = (*Server)(nil)

// NewHost starts a Server on free ports of 127.0.0.1.
func NewHost(o Options) (*Server, error) {
	if o.Accounts == nil {
		o.Accounts = DefaultAccounts()
	}
	dir, err := os.MkdirTemp("", "sandbox-")
	if err != nil {
		return nil, fmt.Errorf("making the sandbox's directory: %w", err)
	}
	s := &Server{
		dir:      dir,
		now:      o.Now,
		domains:  slices.Clone(o.Domains),
		closing:  make(chan struct{}),
		accounts: make(map[string]account),
		sessions: make(map[*imapserver.Conn]*imapSession),
	}
	if s.now == nil {
		s.now = time.Now
	}
	s.close = sync.OnceValue(s.shutDown)
	for _, a := range o.Accounts {
		s.domains = append(s.domains, Domain(a.Address))
	}
	logger := cmp.Or(o.Logger, slog.New(slog.DiscardHandler)).With("component", "sandbox")
	if err := errors.Join(s.addAll(o.Accounts), s.start(logger)); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func (s *Server) addAll(accounts []Account) error {
	for _, a := range accounts {
		if err := s.AddAccount(a.Address, a.Password); err != nil {
			return err
		}
	}
	return nil
}

// start opens the listeners and serves until Close.
func (s *Server) start(logger *slog.Logger) error {
	files, err := localca.Write(s.dir, time.Now(), serverName)
	if err != nil {
		return fmt.Errorf("making the sandbox's certificate: %w", err)
	}
	cert, err := tls.LoadX509KeyPair(files.Cert, files.Key)
	if err != nil {
		return fmt.Errorf("loading the sandbox's certificate: %w", err)
	}
	config := &tls.Config{Certificates: []tls.Certificate{cert}}
	log := slog.NewLogLogger(logger.Handler(), slog.LevelDebug)
	s.imap = s.newIMAP(config, log)
	mx, submission := s.newSMTP(config, log, false), s.newSMTP(config, log, true)
	s.smtp = []*smtp.Server{mx, submission}

	type service struct {
		at    *Endpoint
		tls   *tls.Config // not nil: implicit TLS
		serve func(net.Listener) error
	}
	for _, v := range []service{
		{&s.at.imap, nil, s.imap.Serve},
		{&s.at.imaps, config, s.imap.Serve},
		{&s.at.smtp, nil, mx.Serve},
		{&s.at.submission, nil, submission.Serve},
		{&s.at.smtps, config, submission.Serve},
	} {
		if err := s.listen(v.at, v.tls, v.serve); err != nil {
			return err
		}
	}
	return nil
}

func (s *Server) listen(at *Endpoint, config *tls.Config, serve func(net.Listener) error) error {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listening for the sandbox: %w", err)
	}
	*at = Endpoint{Host: "127.0.0.1", Port: l.Addr().(*net.TCPAddr).Port, TLS: "starttls"}
	if config != nil {
		at.TLS = "implicit"
		l = tls.NewListener(l, config)
	}
	s.open = append(s.open, l)
	// Serve returns after Close closes the listener.
	s.serving.Go(func() { _ = serve(l) })
	return nil
}

// Close closes all connections and removes the CA file.
func (s *Server) Close() error { return s.close() }

func (s *Server) shutDown() error {
	close(s.closing)
	var errs []error
	if s.imap != nil {
		errs = append(errs, s.imap.Close())
	}
	for _, server := range s.smtp {
		errs = append(errs, server.Close())
	}
	// A server closes only listeners that Serve has started with.
	for _, l := range s.open {
		if err := l.Close(); !errors.Is(err, net.ErrClosed) {
			errs = append(errs, err)
		}
	}
	s.serving.Wait()
	return errors.Join(append(errs, os.RemoveAll(s.dir))...)
}

// Name returns "in-process servers".
func (s *Server) Name() string { return "in-process servers" }

// IMAP implements Host.
func (s *Server) IMAP() Endpoint { return s.at.imap }

// IMAPS implements Host.
func (s *Server) IMAPS() Endpoint { return s.at.imaps }

// SMTP implements Host.
func (s *Server) SMTP() Endpoint { return s.at.smtp }

// Submission implements Host.
func (s *Server) Submission() Endpoint { return s.at.submission }

// SMTPS implements Host.
func (s *Server) SMTPS() Endpoint { return s.at.smtps }

// CAFile implements Host.
func (s *Server) CAFile() string { return filepath.Join(s.dir, "ca.pem") }

// Account implements Host.
func (s *Server) Account(address string) (user, password string) {
	a, ok := s.account(address)
	if !ok {
		return "", ""
	}
	return baseAddress(address), a.password
}

func (s *Server) account(address string) (account, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a, ok := s.accounts[baseAddress(address)]
	return a, ok
}

// AddAccount implements Host.
func (s *Server) AddAccount(address, password string) error {
	if !slices.Contains(s.domains, Domain(address)) {
		return fmt.Errorf("adding account %s: its domain is not served", address)
	}
	address = baseAddress(address)
	user := imapmemserver.NewUser(address, password)
	for _, folder := range []string{"INBOX", "Sent"} {
		if err := user.Create(folder, nil); err != nil {
			return fmt.Errorf("creating folder %s of %s: %w", folder, address, err)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.accounts[address]; ok {
		return fmt.Errorf("adding account %s: it is there already", address)
	}
	s.accounts[address] = account{password: password, user: user}
	return nil
}

// SetPassword changes the password of an existing account. Logged-in connections stay open.
func (s *Server) SetPassword(address, password string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.accounts[baseAddress(address)]
	a.password = password
	s.accounts[baseAddress(address)] = a
}

// deliver adds a message to the INBOX of an account.
func (s *Server) deliver(address string, raw []byte) error {
	a, ok := s.account(address)
	if !ok {
		return fmt.Errorf("delivering to %s: no such account", address)
	}
	_, err := a.user.Append("INBOX", bytes.NewReader(raw), &imap.AppendOptions{Time: s.now()})
	return err
}

package mailbox

import (
	"cmp"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/emersion/go-smtp"

	"ppamaild/mailbox/message"
)

// SenderOptions are the options of a Sender.
type SenderOptions struct {
	Host               string
	Port               int
	TLS                string      // TLSImplicit, TLSStart or TLSNone
	Username, Password string      // no username: no authentication
	Tokens             TokenSource // nil: use the password
	RootCAs            *x509.CertPool
	Connections        int           // maximum at a time; default 4
	Timeout            time.Duration // to connect, and for each command and write; default 1 minute
	SubmitTimeout      time.Duration // for the reply to the data; default 10m (RFC 5321 §4.5.3.2.6)
	Logger             *slog.Logger  // default: none
	OnRejected         func()        // called after each rejected login, unless nil

	dial dialFunc // for tests; nil: the network
}

// Sender sends mails through one SMTP server over a few reused connections. It is safe for
// concurrent use.
type Sender struct {
	options SenderOptions
	to      endpoint
	log     *slog.Logger
	pool    *pool
}

// NewSender checks the options and does no I/O.
func NewSender(o SenderOptions) (*Sender, error) {
	o.Connections = cmp.Or(o.Connections, 4)
	o.Timeout = cmp.Or(o.Timeout, time.Minute)
	o.SubmitTimeout = cmp.Or(o.SubmitTimeout, 10*time.Minute)
	if o.Connections < 0 || min(o.Timeout, o.SubmitTimeout) < 0 {
		return nil, errors.New("sender: connections and time-outs must be positive")
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	s := &Sender{
		options: o,
		to:      endpoint{host: o.Host, port: o.Port, tls: o.TLS, roots: o.RootCAs, timeout: o.Timeout, dial: o.dial},
		pool:    newPool(o.Connections),
	}
	if err := s.to.validate(); err != nil {
		return nil, fmt.Errorf("sender: %w", err)
	}
	s.log = o.Logger.With("component", "sender", "host", s.to.address())
	return s, nil
}

// Send sends one mail to all of to, or to none of them. raw is sent unchanged and must have
// CRLF line ends. Send calls commit, unless it is nil, at most once: after all but the final
// dot was sent. The server cannot have accepted the mail before commit returns nil, and an
// error of commit stops the mail. reply is the text with which the server accepted the mail;
// see ServerIDs. The error is a *SendError. If ctx ends after the whole mail was sent, the
// error is Uncertain.
func (s *Sender) Send(ctx context.Context, from string, to []string, raw []byte, commit func() error) (reply string, err error) {
	if commit == nil {
		commit = func() error { return nil }
	}
	m := &submission{from: from, to: to, raw: raw, commit: commit}
	err = s.submit(ctx, m)
	return m.reply, err
}

func (s *Sender) submit(ctx context.Context, m *submission) error {
	if err := checkEnvelope(m.from, m.to); err != nil {
		return &SendError{Kind: Permanent, Msg: err.Error(), Err: err}
	}
	if err := s.pool.enter(ctx); err != nil {
		return notReady("waiting for a connection", err)
	}
	defer s.pool.leave()
	if c := s.pool.take(); c != nil {
		err, stale := s.sendOver(ctx, c, m)
		if !stale {
			return asError(err)
		}
		s.log.Debug("a kept connection had gone; sending over a fresh one", "error", err)
	}
	c, err := s.connect(ctx)
	if err != nil {
		return err
	}
	s.log.Debug("connected and logged in")
	failed, _ := s.sendOver(ctx, c, m)
	return asError(failed)
}

// submission is one mail in progress.
type submission struct {
	from   string
	to     []string
	raw    []byte
	commit func() error // see Send
	reply  string       // to the final dot, after the server accepted the mail
}

func asError(err *SendError) error {
	if err == nil {
		return nil
	}
	return err
}

// Probe connects, logs in, begins a mail from an address to the same address, and drops the
// mail. Probe tests the configuration of the account, and the right to send from the address.
func (s *Sender) Probe(ctx context.Context, address string) error {
	c, err := s.connect(ctx)
	if failed, is := errors.AsType[*SendError](err); is {
		return failed.Err // only a waiting mail needs the other fields
	}
	if err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, c.abort)
	defer stop()
	if err := c.offer(address); err != nil {
		c.abort()
		return &AccountError{
			Op: "offering a mail", Host: s.to.address(), Check: "that the account may write as " + address + ", and what the server asks of it", Err: err,
		}
	}
	c.quit()
	return nil
}

// Close ends the idle connections. The others end with their mail.
func (s *Sender) Close() { s.pool.close() }

// sendOver sends m over c, and keeps c if its state is known afterward. stale means that a
// reused connection had ended before the mail began.
func (s *Sender) sendOver(ctx context.Context, c *smtpConn, m *submission) (err *SendError, stale bool) {
	stop := context.AfterFunc(ctx, c.abort)
	reused := c.used
	c.used = true
	err, begun := c.transact(m)
	untouched := stop()
	s.log.Debug("offered a mail", "bytes", len(m.raw), "reply", m.reply, "error", asError(err))
	switch {
	case err == nil:
		// No RSET: the end of data clears all buffers (RFC 5321 §4.1.1.4).
	case err.Code == 0 || err.Code == unavailable:
		c.abort()
		return err, reused && !begun && ctx.Err() == nil
	case c.client.Reset() != nil:
		c.abort()
		return err, false
	}
	if untouched {
		s.pool.keep(c)
	}
	return err, false
}

// checkEnvelope refuses addresses that could inject parameters or commands.
func checkEnvelope(from string, to []string) error {
	if len(to) == 0 {
		return errors.New("the mail has no recipient")
	}
	if from != "" { // the null reverse-path of RFC 5321 §4.5.5
		if err := message.CheckAddress(from); err != nil {
			return fmt.Errorf("envelope sender: %w", err)
		}
	}
	for _, address := range to {
		if err := message.CheckAddress(address); err != nil {
			return fmt.Errorf("envelope recipient: %w", err)
		}
	}
	return nil
}

func mailOptions(from string, to []string, size int) *smtp.MailOptions {
	isASCII := message.IsASCII(from + strings.Join(to, ""))
	return &smtp.MailOptions{Size: int64(size), UTF8: !isASCII}
}

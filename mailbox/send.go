package mailbox

import (
	"cmp"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/emersion/go-smtp"

	"ppamaild/mailbox/message"
)

// SenderOptions are what a Sender works with.
type SenderOptions struct {
	Host               string
	Port               int
	TLS                string      // TLSImplicit, TLSStart or TLSNone
	Username, Password string      // no username: no authentication
	Tokens             TokenSource // nil: the password counts
	RootCAs            *x509.CertPool
	Connections        int           // at most, at a time; default 4
	KeepIdle           time.Duration // how long an unused connection is kept; default 30 seconds
	Timeout            time.Duration // to connect, for each command and each write; default 1 minute
	SubmitTimeout      time.Duration // for the reply to the mail itself; default 10 minutes (RFC 5321 §4.5.3.2.6)
	Logger             *slog.Logger  // default: none

	dial dialFunc // for tests; nil: the network
}

// Sender sends mails through one SMTP server over a few kept connections. It is
// safe for concurrent use.
type Sender struct {
	options SenderOptions
	to      endpoint
	log     *slog.Logger
	pool    *pool
}

// NewSender checks the options; it does no I/O.
func NewSender(o SenderOptions) (*Sender, error) {
	o.Connections = cmp.Or(o.Connections, 4)
	o.KeepIdle = cmp.Or(o.KeepIdle, 30*time.Second)
	o.Timeout = cmp.Or(o.Timeout, time.Minute)
	o.SubmitTimeout = cmp.Or(o.SubmitTimeout, 10*time.Minute)
	if o.Connections < 0 || min(o.KeepIdle, o.Timeout, o.SubmitTimeout) < 0 {
		return nil, errors.New("sender: connections and time-outs must be positive")
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	s := &Sender{
		options: o,
		to:      endpoint{host: o.Host, port: o.Port, tls: o.TLS, roots: o.RootCAs, timeout: o.Timeout, dial: o.dial},
		pool:    newPool(o.Connections, o.KeepIdle),
	}
	if err := s.to.validate(); err != nil {
		return nil, fmt.Errorf("sender: %w", err)
	}
	s.log = o.Logger.With("component", "sender", "host", s.to.address())
	return s, nil
}

// Send hands one mail to the server for all of to, or for none of them. raw is
// sent as it is; it must have CRLF line ends. commit, unless it is nil, is called
// when all but the final dot was sent: until it has returned nil, the server can't
// have taken the mail, and an error of its own keeps it from being taken.
// It is called once at most. reply is the text by which the server took the mail;
// see ServerIDs. The error, if any, is a *SendError; a ctx that ends after the mail
// was all sent makes it Uncertain.
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
			return orNil(err)
		}
		s.log.Debug("a kept connection had gone; sending over a fresh one", "error", err)
	}
	c, err := s.connect(ctx)
	if err != nil {
		return err
	}
	failed, _ := s.sendOver(ctx, c, m)
	return orNil(failed)
}

// submission is one mail on its way.
type submission struct {
	from   string
	to     []string
	raw    []byte
	commit func() error // see Send
	reply  string       // to the final dot, once the mail was taken
}

func orNil(err *SendError) error {
	if err == nil {
		return nil
	}
	return err
}

// Probe connects, logs in and offers a mail from an address to itself, which it then does
// not send, to see whether the account is configured right and may write as that address.
func (s *Sender) Probe(ctx context.Context, address string) error {
	c, err := s.connect(ctx)
	if failed, is := errors.AsType[*SendError](err); is {
		return failed.Err // no mail waits, of which the rest would tell
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

// Close ends the connections that are not in use; those in use end with their mail.
func (s *Sender) Close() { s.pool.close() }

// sendOver keeps the connection if its state is known afterwards. stale means
// that it was a kept one and had ended before the mail was begun.
func (s *Sender) sendOver(ctx context.Context, c *smtpConn, m *submission) (err *SendError, stale bool) {
	stop := context.AfterFunc(ctx, c.abort)
	reused := c.used
	c.used = true
	err, begun := c.transact(m)
	untouched := stop()
	switch {
	case err == nil:
		// No RSET: the end of data clears all buffers (RFC 5321 §4.1.1.4).
	case err.Code == 0 || err.Code == 421: // RFC 5321 §3.8: after 421 the server closes
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

// checkEnvelope refuses what could smuggle parameters or commands.
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
	o := &smtp.MailOptions{Size: int64(size), UTF8: !message.IsASCII(from)}
	for _, address := range to {
		o.UTF8 = o.UTF8 || !message.IsASCII(address)
	}
	return o
}

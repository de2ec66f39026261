package mailbox

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"ppamaild/failpoint"
)

// smtpConn is one authenticated connection to an SMTP server. It is used by one
// goroutine at a time.
type smtpConn struct {
	client *smtp.Client
	wire   *wire
	used   bool        // the connection has sent a mail
	expiry *time.Timer // while idle
}

// abort ends the connection immediately, from any goroutine.
func (c *smtpConn) abort() { c.wire.Close() }

// quit sends QUIT and waits only briefly for the answer.
func (c *smtpConn) quit() {
	c.client.CommandTimeout = time.Second
	if c.client.Quit() != nil {
		c.abort()
	}
}

// connect returns a connection, encrypted and authenticated as configured, never less. It gets
// the token first, so that no connection waits.
func (s *Sender) connect(ctx context.Context) (*smtpConn, error) {
	c, err := withToken(ctx, s.options.Tokens, s.options.OnRejected,
		func(token string) (*smtpConn, error) { return s.connectWith(ctx, token) })
	if err != nil && !isA[*SendError](err) {
		return nil, notReady("authenticating", err)
	}
	return c, err
}

func (s *Sender) connectWith(ctx context.Context, token string) (*smtpConn, error) {
	ctx, cancel := context.WithTimeout(ctx, s.options.Timeout)
	defer cancel()
	over, beneath, err := s.to.connect(ctx, "")
	if err != nil {
		return nil, notReady("connecting", err)
	}
	beneath.most = 1 << 20 // of a reply
	c := &smtpConn{wire: beneath}
	stop := context.AfterFunc(ctx, c.abort)
	defer stop()
	if err := s.greet(c, over); err != nil {
		c.abort()
		return nil, notReady("connecting", connectError(s.to, s.to.waited(ctx, err)))
	}
	if err := s.authenticate(c, token); err != nil {
		c.abort()
		err, check := s.to.waited(ctx, err), checkLogin(s.options.Tokens, s.options.Username, " and its password")
		if errors.Is(err, errSilent) {
			check = "that the server is well"
		}
		return nil, notReady("authenticating", &AccountError{Op: "authenticating", Host: s.to.address(), Check: check, Err: err})
	}
	if !stop() {
		return nil, notReady("connecting", context.Cause(ctx))
	}
	return c, nil
}

func (s *Sender) greet(c *smtpConn, over net.Conn) (err error) {
	if s.to.tls == TLSStart {
		c.client, err = smtp.NewClientStartTLS(over, s.to.tlsConfig(""))
		if err != nil {
			return fmt.Errorf("STARTTLS: %w", err)
		}
	} else {
		c.client = smtp.NewClient(over)
	}
	c.client.CommandTimeout = s.options.Timeout
	c.client.SubmissionTimeout = s.options.SubmitTimeout
	// This includes the TLS handshake and the check of the certificate.
	return c.client.Hello(literalName(over.LocalAddr()))
}

// literalName is the EHLO name of a client without a domain name (RFC 5321 §4.1.3, §4.1.4).
func literalName(addr net.Addr) string {
	tcp, ok := addr.(*net.TCPAddr)
	switch {
	case !ok:
		return "localhost"
	case tcp.IP.To4() != nil:
		return "[" + tcp.IP.String() + "]"
	default:
		return "[IPv6:" + tcp.IP.String() + "]"
	}
}

func (s *Sender) authenticate(c *smtpConn, token string) error {
	user, password := s.options.Username, s.options.Password
	switch {
	case user == "":
		return nil
	case s.options.Tokens != nil:
		auth, err := bearer(c.client.SupportsAuth, s.to, user, token, maxWithAUTH)
		if err != nil {
			return err
		}
		return c.client.Auth(auth)
	case c.client.SupportsAuth(sasl.Plain):
		return c.client.Auth(sasl.NewPlainClient("", user, password))
	case c.client.SupportsAuth(sasl.Login):
		return c.client.Auth(&loginAuth{answers: []string{user, password}})
	}
	return errors.New("the server offers neither AUTH PLAIN nor AUTH LOGIN")
}

// loginAuth answers AUTH LOGIN in order, because servers word their prompts differently.
type loginAuth struct{ answers []string }

func (a *loginAuth) Start() (mechanism string, initial []byte, err error) {
	return sasl.Login, nil, nil
}

func (a *loginAuth) Next([]byte) ([]byte, error) {
	if len(a.answers) == 0 {
		return nil, sasl.ErrUnexpectedServerChallenge
	}
	answer := a.answers[0]
	a.answers = a.answers[1:]
	return []byte(answer), nil
}

// offer begins a mail from an address to the same address. QUIT then drops it (RFC 5321
// §4.1.1.10).
func (c *smtpConn) offer(address string) error {
	if err := c.client.Mail(address, mailOptions(address, []string{address}, 0)); err != nil {
		return fmt.Errorf("MAIL FROM: <%s>: %w", address, err)
	}
	if err := c.client.Rcpt(address, nil); err != nil {
		return fmt.Errorf("RCPT TO: <%s>: %w", address, err)
	}
	return nil
}

// transact runs one mail transaction (RFC 5321 §3.3). begun means that the server accepted MAIL
// FROM.
func (c *smtpConn) transact(m *submission) (err *SendError, begun bool) {
	if err := c.client.Mail(m.from, mailOptions(m.from, m.to, len(m.raw))); err != nil {
		return c.refusedMail(m.from, m.to, err), false
	}
	for _, address := range m.to {
		if err := c.client.Rcpt(address, nil); err != nil {
			refusal := refused("RCPT TO", err)
			if refusal.Code != 0 {
				refusal.Recipient = address
			}
			return refusal, true
		}
	}
	return c.submit(m), true
}

// refusedMail classifies a failed MAIL FROM. Missing SMTPUTF8 is permanent, and has no reply.
func (c *smtpConn) refusedMail(from string, to []string, err error) *SendError {
	refusal := refused("MAIL FROM", err)
	offered, _ := c.client.Extension("SMTPUTF8")
	if mailOptions(from, to, 0).UTF8 && !offered {
		refusal.Kind, refusal.Msg = Permanent, "the server does not take addresses outside ASCII (SMTPUTF8)"
	}
	return refusal
}

// submit sends the data of the mail. The server waits for the final dot, so the mail is not
// accepted before the last byte. A failure before the dot aborts the connection. Closing the
// writer would send the dot.
func (c *smtpConn) submit(m *submission) *SendError {
	data, err := c.client.Data()
	if err != nil {
		return refused("DATA", err)
	}
	if _, err := data.Write(m.raw); err != nil {
		c.abort()
		return refused("sending the mail", err)
	}
	if err := m.commit(); err != nil {
		c.abort()
		return &SendError{Kind: Temporary, Msg: "not sent after all: " + err.Error(), Err: err}
	}
	response, err := data.CloseWithResponse()
	failpoint.Pass(failpoint.Answered)
	reply, replied := errors.AsType[*smtp.SMTPError](err)
	switch {
	case err == nil:
		m.reply = fmt.Sprintf("%.1000s", response.StatusText)
		return nil
	case replied && reply.Code/100 == 2:
		m.reply = fmt.Sprintf("%.1000s", reply.Message)
		return nil
	case replied && reply.Code >= 400:
		return refused("the mail", err)
	case c.wire.broken.Load():
		return refused("sending the mail", err)
	}
	return &SendError{Kind: Uncertain, Msg: "no answer after the mail was sent: " + err.Error(), Err: err}
}

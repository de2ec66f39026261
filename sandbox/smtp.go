package sandbox

import (
	"bytes"
	"crypto/tls"
	"fmt"
	"io"
	"log"
	"net"
	"slices"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

const maxMessage = 50 << 20 // bytes

func (s *Server) newSMTP(config *tls.Config, logger *log.Logger, submission bool) *smtp.Server {
	server := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		return &smtpSession{server: s, conn: c, submission: submission}, nil
	}))
	server.Domain = serverName
	server.TLSConfig = config
	server.AllowInsecureAuth = true
	server.MaxMessageBytes = maxMessage
	server.ReadTimeout = 5 * time.Minute // RFC 5321 §4.5.3.2.7
	server.ErrorLog = logger
	return server
}

// smtpSession is one connection. go-smtp uses the session in one goroutine.
type smtpSession struct {
	server     *Server
	conn       *smtp.Conn
	submission bool // mail requires authentication
	user       string
	from       string
	to         []string
}

var _ smtp.AuthSession = (*smtpSession)(nil)

func (c *smtpSession) AuthMechanisms() []string { return []string{sasl.Plain} }

func (c *smtpSession) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, username, password string) error {
		if a, ok := c.server.account(username); !ok || a.password != password {
			return smtp.ErrAuthFailed
		}
		c.user = username
		return nil
	}), nil
}

func (c *smtpSession) Mail(from string, _ *smtp.MailOptions) error {
	if c.submission && c.user == "" {
		return refusal(530, smtp.EnhancedCode{5, 7, 0}, "Authentication required")
	}
	c.from = from
	return nil
}

// Rcpt refuses like Postfix: no relaying, not even for users.
func (c *smtpSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	if f, ok := c.server.takeFault(false, to); ok {
		c.server.wait(f)
		if f.Code != 0 {
			return f.reply()
		}
	}
	if _, ok := c.server.account(to); !ok && Domain(to) != Discard {
		if slices.Contains(c.server.domains, Domain(to)) {
			return refusal(550, smtp.EnhancedCode{5, 1, 1}, "User unknown")
		}
		return refusal(554, smtp.EnhancedCode{5, 7, 1}, "Relay access denied")
	}
	c.to = append(c.to, to)
	return nil
}

func (c *smtpSession) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return fmt.Errorf("reading the message: %w", err)
	}
	f, _ := c.server.takeFault(true, c.to...)
	c.server.wait(f)
	if f.Code != 0 {
		return f.reply()
	}
	if !f.Lost {
		if err := c.deliver(raw); err != nil {
			return err
		}
	}
	if f.Drop {
		_ = c.conn.Conn().Close() // the client never sees the reply
	}
	return nil
}

func (c *smtpSession) deliver(raw []byte) error {
	trace := c.trace()
	for _, to := range c.to {
		if Domain(to) == Discard {
			continue
		}
		head := fmt.Sprintf("Return-Path: <%s>\r\nDelivered-To: %s\r\n%s", c.from, baseAddress(to), trace)
		if err := c.server.deliver(to, slices.Concat([]byte(head), raw)); err != nil {
			return err
		}
	}
	return nil
}

// trace returns the Received field of this hop (RFC 5321 §4.4).
func (c *smtpSession) trace() []byte {
	c.server.mu.Lock()
	c.server.received++
	id := c.server.received
	c.server.mu.Unlock()

	with := "ESMTP" // RFC 3848
	if _, ok := c.conn.TLSConnectionState(); ok {
		with += "S"
	}
	if c.user != "" {
		with += "A"
	}
	peer, _, _ := net.SplitHostPort(c.conn.Conn().RemoteAddr().String())
	var b bytes.Buffer
	fmt.Fprintf(&b, "Received: from %s ([%s])\r\n", c.conn.Hostname(), peer)
	fmt.Fprintf(&b, "\tby %s with %s id %d;\r\n", serverName, with, id)
	fmt.Fprintf(&b, "\t%s\r\n", c.server.now().Format(time.RFC1123Z))
	return b.Bytes()
}

func (c *smtpSession) Reset() { c.from, c.to = "", nil }

func (c *smtpSession) Logout() error { return nil }

func refusal(code int, enhanced smtp.EnhancedCode, text string) error {
	return &smtp.SMTPError{Code: code, EnhancedCode: enhanced, Message: text}
}

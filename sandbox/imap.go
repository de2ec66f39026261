package sandbox

import (
	"cmp"
	"crypto/tls"
	"io"
	"log"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
)

func (s *Server) newIMAP(config *tls.Config, logger *log.Logger) *imapserver.Server {
	return imapserver.New(&imapserver.Options{
		NewSession: func(conn *imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return s.newSession(conn), new(imapserver.GreetingData), nil
		},
		// IMAP4rev2 includes IDLE, UIDPLUS and MOVE (RFC 9051 appendix E).
		Caps: imap.CapSet{
			imap.CapIMAP4rev1: {}, imap.CapIMAP4rev2: {},
			imap.CapUIDPlus: {}, imap.CapMove: {}, imap.CapNamespace: {},
		},
		TLSConfig:    config,
		InsecureAuth: true,
		Logger:       logger,
	})
}

// imapSession is a session of the in-memory server with a reference to the Server.
type imapSession struct {
	*imapmemserver.UserSession // nil until Login
	server                     *Server
	conn                       *imapserver.Conn
}

var _ imapserver.SessionIMAP4rev2 = (*imapSession)(nil)

func (s *Server) newSession(conn *imapserver.Conn) *imapSession {
	session := &imapSession{server: s, conn: conn}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sessions[conn] = session
	return session
}

// Login implements imapserver.Session. User names are case-insensitive.
func (i *imapSession) Login(username, password string) error {
	a, ok := i.server.account(username)
	if !ok || a.password != password {
		return imapserver.ErrAuthFailed
	}
	i.UserSession = imapmemserver.NewUserSession(a.user)
	return nil
}

// Append implements imapserver.Session.
func (i *imapSession) Append(mailbox string, r imap.LiteralReader, options *imap.AppendOptions) (*imap.AppendData, error) {
	if i.server.takeOverQuota() {
		_, err := io.Copy(io.Discard, r)
		full := &imap.Error{Type: imap.StatusResponseTypeNo, Code: imap.ResponseCodeOverQuota, Text: "The account is full"}
		return nil, cmp.Or(err, error(full))
	}
	return i.UserSession.Append(mailbox, r, options)
}

// idlePoll is the interval of updates for idle clients.
const idlePoll = 5 * time.Millisecond

// Idle implements imapserver.Session. Idle polls, because the in-memory server loses updates
// between its "+ idling" and the beginning of its wait.
func (i *imapSession) Idle(w *imapserver.UpdateWriter, stop <-chan struct{}) error {
	tick := time.NewTicker(idlePoll)
	defer tick.Stop()
	for {
		if err := i.Poll(w, true); err != nil {
			return err
		}
		select {
		case <-tick.C:
		case <-stop:
			return nil
		}
	}
}

// Close implements imapserver.Session.
func (i *imapSession) Close() error {
	i.server.mu.Lock()
	delete(i.server.sessions, i.conn)
	i.server.mu.Unlock()
	return i.UserSession.Close()
}

// DropIMAP breaks all IMAP connections without a BYE, like a network failure. New connections
// work immediately.
func (s *Server) DropIMAP() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for conn := range s.sessions {
		_ = conn.NetConn().Close() // the error does not matter
	}
}

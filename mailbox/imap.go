package mailbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-sasl"
)

var errSilent = errors.New("the server does not answer")

// session is one authenticated connection to an IMAP server. It is used by one
// goroutine at a time.
type session struct {
	account Account
	client  *imapclient.Client
	wire    *wire
	byeText
	canIdle   bool
	patience  time.Duration // duration of the current IDLE
	silent    atomic.Bool   // closed because the server did not answer
	arrived   chan struct{} // capacity 1: the server announced messages since the last scan
	unmatched *unmatched
}

// openSession connects and logs in. It gets the token first, so that no connection waits.
func openSession(ctx context.Context, account Account) (*session, error) {
	return withToken(ctx, account.Tokens, account.OnRejected,
		func(token string) (*session, error) { return openWith(ctx, account, token) })
}

func openWith(ctx context.Context, account Account, token string) (*session, error) {
	over, beneath, err := account.endpoint().connect(ctx, "imap")
	if err != nil {
		return nil, err
	}
	s := &session{
		account:   account,
		wire:      beneath,
		arrived:   make(chan struct{}, 1),
		unmatched: newUnmatched(account.MaxMessageSize),
	}
	options := &imapclient.Options{
		TLSConfig:   account.endpoint().tlsConfig(""),
		DebugWriter: &s.byeText,
		UnilateralDataHandler: &imapclient.UnilateralDataHandler{
			Mailbox: s.announced,
			Fetch:   s.unmatched.handle,
		},
	}
	err = s.within(ctx, func(func()) error {
		if account.TLS == TLSStart {
			s.client, err = imapclient.NewStartTLS(over, options)
			return err
		}
		s.client = imapclient.New(over, options)
		return s.client.WaitGreeting()
	})
	if err != nil {
		s.close()
		return nil, connectError(account.endpoint(), err)
	}
	if err := s.login(ctx, token); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// announced runs in go-imap's read loop and must not block it.
func (s *session) announced(data *imapclient.UnilateralDataMailbox) {
	if data.NumMessages == nil {
		return
	}
	select {
	case s.arrived <- struct{}{}:
	default:
	}
}

// clearAnnounced forgets the announcements, because the caller scans the folder now.
func (s *session) clearAnnounced() {
	select {
	case <-s.arrived:
	default:
	}
}

// login prefers AUTHENTICATE PLAIN, which accepts any UTF-8, unlike LOGIN.
func (s *session) login(ctx context.Context, token string) error {
	err := s.within(ctx, func(func()) error {
		switch caps := s.client.Caps(); {
		case s.account.Tokens != nil:
			auth, err := bearer(func(name string) bool { return caps.Has(imap.AuthCap(name)) }, s.account.endpoint(), s.account.Username, token, maxWithAUTHENTICATE)
			if err != nil {
				return err
			}
			return s.client.Authenticate(auth)
		case caps.Has(imap.AuthCap(sasl.Plain)):
			return s.client.Authenticate(sasl.NewPlainClient("", s.account.Username, s.account.Password))
		case caps.Has(imap.CapLoginDisabled):
			return errors.New("the server takes no password on this connection")
		default:
			return s.client.Login(s.account.Username, s.account.Password).Wait()
		}
	})
	if err == nil {
		return s.within(ctx, func(func()) error {
			caps := s.client.Caps() // requested again, because a login changes them
			s.canIdle = caps.Has(imap.CapIdle) || caps.Has(imap.CapIMAP4rev2)
			return nil
		})
	}
	return s.failed(loggingIn, checkLogin(s.account.Tokens, s.account.Username, ", its password, and whether the provider wants an app password"), err)
}

// failed adds host and advice to an error. The advice is check if the server refused.
func (s *session) failed(op, check string, err error) error {
	if !isA[*imap.Error](err) && !isA[*tokenRefusal](err) {
		check = "that the server is well, and the network to it"
	}
	return &AccountError{Op: op, Host: s.account.endpoint().address(), Check: check, Err: err}
}

// examine opens a folder read-only, so that no flag can change.
func (s *session) examine(ctx context.Context, folder string) (*imap.SelectData, error) {
	var box *imap.SelectData
	err := s.within(ctx, func(func()) (err error) {
		box, err = s.client.Select(folder, &imap.SelectOptions{ReadOnly: true}).Wait()
		return err
	})
	if err == nil && box.UIDValidity == 0 {
		err = errors.New("the server gives no UIDVALIDITY")
	}
	if err != nil {
		return nil, s.failed(fmt.Sprintf("opening folder %q", folder), s.checkFolder(ctx, folder, err), err)
	}
	return box, nil
}

// maxNamed is the maximum number of folders in an error about a missing folder.
const maxNamed = 20

// checkFolder says what to check when a server refuses to open a folder: the rights if the
// folder exists, or the names of the existing folders.
func (s *session) checkFolder(ctx context.Context, folder string, err error) string {
	const check = "the folder's name and rights"
	if !s.sound(err) || aboutAccount(err) {
		return check
	}
	listed, failed := s.folders(ctx)
	var names []string
	for _, f := range listed {
		if !f.Has(imap.MailboxAttrNoSelect, imap.MailboxAttrNonExistent) {
			names = append(names, f.Name)
		}
	}
	switch more := len(names) - maxNamed; {
	case failed != nil || len(names) == 0:
		return check
	case slices.Contains(names, folder):
		return "the rights on it, as there is a folder of that name"
	case more > 0:
		return fmt.Sprintf("%s; there are %q and %d more", check, names[:maxNamed], more)
	}
	return fmt.Sprintf("%s; there are %q", check, names)
}

// within runs op, which waits for the server. It closes the connection, which ends op, when ctx
// ends or when the server is silent for the account's timeout. go-imap has no contexts and
// waits forever for the first byte of an answer. op calls alive after each piece of data.
func (s *session) within(ctx context.Context, op func(alive func()) error) error {
	return s.patiently(ctx, s.account.Timeout, op)
}

// patiently is like within, with another limit, for commands that take a server long.
func (s *session) patiently(ctx context.Context, patience time.Duration, op func(alive func()) error) error {
	timer := time.AfterFunc(patience, func() {
		s.silent.Store(true)
		s.wire.Close()
	})
	defer timer.Stop()
	stop := context.AfterFunc(ctx, func() { s.wire.Close() })
	defer stop()
	err := op(func() { timer.Reset(patience); s.wire.got.Store(0) })
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case s.silent.Load():
		return fmt.Errorf("%w (%s)", errSilent, patience)
	}
	if _, refused := errors.AsType[*imap.Error](err); !refused && s.last() != "" {
		return fmt.Errorf("the server said goodbye: %q: %w", s.last(), err)
	}
	return err
}

// close ends the connection and go-imap's reader. It closes the connection beneath TLS, because
// that never blocks.
func (s *session) close() { s.wire.Close() }

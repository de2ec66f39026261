package sandbox

import (
	"cmp"
	"slices"
	"time"

	"github.com/emersion/go-smtp"
)

// Fault is one thing that goes wrong once, with the next message it fits.
type Fault struct {
	// Recipient is whose mail it strikes; empty: the next one, whoever it is to. With
	// a recipient it strikes at RCPT, but what Drop and Lost say is done after the
	// final dot.
	Recipient string
	// Code is the reply instead of 250, such as 451 or 552. Zero: what would have
	// been replied, after Delay.
	Code    int
	Message string        // its text; a plain one where it is empty
	Delay   time.Duration // before the reply
	// Drop breaks the connection after the final dot in place of a reply, so that
	// the client can't know what became of the message.
	Drop bool
	// Lost throws the message away, whatever the client is told.
	Lost bool
}

// Inject adds faults; they strike in this order.
func (s *Server) Inject(faults ...Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, faults...)
}

// afterData reports whether it strikes after the final dot.
func (f Fault) afterData() bool { return f.Recipient == "" || f.Drop || f.Lost }

// takeFault returns the next fault for a mail to recipients, at RCPT or after the
// final dot, and uses it up.
func (s *Server) takeFault(afterData bool, recipients ...string) (Fault, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.faults, func(f Fault) bool {
		return f.afterData() == afterData && (f.Recipient == "" || slices.ContainsFunc(recipients, func(to string) bool {
			return baseAddress(f.Recipient) == baseAddress(to)
		}))
	})
	if i < 0 {
		return Fault{}, false
	}
	f := s.faults[i]
	s.faults = slices.Delete(s.faults, i, i+1)
	return f, true
}

// wait lasts for the fault's delay, or until the server closes.
func (s *Server) wait(f Fault) {
	select {
	case <-time.After(f.Delay):
	case <-s.closing:
	}
}

// reply is the error that makes go-smtp answer with the fault's code.
func (f Fault) reply() error {
	return refusal(f.Code, smtp.EnhancedCode{f.Code / 100, 0, 0}, cmp.Or(f.Message, "Something is wrong"))
}

// OverQuota has the next n messages that a client files over IMAP refused, as an account
// that is full does, and returns how many of those before are yet to be.
func (s *Server) OverQuota(n int) (left int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	left, s.overQuota = s.overQuota, n
	return left
}

func (s *Server) takeOverQuota() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.overQuota == 0 {
		return false
	}
	s.overQuota--
	return true
}

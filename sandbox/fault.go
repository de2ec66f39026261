package sandbox

import (
	"cmp"
	"slices"
	"time"

	"github.com/emersion/go-smtp"
)

// Fault is a failure that happens once, at the next matching message.
type Fault struct {
	// Recipient limits the fault to mail for one recipient; empty: any. With a recipient the
	// fault happens at RCPT. Drop, Lost and Until always happen after the final dot.
	Recipient string
	// Code is the reply instead of 250, such as 451 or 552. Zero means the normal reply, after
	// Delay and Until.
	Code    int
	Message string          // text of the reply; empty: a default text
	Delay   time.Duration   // before the reply
	Until   <-chan struct{} // holds the reply back until it is closed; nil: no hold
	// Drop breaks the connection after the final dot instead of a reply, so that the client
	// does not know whether the server accepted the message.
	Drop bool
	// Lost discards the message after any reply.
	Lost bool
}

// Inject adds faults, which happen in this order.
func (s *Server) Inject(faults ...Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, faults...)
}

// afterData reports whether the fault happens after the final dot.
func (f Fault) afterData() bool { return f.Recipient == "" || f.Drop || f.Lost || f.Until != nil }

// takeFault removes and returns the next fault for a mail to recipients.
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

// wait waits for the fault's delay and for its Until, or until the server closes.
func (s *Server) wait(f Fault) {
	select {
	case <-time.After(f.Delay):
	case <-s.closing:
	}
	if f.Until == nil {
		return
	}
	select {
	case <-f.Until:
	case <-s.closing:
	}
}

// reply returns the error for go-smtp's reply with the fault's code.
func (f Fault) reply() error {
	return refusal(f.Code, smtp.EnhancedCode{f.Code / 100, 0, 0}, cmp.Or(f.Message, "Something is wrong"))
}

// OverQuota makes IMAP refuse the next n messages of a client, like a full account. OverQuota
// returns the number of refusals left from an earlier call.
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

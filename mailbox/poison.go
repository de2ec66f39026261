package mailbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
)

// maxAttempts limits the attempts to fetch a whole message. After them the header is enough. If
// the connection ends each time, the connection may be at fault, so the attempts must also last
// cutFor.
const (
	maxAttempts = 3
	cutFor      = 5 * time.Minute
)

// poison holds the poison messages: messages that failed in a batch and are now fetched alone,
// so that a bad message does not stop the others. It is keyed by UID and lives as long as the
// Watcher.
type poison map[uint32]failures

// failures are the failed attempts to fetch a message alone.
type failures struct {
	attempts    int
	whole       int       // attempts before the header was enough; 0: fetch the whole message
	first, last time.Time // attempts
	why         string    // the reason of the last failure
	cut         bool      // the connection ended during the last attempt
	settled     bool      // staff were notified, but the cursor has not passed the message
}

// exhausted reports whether there were enough attempts over enough time.
func (f failures) exhausted(attempts int, cutFor time.Duration) bool {
	return f.attempts >= attempts && (!f.cut || f.last.Sub(f.first) >= cutFor)
}

// brokeOff reports whether the connection ended in the middle of an answer, or before one.
func brokeOff(err error) bool {
	return isA[net.Error](err) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) || errors.Is(err, net.ErrClosed) || errors.Is(err, errSilent)
}

// missingError is a FETCH that succeeded but omitted messages: expunged, unreadable, or
// answered in a form that go-imap drops.
type missingError struct{ uids []uint32 }

func (e *missingError) Error() string {
	return fmt.Sprintf("the server left out %d messages (UID %s)", len(e.uids), uidSet(e.uids))
}

// countSound returns how many of the first uids never failed.
func (p poison) countSound(uids []uint32) int {
	for i, uid := range uids {
		if _, ok := p[uid]; ok {
			return i
		}
	}
	return len(uids)
}

// suspect adds uids without counting an attempt.
func (p poison) suspect(uids []uint32) {
	for _, uid := range uids {
		if _, ok := p[uid]; !ok {
			p[uid] = failures{}
		}
	}
}

// recordFailure records which messages a failure concerned. In a batch any message may be at
// fault. So an attempt counts only for a single message, or after errNotSent.
func (p poison) recordFailure(ctx context.Context, err error) {
	failed, ok := errors.AsType[*fetchError](err)
	if !ok || ctx.Err() != nil || aboutAccount(err) {
		return
	}
	p.suspect(failed.uids)
	if len(failed.uids) > 1 && !errors.Is(err, errNotSent) {
		return
	}
	for _, uid := range failed.uids {
		past := p[uid]
		past.attempts, past.last = past.attempts+1, time.Now()
		if past.first.IsZero() {
			past.first = past.last
		}
		past.why, past.cut = failed.err.Error(), brokeOff(failed.err)
		p[uid] = past
	}
}

// aboutAccount reports whether a refusal concerns every message for a while (RFC 5530 §3), such
// as a daily limit.
func aboutAccount(err error) bool {
	no, refused := errors.AsType[*imap.Error](err)
	return refused && (no.Code == imap.ResponseCodeOverQuota || no.Code == imap.ResponseCodeUnavailable || no.Code == imap.ResponseCodeInUse)
}

// takeAlone accepts one poison message, as much of it as the server sends.
func (w *Watcher) takeAlone(ctx context.Context, s *session, uid uint32) error {
	past := w.poison[uid]
	switch {
	case past.settled:
		return nil
	case past.whole == 0 && !past.exhausted(maxAttempts, w.cutFor):
		return w.takeWhole(ctx, s, uid)
	case past.whole == 0:
		past.whole = past.attempts
		w.poison[uid] = past
	}
	a := w.arrival(fetched{uid: uid})
	a.Partial = true
	a.Problem = unreadableProblem(past.whole, past.why, uid)
	if !past.exhausted(past.whole+1, w.cutFor) {
		header, err := s.fetch(ctx, []uint32{uid}, options(onlyHeader), maxPartialHeader)
		if err != nil {
			return err
		}
		answer, answered := header[uid]
		if !answered {
			return w.settle(ctx, a)
		}
		a.Raw = answer.body
	}
	w.log.Error("a message can't be read; it is accepted as partial", "uid", uid, "header_octets", len(a.Raw), "error", past.why)
	return w.accept(ctx, []Arrival{a})
}

// unreadableProblem is the Problem of a message that only a person can read.
func unreadableProblem(attempts int, why string, uid uint32) string {
	return fmt.Sprintf("the mail server did not deliver this message as it is in %d attempts (%s); it still lies in the mailbox as UID %d", attempts, why, uid)
}

// settle notifies staff of a message that the server lists but does not send. The cursor does
// not move to its UID, because that UID may be far above the UIDs to come.
func (w *Watcher) settle(ctx context.Context, a Arrival) error {
	a.Problem = fmt.Sprintf("the mail server lists a message with the UID %d, and sends nothing of it, not even its size, asked %d times; look whether it is in the mailbox", a.UID, maxAttempts)
	w.log.Error("the server lists a message but does not send it; staff get a notice", "uid", a.UID)
	if err := w.sink.Accept(ctx, []Arrival{a}, w.cursor); err != nil {
		return fmt.Errorf("accepting that UID %d is listed: %w", a.UID, err)
	}
	w.taken++
	past := w.poison[a.UID]
	past.settled = true
	w.poison[a.UID] = past
	return nil
}

// takeWhole fetches one message alone. The message is skipped only if the folder no longer
// holds the message.
func (w *Watcher) takeWhole(ctx context.Context, s *session, uid uint32) error {
	answers, err := s.fetch(ctx, []uint32{uid}, withMeta(options()), 0)
	if err != nil {
		return err
	}
	f, ok := answers[uid]
	switch {
	case !ok:
		return w.skipExpunged(ctx, s, uid)
	case w.tooOld(f):
		return nil
	case w.batchLength([]fetched{f}) == 0:
		err := w.acceptLarge(ctx, s, w.arrival(f))
		if _, missing := errors.AsType[*missingError](err); !missing {
			return err
		}
	}
	if f, err = w.fetchUnmatched(ctx, s, f); err != nil {
		return err
	}
	if !f.hasBody() {
		return w.skipExpunged(ctx, s, uid)
	}
	if !w.oversize(f) && !f.cut {
		wrong, err := w.mismatched(ctx, s, []fetched{f})
		if err != nil {
			return err
		}
		if b, is := wrong[uid]; is {
			return &fetchError{uids: []uint32{uid}, err: errors.New(b.why)}
		}
	}
	return w.accept(ctx, []Arrival{w.arrival(f)})
}

// fetchUnmatched fetches the body of f, even if go-imap does not match the answer.
func (w *Watcher) fetchUnmatched(ctx context.Context, s *session, f fetched) (fetched, error) {
	section := wholeBody
	if w.oversize(f) {
		section = onlyHeader
	}
	s.unmatched.wanted.Store(true)
	defer s.unmatched.wanted.Store(false)
	answers, err := s.fetch(ctx, []uint32{f.uid}, options(section), w.account.MaxMessageSize)
	if err != nil {
		return f, err
	}
	got, ok := answers[f.uid]
	if !ok {
		got, _ = s.unmatched.find(f.uid)
	}
	f.body, f.cut = got.body, got.cut
	return f, nil
}

var errNotSent = errors.New("the server lists what it does not send")

// skipExpunged skips a missing message, and fails if the message is still there. The same
// request checks all poison messages with as many attempts, so many cost no more than one.
func (w *Watcher) skipExpunged(ctx context.Context, s *session, uid uint32) error {
	uids, err := s.search(ctx, uid-1, time.Time{})
	if err != nil {
		return err
	}
	if len(uids) == 0 || uids[0] != uid {
		delete(w.poison, uid)
		w.log.Info("a message was expunged before it was read", "uid", uid)
		return nil
	}
	suspects := slices.DeleteFunc(uids, func(other uint32) bool {
		past, suspect := w.poison[other]
		return !suspect || past.attempts != w.poison[uid].attempts
	})
	answers, err := s.fetch(ctx, suspects, withMeta(options()), 0)
	if err != nil { // possibly the error of another message
		return &fetchError{uids: []uint32{uid}, err: errNotSent}
	}
	return &fetchError{err: errNotSent, uids: slices.DeleteFunc(suspects, func(other uint32) bool {
		_, came := answers[other]
		return came && other != uid
	})}
}

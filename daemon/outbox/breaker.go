package outbox

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"strconv"
	"sync"
	"time"

	"ppamaild/daemon/agency"
	"ppamaild/daemon/internal/deps"
	"ppamaild/mailbox"
	"ppamaild/store"
)

// breaker stops sending to a mail server that takes no mail. During an outage, one mail at a time
// tries the server. The other mails wait without an attempt, however many there are.
type breaker struct {
	mu       sync.Mutex
	failures int       // in a row; 0: the server takes mail; protected by mu
	probing  bool      // a mail tries the server during an outage; protected by mu
	until    time.Time // no attempt before; protected by mu
	lines    lines     // in the log about failures; protected by mu
}

const (
	probeTime  = 30 * time.Second // until the next mail tries, while the last attempt goes on
	maxOutage  = time.Minute      // the longest pause if no server answered
	maxRefusal = 5 * time.Minute  // the longest pause if a server answered; many lock an account
)

// lines limits the lines of the log about one thing.
type lines struct {
	since time.Time // the start of the current minute
	n     int       // lines in this minute
	left  int       // events without a line
}

// count counts an event. It returns how many events the next line must report, or 0 if the
// current minute has most lines already.
func (l *lines) count(now time.Time, most int) int {
	if age := now.Sub(l.since); age < 0 || age >= time.Minute {
		l.since, l.n = now, 0
	}
	l.left++
	if l.n >= most {
		return 0
	}
	l.n++
	left := l.left
	l.left = 0
	return left
}

// makeBreakers returns a breaker for each role. Roles with the same account share one.
func makeBreakers(d *deps.Deps) map[string]*breaker {
	all, byAccount := make(map[string]*breaker), make(map[[2]string]*breaker)
	for _, role := range agency.Roles() {
		s := d.Config.SMTPFor(role)
		account := [2]string{net.JoinHostPort(s.Host, strconv.Itoa(s.Port)), s.Username}
		if byAccount[account] == nil {
			byAccount[account] = &breaker{}
		}
		all[role] = byAccount[account]
	}
	return all
}

// wait returns the time before which no mail may try the server; zero: a mail may try now. A
// longer time is left from before a jump of the clock.
func (s *breaker) wait(now time.Time) time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failures == 0 {
		return time.Time{}
	}
	if left := s.until.Sub(now); 0 < left && left <= maxRefusal {
		return s.until
	}
	s.until, s.probing = now.Add(probeTime), true
	return time.Time{}
}

// failed records that the server took no mail. It returns how many failures the log must report,
// or 0.
func (s *breaker) failed(now time.Time, why error) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	longest := maxOutage
	if e, is := errors.AsType[*mailbox.SendError](why); is && e.Code != 0 {
		longest = maxRefusal
	}
	switch {
	case s.failures == 0:
		s.lines = lines{}
		fallthrough
	case s.probing: // the failures of mails that began before the outage count once
		s.failures, s.probing = s.failures+1, false
		wait := min(pause(s.failures, why), longest)
		if s.failures == 1 { // with any jitter, not longer than the pause of the mail itself
			wait /= 3
		}
		s.until = now.Add(wait)
	}
	return s.lines.count(now, 1)
}

// refusalLines is the number of lines in a minute about single mails that a server refused.
const refusalLines = 10

// works records that the server takes mail, though not every mail. It reports whether an outage
// is over, and how many refusals the log must report, or 0.
func (s *breaker) works(now time.Time, refused bool) (over bool, count int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if over = s.failures > 0; over {
		s.failures, s.probing, s.lines = 0, false, lines{}
	}
	if refused {
		count = s.lines.count(now, refusalLines)
	}
	return over, count
}

// observe tells the breaker of a role the outcome of an attempt. It returns how many failures a
// line about the outcome must report, or 0 for no line.
func (b *Outbox) observe(role string, outcome error) int {
	s := b.servers[role]
	e, is := errors.AsType[*mailbox.SendError](outcome)
	switch {
	case is && e.Outage:
		return s.failed(b.Now(), outcome)
	case outcome != nil && !is: // the store failed
		return 1
	}
	over, count := s.works(b.Now(), outcome != nil)
	if over {
		b.Log.Info("the mail server takes mail again", "role", role)
		b.Signals.Sending.Notify()
	}
	return count
}

// logRetry logs an attempt that failed for now. count is the number of failures that the line
// reports.
func (b *Outbox) logRetry(m store.Mail, outcome error, wait time.Duration, count int) {
	level := slog.LevelWarn
	if count == 0 {
		level = slog.LevelDebug
	}
	b.Log.Log(context.Background(), level, "sending failed for now", "mail", m.ID,
		"thread", m.Thread, "to", m.To, "kind", m.Kind, "error", outcome, "pause", wait,
		"failures", count)
}

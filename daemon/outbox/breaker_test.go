package outbox

import (
	"errors"
	"testing"
	"time"

	"ppamaild/mailbox"
)

func TestOneMailAtATimeTriesTheServer(t *testing.T) {
	down := &mailbox.SendError{Kind: mailbox.Temporary, Outage: true, Err: errors.New("refused")}
	now := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	s := &breaker{}
	if !s.wait(now).IsZero() {
		t.Error("a mail waits although the server works")
	}
	counts := 0
	for range 8 { // mails that began together
		counts += s.failed(now, down)
	}
	until := s.wait(now)
	if counts != 1 || until.IsZero() || until.Sub(now) > 5*time.Second {
		t.Errorf("%d lines, %v", counts, until.Sub(now))
	}
	attempts, reported := 8, 1
	for end := now.Add(time.Hour); now.Before(end); now = now.Add(time.Second) {
		if s.wait(now).IsZero() {
			attempts++
			if n := s.failed(now, down); n > 0 {
				counts++
				reported += n
			}
		}
	}
	if attempts > 120 || counts > 61 || attempts-reported > 2 {
		t.Errorf("%d attempts in an hour, %d lines that report %d", attempts, counts, reported)
	}
	if s.wait(now.AddDate(-1, 0, 0)) != (time.Time{}) {
		t.Error("a jump of the clock lengthens the outage")
	}
	if over, _ := s.works(now, false); !over || !s.wait(now).IsZero() {
		t.Error("the outage is not over")
	}
}

func TestRefusalsAreCounted(t *testing.T) {
	now := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	s, counts, reported := &breaker{}, 0, 0
	for range 3000 {
		if _, n := s.works(now, true); n > 0 {
			counts, reported = counts+1, reported+n
		}
		now = now.Add(30 * time.Millisecond)
	}
	if counts != 2*refusalLines || reported < 1500 {
		t.Errorf("%d lines report %d of 3000", counts, reported)
	}
}

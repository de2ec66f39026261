package runner

import (
	"strconv"
	"time"

	"ppamaild/daemon/queue"
	"ppamaild/review"
	"ppamaild/store"
)

// SetTimer sets a timer of the thread.
func (t *Turn) SetTimer(name string, due time.Time) {
	// JSON cannot keep a zone with an offset in seconds.
	t.Timers = append(t.Timers, store.Timer{Thread: t.Head.Thread, Name: name, Due: due.UTC()})
}

// SetReviewTimers sets the timers of an open review.
func (t *Turn) SetReviewTimers(rv store.Review) {
	if rv.Kind != review.KindSetAside { // a list needs no answer
		t.SetReminders(rv.Number)
	}
	if rv.Kind != review.KindRestored { // no mail leaves before the decision
		expireAfter := t.runner.Config.Review.ExpireAfter.Duration
		t.SetTimer(queue.TimerExpire+strconv.Itoa(rv.Number), t.Now().Add(expireAfter))
	}
}

// SetReminders sets when staff are reminded of a review, and when it is escalated.
func (t *Turn) SetReminders(number int) {
	c, n := t.runner.Config.Review, strconv.Itoa(number)
	t.SetTimer(queue.TimerRemind+n, t.runner.AfterHours(c.RemindAfter.Duration))
	t.SetTimer(queue.TimerEscalate+n, t.runner.AfterHours(c.EscalateAfter.Duration))
}

// StopReviewTimers stops the timers of a review.
func (t *Turn) StopReviewTimers(number int) {
	n := strconv.Itoa(number)
	t.Stopped = append(t.Stopped, queue.TimerRemind+n, queue.TimerEscalate+n, queue.TimerExpire+n)
}

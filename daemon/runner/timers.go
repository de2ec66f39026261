package runner

import (
	"time"

	"ppamaild/daemon/timers"
	"ppamaild/store"
)

// SetTimer sets a timer of the thread.
func (t *Turn) SetTimer(name string, due time.Time) {
	t.Timers = append(t.Timers, timers.New(t.Head.Thread, name, due))
}

// SetReviewTimers sets the timers of an open review.
func (t *Turn) SetReviewTimers(rv store.Review) {
	rv.Thread = t.Head.Thread
	all := timers.OfReview(rv, t.runner.Config.Review, t.Now(), t.runner.AfterHours)
	t.Timers = append(t.Timers, all...)
}

// SetReminders sets when staff are reminded of a review, and when it is escalated.
func (t *Turn) SetReminders(number int) {
	all := timers.Reminders(t.Head.Thread, number, t.runner.Config.Review, t.runner.AfterHours)
	t.Timers = append(t.Timers, all...)
}

// StopReviewTimers stops the timers of a review.
func (t *Turn) StopReviewTimers(number int) {
	t.Stopped = append(t.Stopped, timers.NamesOfReview(number)...)
}

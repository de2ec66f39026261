package daemon

import (
	"ppamaild/daemon/internal/schedule"
	"ppamaild/store"
)

// laneOf is for an event that a decision of staff's brings about.
func laneOf(kind string) schedule.Lane {
	if kind == eventCustomer {
		return schedule.Known
	}
	return schedule.Ahead
}

// laneIn is for an event in a thread's queue: a flood of new customers, or of whoever
// says to be one, holds up nobody whom the agency is talking with.
func laneIn(tx store.Tx, thread, kind string) (schedule.Lane, error) {
	if kind != eventCustomer {
		return schedule.Ahead, nil
	}
	in := schedule.Behind
	err := tx.LatestMail(thread, func(m store.Mail) bool {
		if m.Kind == store.MailCustomer && m.Purpose == "" {
			in = schedule.Known
		}
		return in == schedule.Behind
	})
	return in, err
}

// wakeup is for a thread that has work.
type wakeup struct {
	thread string
	lane   schedule.Lane
}

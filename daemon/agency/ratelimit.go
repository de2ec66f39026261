package agency

import (
	"errors"
	"slices"
	"strings"
	"time"

	"ppamaild/store"
)

// RateWindow is the span of time that rate limits count in.
const RateWindow = time.Hour

// Correspondent returns the record of an address with its mails of the last hour. A time in
// the future, from before the clock was set back, counts as now.
func (a *Agency) Correspondent(
	tx store.Correspondents, address string,
) (store.Correspondent, error) {
	address = strings.ToLower(address)
	c, err := tx.Correspondent(address)
	if errors.Is(err, store.ErrNotFound) {
		return store.Correspondent{Address: address}, nil
	}
	c.Sent, c.Received = a.lately(c.Sent), a.lately(c.Received)
	return c, err
}

// lately returns the times of the last hour.
func (a *Agency) lately(times []time.Time) []time.Time {
	now := a.Now()
	times = slices.DeleteFunc(times, func(at time.Time) bool {
		return !at.After(now.Add(-RateWindow))
	})
	for i, at := range times {
		if at.After(now) {
			times[i] = now
		}
	}
	return times
}

// Exceeded reports whether a rate limit was exceeded within two hours, so that staff know.
// While mail exceeds a limit, the last excess is less than an hour old.
func (a *Agency) Exceeded(last time.Time) bool {
	now := a.Now()
	return last.After(now.Add(-2*RateWindow)) && !last.After(now)
}

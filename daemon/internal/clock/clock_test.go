package clock

import (
	"testing"
	"testing/synctest"
	"time"
)

const oneYear = 365 * 24 * time.Hour

// Before a call of Follow, the clock advances by the uptime.
func TestAdvancesByUptimeUntilItFollows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start, offset := time.Now(), time.Duration(0)
		c := New(func() time.Time { return time.Now().Add(offset) }, func() time.Duration { return time.Since(start) })
		time.Sleep(36 * time.Hour)
		if jump := c.Jump(); jump != 0 {
			t.Errorf("found a jump of %v", jump)
		}
		offset = oneYear
		if now := c.Now(); !now.Equal(start.Add(36 * time.Hour)) {
			t.Errorf("the clock follows without a call of Follow, to %s", now)
		}
		time.Sleep(time.Hour)
		if now, jump := c.Now(), c.Jump(); !now.Equal(start.Add(37*time.Hour)) || jump != oneYear {
			t.Errorf("time %s, jump %v", now, jump)
		}
		c.Follow(oneYear)
		if now := c.Now(); !now.Equal(start.Add(37*time.Hour+oneYear)) || c.Jump() != 0 || !c.SteadySince().Equal(now) {
			t.Errorf("time %s, steady since %s", now, c.SteadySince())
		}
	})
}

package clock

import (
	"testing"
	"testing/synctest"
	"time"
)

const oneYear = 365 * 24 * time.Hour

// Until it is told to follow a leap, it goes on as time passes.
func TestGoesOnAsTimePassesUntilItFollows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start, leapt := time.Now(), time.Duration(0)
		c := New(func() time.Time { return time.Now().Add(leapt) }, func() time.Duration { return time.Since(start) })
		time.Sleep(36 * time.Hour)
		if leap := c.Leapt(); leap != 0 {
			t.Errorf("a leap by %v is found", leap)
		}
		leapt = oneYear
		if now := c.Now(); !now.Equal(start.Add(36 * time.Hour)) {
			t.Errorf("it follows by itself, to %s", now)
		}
		time.Sleep(time.Hour)
		if now, leap := c.Now(), c.Leapt(); !now.Equal(start.Add(37*time.Hour)) || leap != oneYear {
			t.Errorf("it is %s, and the leap %v", now, leap)
		}
		c.Follow(oneYear)
		if now := c.Now(); !now.Equal(start.Add(37*time.Hour+oneYear)) || c.Leapt() != 0 || !c.Begun().Equal(now) {
			t.Errorf("it is %s since %s", now, c.Begun())
		}
	})
}

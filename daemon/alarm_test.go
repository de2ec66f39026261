package daemon

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// refusing is a store that rejects commits while a switch is on.
type refusing struct {
	store.Store
	refuses *atomic.Bool
}

func (s refusing) Update(ctx context.Context, fn func(store.Tx) error) error {
	if s.refuses.Load() {
		return errors.New("it takes nothing")
	}
	return s.Store.Update(ctx, fn)
}

// Staff hear about a silent mailbox even if the first attempt to store the alarm failed.
func TestAlarmIsRaisedUntilStaffAreTold(t *testing.T) {
	t.Parallel()
	o := newOffline(t)
	synctest.Test(t, func(t *testing.T) {
		began, s := time.Now(), refusing{o.Store, new(atomic.Bool)}
		o.Store = s
		for i := range o.watchers {
			o.Daemon.upkeep.Watchers[i] = seen{func() time.Time { return began }}
		}
		var jumped atomic.Int64
		defer o.runTimers(&jumped)()
		go o.Daemon.upkeep.Alarms(t.Context())
		time.Sleep(time.Minute)
		s.refuses.Store(true)
		time.Sleep(oneDay)
		s.refuses.Store(false)
		time.Sleep(oneDay)
		alarms := 0
		for _, subject := range o.outbox(play.Lee) {
			if strings.Contains(subject, "Alarm: "+play.Quotes) {
				alarms++
			}
		}
		if alarms != 1 {
			t.Errorf("%d alarms", alarms)
		}
	})
}

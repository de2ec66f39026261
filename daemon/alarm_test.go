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

// refusing is a store that takes nothing while it is told so.
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

// Staff are told of a silent mailbox also where that could not be written down at first.
func TestAlarmIsRaisedUntilStaffAreTold(t *testing.T) {
	o := newOffline(t)
	synctest.Test(t, func(t *testing.T) {
		began, s := time.Now(), refusing{o.Store, new(atomic.Bool)}
		o.Store = s
		for i := range o.watchers {
			o.Daemon.upkeep.Watchers[i] = seen{func() time.Time { return began }}
		}
		var leapt atomic.Int64
		defer o.runTimers(&leapt)()
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

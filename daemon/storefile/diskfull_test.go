package storefile

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ppamaild/store"
)

// cramped is a store on a disk that is full until a time. It counts the attempts.
type cramped struct {
	store.Store
	until time.Time
	tried int
}

func (s *cramped) Update(context.Context, func(store.Tx) error) error {
	if s.tried++; time.Now().Before(s.until) {
		return store.ErrDisk
	}
	return nil
}

// A change is made once there is space. The log says once that the disk is full, and once that
// it has space.
func TestRetryOnDiskFull(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		inner := &cramped{until: time.Now().Add(time.Minute)}
		s := NewRetryOnDiskFull(inner, slog.New(slog.NewTextHandler(&log, nil)))
		if err := s.Update(t.Context(), nil); err != nil || time.Now().Before(inner.until) || inner.tried < 10 {
			t.Errorf("after %d attempts: %v", inner.tried, err)
		}
		if err := s.Update(t.Context(), nil); err != nil {
			t.Error(err)
		}
		if full, room := strings.Count(log.String(), "disk full: paused"), strings.Count(log.String(), "has space again"); full != 1 || room != 1 {
			t.Errorf("the log says %d times that it is full, %d times that it is not", full, room)
		}
	})
}

// After GiveUp no update waits.
func TestRetryOnDiskFullThatGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewRetryOnDiskFull(&cramped{until: time.Now().Add(time.Hour)}, slog.New(slog.DiscardHandler))
		begun := time.Now()
		short, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := s.Update(short, nil); !errors.Is(err, store.ErrDisk) || time.Since(begun) != time.Minute {
			t.Errorf("after %v: %v", time.Since(begun), err)
		}
		time.AfterFunc(time.Minute, s.GiveUp)
		if err := s.Update(t.Context(), nil); !errors.Is(err, store.ErrDisk) || time.Since(begun) != 2*time.Minute {
			t.Errorf("after %v: %v", time.Since(begun), err)
		}
	})
}

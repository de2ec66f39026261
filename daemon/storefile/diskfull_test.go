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
	err   error
}

func (s *cramped) Update(context.Context, func(store.Tx) error) error {
	if s.tried++; time.Now().Before(s.until) {
		return s.err
	}
	return nil
}

// A change waits until the store works. The log says once that updates wait, with the reason, and
// once that the store works again.
func TestRetryOnDiskFull(t *testing.T) {
	waits(t, store.ErrDisk, "disk full: paused")
	waits(t, store.ErrUnavailable, "database down: paused")
}

func waits(t *testing.T, why error, says string) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		inner := &cramped{until: time.Now().Add(time.Minute), err: why}
		s := NewRetryOnDiskFull(inner, slog.New(slog.NewTextHandler(&log, nil)))
		if err := s.Update(t.Context(), nil); err != nil || time.Now().Before(inner.until) || inner.tried < 10 {
			t.Errorf("after %d attempts: %v", inner.tried, err)
		}
		if err := s.Update(t.Context(), nil); err != nil {
			t.Error(err)
		}
		for _, line := range []string{says, "the store works again: resumed"} {
			if n := strings.Count(log.String(), line); n != 1 {
				t.Errorf("the log says %d times %q", n, line)
			}
		}
	})
}

// View implements store.Store.
func (s *cramped) View(context.Context, func(store.Tx) error) error {
	if time.Now().Before(s.until) {
		return s.err
	}
	return nil
}

// Watch says once that the database is down, and once that the store works. The errors of readers
// are said then.
func TestWatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		down := &cramped{until: time.Now().Add(time.Minute), err: store.ErrUnavailable}
		s := NewRetryOnDiskFull(down, slog.New(slog.NewTextHandler(&log, nil)))
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
		defer cancel()
		go s.Watch(ctx)
		err := s.View(ctx, nil)
		if !errors.As(err, new(said)) || !errors.Is(err, store.ErrUnavailable) {
			t.Errorf("a reader gets %v", err)
		}
		<-ctx.Done()
		synctest.Wait()
		for _, line := range []string{"database down: paused", "the store works again: resumed"} {
			if n := strings.Count(log.String(), line); n != 1 {
				t.Errorf("the log says %d times %q", n, line)
			}
		}
	})
}

// busy is a store with so many readers that no other reader gets an answer.
type busy struct{ store.Store }

func (busy) View(ctx context.Context, _ func(store.Tx) error) error {
	<-ctx.Done()
	return ctx.Err()
}

// A page that waits too long does not tell the other pages and the log that the database is down.
func TestAnswersOfABusyStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		s := NewRetryOnDiskFull(busy{}, slog.New(slog.NewTextHandler(&log, nil)))
		err := s.Answers(t.Context())
		if !errors.Is(err, store.ErrUnavailable) || errors.As(err, new(said)) {
			t.Errorf("the page gets %v", err)
		}
		if s.down.Load() || log.Len() > 0 {
			t.Errorf("down is %t, and the log says %q", s.down.Load(), log.String())
		}
	})
}

// After GiveUp no update waits.
func TestRetryOnDiskFullThatGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewRetryOnDiskFull(&cramped{until: time.Now().Add(time.Hour), err: store.ErrDisk}, slog.New(slog.DiscardHandler))
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

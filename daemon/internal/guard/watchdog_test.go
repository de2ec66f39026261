package guard

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func watchdog() (*Watchdog, *bytes.Buffer) {
	var log bytes.Buffer
	return NewWatchdog(0, slog.New(slog.NewTextHandler(&log, nil))), &log
}

// sleeps takes a time and ignores its context.
func sleeps(d time.Duration) func(context.Context) (string, error) {
	return func(context.Context) (string, error) { time.Sleep(d); return "done", nil }
}

func TestWorkThatIgnoresItsContextIsLeftAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, log := watchdog()
		began := time.Now()
		got, err := Watch(t.Context(), w, "message 7", sleeps(time.Hour))
		if got != "" || !IsTooLong(err) || !strings.Contains(err.Error(), "message 7 took longer than 30s") || time.Since(began) > 35*time.Second {
			t.Errorf("%q, %v after %s", got, err, time.Since(began))
		}
		if w.Ended() != 1 || w.Running() != 1 || !strings.Contains(log.String(), `unit="message 7"`) {
			t.Errorf("%d ended, %d run:\n%s", w.Ended(), w.Running(), log)
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		if w.Running() != 0 {
			t.Errorf("%d run", w.Running())
		}
	})
}

func TestContextOfEndedWorkIsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, _ := watchdog()
		_, err := Watch(t.Context(), w, "thread Q-AAAAAA", func(ctx context.Context) (int, error) { <-ctx.Done(); return 1, ctx.Err() })
		if !IsTooLong(err) || w.Running() != 0 {
			t.Errorf("%v, %d run", err, w.Running())
		}
	})
}

func TestQuickWorkAndErrorsPass(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, _ := watchdog()
		if got, err := Watch(t.Context(), w, "a", sleeps(29*time.Second)); got != "done" || err != nil {
			t.Errorf("%q, %v", got, err)
		}
		broke := errors.New("broke")
		if _, err := Watch(t.Context(), w, "b", func(context.Context) (int, error) { return 0, broke }); !errors.Is(err, broke) {
			t.Error(err)
		}
		if _, err := Watch(t.Context(), w, "c", func(context.Context) (int, error) { panic("no") }); err == nil || IsTooLong(err) {
			t.Error(err)
		}
		if w.Ended() != 0 {
			t.Errorf("%d ended", w.Ended())
		}
	})
}

// Waiting for a network does not count. Work within the wait counts, and so does the work of the
// unit around a unit.
func TestWaitingDoesNotCount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, _ := watchdog()
		_, err := Watch(t.Context(), w, "outer", func(ctx context.Context) (string, error) {
			return Watch(ctx, w, "inner", func(ctx context.Context) (string, error) {
				defer Wait(ctx)()
				time.Sleep(time.Hour)
				return "", nil
			})
		})
		if err != nil {
			t.Error(err)
		}
		_, err = Watch(t.Context(), w, "working", func(ctx context.Context) (string, error) {
			defer Wait(ctx)()
			defer Work(ctx)()
			<-ctx.Done()
			return "", ctx.Err()
		})
		if !IsTooLong(err) {
			t.Error(err)
		}
	})
	Wait(t.Context())() // outside of a unit
}

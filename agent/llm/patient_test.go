package llm_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ppamaild/agent/llm"
)

func patient(f llm.Model, patience time.Duration) *llm.Patient {
	return llm.NewPatient(f, patience, time.Now, slog.New(slog.DiscardHandler))
}

func busy(after time.Duration) error {
	return &llm.Error{Temporary: true, After: after, Err: errors.New("HTTP 429: slow down")}
}

func TestAgentCase23RetryAfterIsHonoured(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{steps: []error{busy(20 * time.Second), busy(0)}}
		began := time.Now()
		a, err := patient(f, 5*time.Minute).Ask(t.Context(), weather)
		if err != nil || a.Text != "fine" || len(f.asked) != 3 {
			t.Fatalf("%+v, %v, asked %d times", a, err, len(f.asked))
		}
		if first := f.asked[1].Sub(began); first < 20*time.Second || first > 22*time.Second {
			t.Errorf("asked again after %v", first)
		}
		if second := f.asked[2].Sub(f.asked[1]); second < 500*time.Millisecond || second > 5*time.Second {
			t.Errorf("and again after %v", second)
		}
	})
}

func TestAgentCase23AWaitIsEverybodys(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{steps: []error{busy(30 * time.Second)}}
		p, began := patient(f, time.Minute), time.Now()
		var all sync.WaitGroup
		for i := range 3 {
			all.Go(func() {
				time.Sleep(time.Duration(i) * time.Second)
				if _, err := p.Ask(t.Context(), weather); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if early := slices.IndexFunc(f.asked[1:], func(at time.Time) bool { return at.Sub(began) < 30*time.Second }); early >= 0 {
			t.Errorf("asked at %v", f.asked)
		}
	})
}

func TestAgentCase23PatienceEnds(t *testing.T) {
	tests := []struct {
		name  string
		steps []error
		asked int
		says  string
	}{
		{"down for good", slices.Repeat([]error{busy(0)}, 100), 0, "no answer within 1m0s: HTTP 429"},
		{"asks for more than there is", []error{busy(time.Hour)}, 1, "no answer within 1m0s"},
		{"refused", []error{&llm.Error{Err: errors.New("HTTP 400: no")}}, 1, "HTTP 400"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f, began := &fake{steps: test.steps}, time.Now()
				_, err := patient(f, time.Minute).Ask(t.Context(), weather)
				if err == nil || !strings.Contains(err.Error(), test.says) || test.asked > 0 && len(f.asked) != test.asked {
					t.Errorf("%v, asked %d times", err, len(f.asked))
				}
				if took := time.Since(began); took > time.Minute {
					t.Errorf("it took %v", took)
				}
			})
		})
	}
}

// While a service is down, many threads together try it no more often than one.
func TestAgentCase23AServiceThatIsDownIsLeftAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &counted{fake: fake{steps: slices.Repeat([]error{busy(0)}, 1000)}}
		p := patient(f, 10*time.Minute)
		var all sync.WaitGroup
		for range 30 {
			all.Go(func() { _, _ = p.Ask(t.Context(), weather) })
		}
		all.Wait()
		// 30 immediately, before any failure; then 15, 30, 60 … seconds apart.
		if n := len(f.asked); n > 30+15 {
			t.Errorf("asked %d times in 10 minutes", n)
		}
	})
}

func TestAgentCase23ItIsTriedAgainAndCloses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &counted{fake: fake{steps: slices.Repeat([]error{busy(0)}, 8)}}
		p := patient(f, 30*time.Minute)
		for range 3 {
			if _, err := p.Ask(t.Context(), weather); err != nil {
				t.Fatal(err)
			}
		}
		began := time.Now()
		if _, err := p.Ask(t.Context(), weather); err != nil || time.Since(began) > 0 {
			t.Errorf("%v after %v", err, time.Since(began))
		}
	})
}

func TestWaitingEndsWithTheProgram(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		_, err := patient(&fake{steps: []error{busy(time.Minute)}}, time.Hour).Ask(ctx, weather)
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v", err)
		}
	})
}

// counted is a fake for several goroutines.
type counted struct {
	mu sync.Mutex
	fake
}

func (c *counted) Ask(ctx context.Context, r llm.Request) (llm.Answer, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.fake.Ask(ctx, r)
}

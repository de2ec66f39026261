package llm

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/cenkalti/backoff/v5"

	"ppamaild/agent"
)

// Patient repeats requests after temporary failures, for a limited time. All threads share a
// Patient, so all threads wait if the service asks one thread to wait.
type Patient struct {
	model    Model
	patience time.Duration
	now      func() time.Time
	log      *slog.Logger
	breaker  breaker
}

// NewPatient returns a Model that repeats requests to m for the time of patience.
func NewPatient(m Model, patience time.Duration, now func() time.Time, log *slog.Logger) *Patient {
	return &Patient{model: m, patience: patience, now: now, log: log}
}

// Ask repeats a request until an answer or a permanent error. Ask stops if the next attempt would
// be too late, and if ctx ends. The usage includes failed attempts.
func (p *Patient) Ask(ctx context.Context, r Request) (Answer, error) {
	end := p.now().Add(p.patience)
	pauses := backoff.NewExponentialBackOff()
	pauses.InitialInterval, pauses.MaxInterval = time.Second, time.Minute
	var spent agent.Usage
	for {
		if err := p.turn(ctx, end); err != nil {
			return Answer{Spent: spent}, err
		}
		a, err := p.model.Ask(ctx, r)
		spent = spent.Plus(a.Spent)
		a.Spent = spent
		if ctx.Err() != nil {
			p.breaker.abandon()
			return a, ctx.Err()
		}
		e := waitable(err)
		p.breaker.leave(p.now(), e)
		if e == nil {
			return a, err
		}
		pause := max(pauses.NextBackOff(), e.After)
		p.log.Warn("the model did not answer", "error", e, "after", e.After, "pause", pause)
		if err := p.wait(ctx, pause, end, e); err != nil {
			return Answer{Spent: spent}, err
		}
	}
}

// waitable returns a temporary error, and nil for any other error.
func waitable(err error) *Error {
	if e, is := err.(*Error); is && e.Temporary {
		return e
	}
	return nil
}

// turn waits until the breaker allows a request.
func (p *Patient) turn(ctx context.Context, end time.Time) error {
	for {
		pause, why := p.breaker.enter(p.now())
		if pause == 0 {
			return nil
		}
		if err := p.wait(ctx, pause, end, why); err != nil {
			return err
		}
	}
}

// wait pauses. If the pause ends after end, wait returns an error with the reason.
func (p *Patient) wait(ctx context.Context, pause time.Duration, end time.Time, why error) error {
	if p.now().Add(pause).After(end) {
		return temporary("no answer within %v: %w", p.patience, why)
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("waiting for the model: %w", ctx.Err())
	}
}

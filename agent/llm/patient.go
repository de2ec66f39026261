package llm

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/cenkalti/backoff/v5"

	"ppamaild/agent"
)

// Patient asks again what failed for now, for as long as its patience lasts. All
// threads share one, so that a service that asks one to wait is left alone by all.
type Patient struct {
	model    Model
	patience time.Duration
	now      func() time.Time
	log      *slog.Logger
	breaker  breaker
}

// NewPatient returns a Model that asks m again until patience has passed.
func NewPatient(m Model, patience time.Duration, now func() time.Time, log *slog.Logger) *Patient {
	return &Patient{model: m, patience: patience, now: now, log: log}
}

// Ask asks until there is an answer, or an error that waiting does not help
// against, or the next attempt would come too late. It returns early where ctx ends.
// What failed attempts cost is part of what it returns.
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

// waitable returns the error that waiting may help against; nil for any other.
func waitable(err error) *Error {
	if e, is := err.(*Error); is && e.Temporary {
		return e
	}
	return nil
}

// turn waits until the breaker lets a request through.
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

// wait pauses, unless the end comes first: then it is why that is the error.
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

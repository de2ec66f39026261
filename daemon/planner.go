package daemon

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/model"
	"ppamaild/agent/planner"
	"ppamaild/config"
	"ppamaild/templates"
)

// makePlanner makes the configured planner.
func makePlanner(cfg *config.Config, now func() time.Time, log *slog.Logger) (Planner, error) {
	rules := planner.Rules{
		Producer: cfg.Agency.Producer.License, Payments: cfg.Quote.Payments, Location: cfg.Agency.Location,
		AskStaff: cfg.Review.EnableFeedbackTool, OrderReports: cfg.Carrier.OrderReports, Compare: compare(cfg.Quote),
	}
	if cfg.Planner.Kind != config.PlannerLLM {
		return rules, nil
	}
	prompts, err := templates.ReadPrompts(cfg.Templates.Dir)
	if err != nil {
		return nil, err
	}
	return planner.NewLLM(planner.Options{
		Model: makeModel(cfg.Planner, now, log), Prompts: prompts,
		Agency: templates.PromptAgency{Agency: cfg.Agency.Name, States: cfg.Agency.LicensedStates, AskStaff: rules.AskStaff},
		Budget: budget(cfg.Limits), Repairs: cfg.Planner.Repairs, Rules: rules,
		FallBack: cfg.Planner.OnFailure == config.FailureRules, Logger: log.With("component", "planner"),
	})
}

// compare is what is priced besides what was asked for.
func compare(q config.Quote) agent.Compare {
	return agent.Compare{Minimum: q.CompareMinimum, Now: q.CompareNow, Coverages: q.CompareCoverages}
}

func budget(l config.Limits) planner.Budget {
	micro := func(dollars float64) int64 { return int64(dollars * 1e6) }
	return planner.Budget{
		TokensPerEvent: l.TokensPerEvent, TokensPerThread: l.TokensPerThread,
		MicroDollarsPerEvent: micro(l.DollarsPerEvent), MicroDollarsPerThread: micro(l.DollarsPerThread),
	}
}

// makeModel makes the model behind the API, or what stands in for it.
func makeModel(p config.Planner, now func() time.Time, log *slog.Logger) model.Model {
	if p.Replay != "" {
		return model.Recording{Dir: p.Replay, Model: p.Model}.Replay()
	}
	var m model.Model = model.NewPatient(makeClient(p, now), p.Patience.Duration, now, log.With("component", "model"))
	if p.Record != "" {
		m = model.Recording{Dir: p.Record, Model: p.Model}.Record(m)
	}
	return m
}

func makeClient(p config.Planner, now func() time.Time) *model.Client {
	return model.NewClient(model.Options{
		BaseURL: p.BaseURL, Model: p.Model, Key: p.APIKey.Reveal(), Timeout: p.Timeout.Duration, Longest: p.MaxAnswerTokens,
		Prices: model.Prices{Prompt: p.Prices.Prompt, Cached: p.Prices.CachedPrompt, Completion: p.Prices.Completion}, Now: now,
	})
}

// checkPlanner asks the model for something small.
func checkPlanner(ctx context.Context, cfg *config.Config) CheckResult {
	r, p := CheckResult{What: "planner"}, cfg.Planner
	switch {
	case p.Kind != config.PlannerLLM:
		r.Detail = string(p.Kind) + ", embedded"
	case p.Replay != "":
		r.Detail = "llm, which replays the answers in " + p.Replay
	default:
		host := p.BaseURL
		if u, err := url.Parse(host); err == nil {
			host = u.Host
		}
		began := time.Now()
		if err := model.Probe(ctx, makeClient(p, time.Now)); err != nil {
			r.Err = fmt.Errorf("asking %s at %s: %w", p.Model, host, err)
		}
		r.Detail = fmt.Sprintf("llm, %s at %s calls tools; it took %v", p.Model, host, time.Since(began).Round(time.Millisecond))
	}
	return r
}

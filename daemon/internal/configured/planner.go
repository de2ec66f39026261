package configured

import (
	"context"
	"log/slog"
	"time"

	"ppamaild/agent/llm"
	"ppamaild/agent/planner"
	"ppamaild/agent/planner/asking"
	"ppamaild/agent/task/taskplanner"
	"ppamaild/config"
	"ppamaild/daemon/fair"
	"ppamaild/daemon/internal/guard"
	"ppamaild/templates"
)

// Planner returns the planner of quotes. words are for staff; nil: the built-in English words.
func Planner(cfg *config.Config, words *templates.Phrases, now func() time.Time, log *slog.Logger) (planner.Planner, error) {
	rules := planner.Rules{
		Producer: cfg.Agency.Producer.License, Payments: cfg.Quote.Payments, Location: cfg.Agency.Location,
		AskStaff: cfg.Review.EnableFeedbackTool, OrderReports: cfg.Carrier.OrderReports, Compare: compared(cfg.Quote),
		Words: words,
	}
	if cfg.Planner.Kind != config.PlannerLLM {
		return rules, nil
	}
	prompts, err := templates.ReadPrompts(cfg.Templates.Dir)
	if err != nil {
		return nil, err
	}
	languages, err := templates.Languages(cfg.Templates.Dir)
	if err != nil {
		return nil, err
	}
	return planner.NewLLM(planner.Options{
		Asking:    askingOptions(cfg, words, now, log),
		Prompts:   prompts,
		Rules:     rules,
		Languages: languages,
		Agency: templates.PromptAgency{
			Agency:   cfg.Agency.Name,
			States:   cfg.Agency.LicensedStates,
			AskStaff: rules.AskStaff,
		},
	})
}

// HasModel reports whether a language model plans.
func HasModel(cfg *config.Config) bool { return cfg.Planner.Kind == config.PlannerLLM }

// TaskPlanner returns the planner of tasks: the model, or rules without a model.
func TaskPlanner(cfg *config.Config, rules taskplanner.Rules, now func() time.Time, log *slog.Logger) (planner.Planner, error) {
	if cfg.Planner.Kind != config.PlannerLLM {
		return rules, nil
	}
	prompts, err := templates.ReadPlanPrompts(cfg.Templates.Dir)
	if err != nil {
		return nil, err
	}
	return taskplanner.NewLLM(taskplanner.Options{
		Asking: askingOptions(cfg, rules.Words, now, log), Prompts: prompts, Rules: rules,
		Agency: templates.PromptAgency{Agency: cfg.Agency.Name},
	})
}

func askingOptions(cfg *config.Config, words *templates.Phrases, now func() time.Time, log *slog.Logger) asking.Options {
	return asking.Options{
		Model: Model(cfg.Planner, now, log), Budget: budget(cfg.Limits), Repairs: cfg.Planner.Repairs,
		Words: words, FallBack: cfg.Planner.OnFailure == config.FailureRules, Logger: log.With("component", "planner"),
	}
}

func budget(l config.Limits) asking.Budget {
	micro := func(dollars float64) int64 { return int64(dollars * 1e6) }
	return asking.Budget{
		TokensPerEvent: l.TokensPerEvent, TokensPerThread: l.TokensPerThread,
		MicroDollarsPerEvent: micro(l.DollarsPerEvent), MicroDollarsPerThread: micro(l.DollarsPerThread),
	}
}

// Model returns the model behind the API, or the simulated model.
func Model(p config.Planner, now func() time.Time, log *slog.Logger) llm.Model {
	if p.Replay != "" {
		return llm.Recording{Dir: p.Replay, Model: p.Model}.Replay()
	}
	var m llm.Model = llm.NewPatient(ModelClient(p, now), p.Patience.Duration, now, log.With("component", "model"))
	if p.Record != "" {
		m = llm.Recording{Dir: p.Record, Model: p.Model}.Record(m)
	}
	return waitingModel{m, p, log}
}

// waitingModel is a model behind an API. The watchdog does not count the time of a request,
// because the client has its own limits. Tenants with the same API call the model in turn.
type waitingModel struct {
	llm.Model
	at  config.Planner
	log *slog.Logger
}

// Ask implements llm.Model.
func (m waitingModel) Ask(ctx context.Context, r llm.Request) (llm.Answer, error) {
	defer guard.Wait(ctx)()
	give, err := fair.From(ctx).Take(ctx, "model "+m.at.BaseURL, m.at.Concurrency)
	if err != nil {
		return llm.Answer{}, err
	}
	defer give()
	began := time.Now()
	answer, err := m.Model.Ask(ctx, r)
	m.log.Debug("asked the model", "component", "model", "prompt_tokens", answer.Spent.PromptTokens,
		"completion_tokens", answer.Spent.CompletionTokens, "error", err, "took", time.Since(began))
	return answer, err
}

// ModelClient returns a client of the model's API.
func ModelClient(p config.Planner, now func() time.Time) *llm.Client {
	return llm.NewClient(llm.Options{
		BaseURL: p.BaseURL, Model: p.Model, Key: p.APIKey.Reveal(), Timeout: p.Timeout.Duration, Longest: p.MaxAnswerTokens,
		Prices: llm.Prices{Prompt: p.Prices.Prompt, Cached: p.Prices.CachedPrompt, Completion: p.Prices.Completion}, Now: now,
	})
}

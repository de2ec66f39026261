package check

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"time"

	"ppamaild/agent/llm"
	"ppamaild/config"
	"ppamaild/daemon/internal/configured"
	"ppamaild/templates"
)

// checkPlanner sends the model a small request.
func checkPlanner(ctx context.Context, cfg *config.Config) Result {
	r, p := Result{What: "planner"}, cfg.Planner
	switch {
	case p.Kind != config.PlannerLLM:
		r.Detail = string(p.Kind) + ", embedded"
	case p.Replay != "":
		r.Detail = "llm, which replays the answers in " + p.Replay
	default:
		host := p.BaseURL
		if u, err := url.Parse(host); err == nil {
			host = u.Host + u.Path // without the user name, which may be a secret
		}
		began := time.Now()
		words, err := templates.ModelWords(cfg.Templates.Dir)
		if err == nil {
			err = llm.Probe(ctx, configured.ModelClient(p, time.Now), words)
		}
		if err != nil {
			r.Err = fmt.Errorf("asking %s at %s: %w", p.Model, host, err)
		}
		r.Detail = fmt.Sprintf("llm, %s at %s calls tools; it took %v", p.Model, host, time.Since(began).Round(time.Millisecond))
	}
	return r
}

// checkCarrier checks that a remote carrier accepts the credentials.
func checkCarrier(ctx context.Context, c config.Carrier) Result {
	if !c.Remote() {
		return Result{What: "carrier", Detail: "reference, embedded; its rates are illustrative"}
	}
	r := Result{What: "carrier", Detail: fmt.Sprintf("%s answers at %s", c.Name, c.BaseURL)}
	remote, err := configured.Carrier(c, slog.New(slog.DiscardHandler))
	if p, ok := remote.(configured.Prober); ok && err == nil {
		err = p.Probe(ctx)
	}
	if err != nil {
		r.Err = fmt.Errorf("carrier.base_url %s: %w", c.BaseURL, err)
	}
	return r
}

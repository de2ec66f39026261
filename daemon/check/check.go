// Package check tries the servers, files and services of a configuration before a daemon uses
// them.
package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/config"
	"ppamaild/daemon"
	"ppamaild/daemon/internal/configured"
	"ppamaild/daemon/storefile"
	"ppamaild/progress"
)

// Result is the result of one check.
type Result struct {
	What   string
	Detail string
	Advice string // works, but should be better
	Err    error
}

// Say returns the result in words, on one line.
func (r Result) Say() string {
	if r.Err != nil {
		return strings.ReplaceAll(strings.TrimSpace(r.Err.Error()), "\n", "; ")
	}
	return cmp.Or(r.Advice, r.Detail)
}

// Configuration checks templates, store, tokens, mailboxes, mail servers, planner, carrier, the
// agents' MCP servers, the clock and the domain's DNS. Configuration yields each result when
// the result is known.
func Configuration(ctx context.Context, cfg *config.Config) iter.Seq[Result] {
	c := checker{configured.NewTokens(whereverItIs{cfg}, slog.New(slog.DiscardHandler))}
	return func(yield func(Result) bool) {
		checks := []func(context.Context, *config.Config) []Result{
			checkTemplates, checkStore, c.checkTokens, c.checkIMAP, c.checkSMTP, checkServices,
			checkAgents, checkDeciders, checkClock, checkDNS, checkSpam,
		}
		progress.Begin(ctx, "checking", "checks", func() int64 { return int64(len(checks)) })
		for i, check := range checks {
			progress.Add(ctx, min(int64(i), 1))
			for _, result := range check(ctx, cfg) {
				if !yield(result) {
					return
				}
			}
		}
	}
}

// checker logs in. All checks share the tokens.
type checker struct{ tokens *configured.Tokens }

func checkTemplates(_ context.Context, cfg *config.Config) []Result {
	_, err := daemon.LoadTemplates(cfg)
	for _, ours := range []string{"mail", "page"} { // the folders of the source code
		folder := filepath.Join(cfg.Templates.Dir, ours)
		if info, none := os.Stat(folder); cfg.Templates.Dir != "" && none == nil && info.IsDir() {
			err = errors.Join(err, fmt.Errorf("%s is ignored: put overrides directly into %s", folder, cfg.Templates.Dir))
		}
	}
	return []Result{{What: "templates", Detail: cmp.Or(cfg.Templates.Dir, "embedded"), Err: err}}
}

func checkStore(ctx context.Context, cfg *config.Config) []Result {
	says, err := storefile.Probe(ctx, cfg)
	return []Result{{What: "store", Detail: says, Err: err}}
}

func checkServices(ctx context.Context, cfg *config.Config) []Result {
	return []Result{
		checkPlanner(ctx, cfg),
		checkCarrier(ctx, cfg.Carrier),
	}
}

// checkDeciders names the people who decide a quote, and the people asked later. If anyone
// has a license, only licensed people decide.
func checkDeciders(_ context.Context, cfg *config.Config) []Result {
	staff, step := configured.NewStaff(cfg.Review), string(agent.StageQuote)
	asked := staff.Asked(step)
	more := slices.DeleteFunc(staff.EscalateTo(nil, step), func(address string) bool { return slices.Contains(asked, address) })
	r := Result{What: "quotes", Detail: "decided by " + strings.Join(asked, ", ")}
	if len(more) > 0 {
		r.Detail += "; after " + configured.Span(cfg.Review.EscalateAfter.Duration) + " also by " + strings.Join(more, ", ") + configured.Within(cfg.Agency.BusinessHours)
	} else if len(asked) == 1 {
		r.Detail = "only one reviewer (" + asked[0] + "): quotes wait while they are away"
	}
	switch gate := cfg.Review.Gates[step]; {
	case len(asked) == 0:
		r.Err = errors.New("no one in review.staff may decide quotes")
	case cfg.Review.AlwaysRequireFeedback || gate == config.GateAlways:
	case gate == config.GateAuto:
		r.Detail = "sent automatically unless in doubt; in doubt: " + r.Detail
	default:
		r.Detail = "sent without a decision"
	}
	return []Result{r}
}

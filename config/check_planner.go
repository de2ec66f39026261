package config

import (
	"os"
	"strings"
)

// maxConcurrency limits the memory of running threads.
const maxConcurrency = 1000

// check checks the settings of the planner and of its model.
func (p *Planner) check(l *loader, limits Limits) {
	p.Record, p.Replay = l.resolve(p.Record), l.resolve(p.Replay)
	for key, value := range map[string]int{
		"planner.repairs": p.Repairs, "limits.tokens_per_event": limits.TokensPerEvent, "limits.tokens_per_thread": limits.TokensPerThread,
	} {
		if value < 0 {
			l.Refuse(key, "0 or more")
		}
	}
	if p.Concurrency < 1 || p.Concurrency > maxConcurrency {
		l.Refuse("planner.concurrency", "from 1 to 1000")
	}
	if p.MaxAnswerTokens < 1 {
		l.Refuse("planner.max_answer_tokens", "1 or more")
	}
	if p.Kind != PlannerLLM {
		return
	}
	if p.Model == "" {
		l.Report("planner.model", "missing", "required: the model's name, as the API knows it")
	}
	l.checkURL("planner.base_url", p.BaseURL, `kind = "llm"`, "https://api.test/v1")
	if strings.HasSuffix(strings.TrimRight(p.BaseURL, "/"), "/chat/completions") {
		l.Refuse("planner.base_url", "the part before /chat/completions, such as \"https://api.test/v1\"")
	}
	k := secretKeys{key: "planner.api_key", what: "API key", needs: `kind = "llm"`}
	l.checkOptional(k, &p.APIKey, p.APIKeyFile, p.APIKeyEnv) // a local server needs no key
	p.checkRecording(l)
	p.checkDollars(l, limits)
}

func (p *Planner) checkRecording(l *loader) {
	if p.Record != "" && p.Replay != "" {
		l.Refuse("planner.replay", "only without planner.record")
		return
	}
	if info, err := os.Stat(p.Replay); p.Replay != "" && (err != nil || !info.IsDir()) {
		l.Refuse("planner.replay", "a folder that planner.record has filled")
	}
}

// checkDollars refuses a limit in dollars without prices.
func (p *Planner) checkDollars(l *loader, limits Limits) {
	for key, limit := range map[string]float64{"limits.dollars_per_event": limits.DollarsPerEvent, "limits.dollars_per_thread": limits.DollarsPerThread} {
		if limit > 0 && p.Prices == (Prices{}) {
			l.Refuse(key, "a limit in dollars only with planner.prices, the prices of tokens")
		}
	}
}

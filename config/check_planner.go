package config

import (
	"os"
	"strings"
)

// maxConcurrency bounds the memory that threads at work take.
const maxConcurrency = 1000

// checkPlanner checks what a model needs, where there is one.
func (l *loader) checkPlanner(p *Planner, limits Limits) {
	p.Record, p.Replay = l.resolve(p.Record), l.resolve(p.Replay)
	for key, value := range map[string]int{
		"planner.repairs": p.Repairs, "limits.tokens_per_event": limits.TokensPerEvent, "limits.tokens_per_thread": limits.TokensPerThread,
	} {
		if value < 0 {
			l.refuse(key, "0 or more")
		}
	}
	if p.Concurrency < 1 || p.Concurrency > maxConcurrency {
		l.refuse("planner.concurrency", "from 1 to 1000")
	}
	if p.MaxAnswerTokens < 1 {
		l.refuse("planner.max_answer_tokens", "1 or more")
	}
	if p.Kind != PlannerLLM {
		return
	}
	if p.Model == "" {
		l.report("planner.model", "missing", "required: the model's name, as the API knows it")
	}
	l.checkURL("planner.base_url", p.BaseURL, `kind = "llm"`, "https://api.test/v1")
	if strings.HasSuffix(strings.TrimRight(p.BaseURL, "/"), "/chat/completions") {
		l.refuse("planner.base_url", "what stands before /chat/completions, such as \"https://api.test/v1\"")
	}
	if p.APIKey.Reveal()+p.APIKeyFile+p.APIKeyEnv != "" { // a server on this machine needs none
		l.checkSecret(secretKeys{key: "planner.api_key", what: "API key", beside: `kind = "llm"`}, true, &p.APIKey, p.APIKeyFile, p.APIKeyEnv)
	}
	l.checkRecording(*p)
	l.checkDollars(*p, limits)
}

func (l *loader) checkRecording(p Planner) {
	if p.Record != "" && p.Replay != "" {
		l.refuse("planner.replay", "only without planner.record")
		return
	}
	if info, err := os.Stat(p.Replay); p.Replay != "" && (err != nil || !info.IsDir()) {
		l.refuse("planner.replay", "a folder that planner.record has filled")
	}
}

// checkDollars refuses a limit that nothing can be counted against.
func (l *loader) checkDollars(p Planner, limits Limits) {
	for key, limit := range map[string]float64{"limits.dollars_per_event": limits.DollarsPerEvent, "limits.dollars_per_thread": limits.DollarsPerThread} {
		if limit > 0 && p.Prices == (Prices{}) {
			l.refuse(key, "a limit in dollars only where planner.prices says what tokens cost")
		}
	}
}

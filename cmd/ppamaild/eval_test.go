package main

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"ppamaild/agent/planner/simulated"
	"ppamaild/sandbox"
	"ppamaild/sandbox/openai"
	"ppamaild/sandbox/play"
)

// The test scores both planners on the public labeled mails. The simulated model reads like the
// rules and must reach nearly their score.
func TestEvalOfAModel(t *testing.T) {
	t.Parallel()
	server, err := openai.Start(openai.Options{Key: "sk-sandbox", Name: "made-up", Model: openai.Calling(simulated.Answer, func(err error) { t.Error(err) })})
	noError(t, err)
	t.Cleanup(func() { noError(t, server.Close()) })
	file := configWith(t, modelOf(server))
	var out, errs bytes.Buffer
	if code := execute(t.Context(), []string{"eval", "--config", file, "--planner", "llm", "--against", "rules", "--worst", "0", "--json", "../../testdata/eval/open"}, &out, &errs); code != exitDone {
		t.Fatalf("exit code %d\n%s", code, &errs)
	}
	type score struct {
		Planner string
		Mails   int
		Total   struct{ F1 float64 }
	}
	var scores []score
	for line := range strings.Lines(out.String()) {
		var s score
		noError(t, json.Unmarshal([]byte(line), &s))
		scores = append(scores, s)
	}
	if len(scores) != 2 || scores[0].Planner != "llm" || scores[0].Mails == 0 || scores[0].Mails != scores[1].Mails {
		t.Fatalf("it prints:\n%s", &out)
	}
	llm, rules, requests := scores[0], scores[1], len(server.Seen())
	t.Logf("%d mails, %d requests; F1 of fields %.3f by the model, %.3f by the rules", llm.Mails, requests, llm.Total.F1, rules.Total.F1)
	if llm.Total.F1 < rules.Total.F1-0.02 || requests < 2*llm.Mails {
		t.Errorf("F1 %.3f after %d requests, and %.3f by the rules", llm.Total.F1, requests, rules.Total.F1)
	}
	if i := slices.IndexFunc(server.Seen(), func(s openai.Seen) bool { return s.Status != 200 }); i >= 0 {
		t.Errorf("HTTP %d to %+v", server.Seen()[i].Status, server.Seen()[i].Request)
	}
}

// configWith writes a configuration with more lines. The test calls none of the servers.
func configWith(t *testing.T, lines string) string {
	t.Helper()
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	noError(t, err)
	t.Cleanup(func() { noError(t, host.Close()) })
	file, err := play.WriteConfig(t.TempDir(), host)
	noError(t, err)
	base, err := os.ReadFile(file)
	noError(t, err)
	noError(t, os.WriteFile(file, append(base, lines...), 0o600))
	return file
}

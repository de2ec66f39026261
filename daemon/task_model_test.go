package daemon_test

import (
	"fmt"
	"strings"
	"testing"

	"ppamaild/config"
	"ppamaild/sandbox"
	"ppamaild/sandbox/openai"
)

// writer is a model that sends a task to one specialist. The specialist drafts a text from
// staff's comment on the last draft.
func writer(q openai.Request) openai.Answer {
	call := func(tool, args string) openai.Answer {
		return openai.Answer{Calls: []openai.Call{{Name: tool, Args: args}}}
	}
	for _, tool := range q.Tools {
		switch tool.Function.Name {
		case "propose_plan":
			return call("propose_plan", `{"thought":"It is one letter.","description":"One specialist drafts it.","single":true,
				"steps":[{"agent":"closing","instruction":"Draft the renewal answer.","needs":[]}]}`)
		case "report":
			text := "Dear Ms. Henderson, thank you for staying with us."
			if strings.Contains(q.Text(), "mention the new roof") {
				text += " We noted the new roof."
			}
			return call("report", fmt.Sprintf(`{"summary":"A draft of the renewal answer.","missing":[],"text":%q}`, text))
		}
	}
	return openai.Answer{Text: "I have no idea."}
}

// The whole way of a task of one specialist, with a model: plan, draft, revision, end.
func TestOneSpecialistWithAModel(t *testing.T) {
	var server *openai.Server
	a := open(t, inProcess(t), func(a *agency) {
		withModel(t, a.cfg)
		var err error
		server, err = openai.Start(openai.Options{Name: "made-up", Model: writer})
		must(t, err)
		t.Cleanup(func() { must(t, server.Close()) })
		a.cfg.Planner.BaseURL, a.cfg.Planner.APIKey = server.BaseURL(), config.Secret{}
		a.cfg.Agents = []config.Agent{{Name: "closing", Kind: config.AgentLLM, Prompt: "closing", Description: "Drafts answers"}}
	})
	_, err := a.lee.Send(t.Context(), sandbox.Mail{To: []string{a.cfg.Mailbox.Agency.Address}, Subject: "Renewal", Text: "Draft the renewal answer to Ms. Henderson, SSN 123-45-6789.\n"})
	must(t, err)
	plan := a.gets(a.lee, "Plan: Renewal")
	says(t, plan, "1. closing", "Draft the renewal answer.")
	a.replies(a.lee, plan, "ACCEPT")
	result := a.gets(a.lee, "Result: Renewal")
	says(t, result, "Dear Ms. Henderson, thank you for staying with us.")
	a.replies(a.lee, result, "REVISE closing: mention the new roof")
	result = a.gets(a.lee, "Result: Renewal")
	says(t, result, "We noted the new roof.", "mention the new roof")
	a.replies(a.lee, result, "ACCEPT")
	a.gets(a.lee, "accepted the agent")
	if bad := refused(server); len(bad) > 0 {
		t.Errorf("HTTP %d to %+v", bad[0].Status, bad[0].Request)
	}
	for _, seen := range server.Seen() {
		if strings.Contains(seen.Prompt, "123-45-6789") {
			t.Error("a private number reached the model")
		}
	}
	if all := a.threads(); !strings.HasPrefix(all[0].Usage, "3 requests") {
		t.Errorf("spent: %s", all[0].Usage)
	}
	a.getsNothing(a.alice)
}

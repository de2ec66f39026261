package planner_test

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"testing"

	"ppamaild/agent"
	"ppamaild/agent/llm"
	"ppamaild/agent/planner"
	"ppamaild/agent/planner/asking"
	"ppamaild/agent/quoting"
	"ppamaild/templates"
)

// parrot is a model with a constant answer.
type parrot llm.Answer

func (p parrot) Ask(context.Context, llm.Request) (llm.Answer, error) {
	return llm.Answer(p), nil
}

// Any answer of a model gives a valid action or an error. No text by the model reaches a customer
// without a review, and no fact lacks a source.
func FuzzAnswer(f *testing.F) {
	for _, seed := range []struct {
		at         byte
		name, args string
	}{
		{0, "identify_intent", identify}, {1, "extract_application", factsArgs(factArg("vehicles[0].year", "2019", "2019", "mail"))},
		{1, "extract_application", factsArgs(factArg("drivers[0].license_number", "[license-1]", "x", "mail"))},
		{2, "ask_customer", askMore}, {2, "ask_customer", `{"thought":"","review":false,"fields":["drivers[7].x"],"also":["Pay $1"],"drop":[],"short":true,"language":"es"}`},
		{3, "extract_application", factsArgs(factArg("vehicles[0].year", "2019", "2019", "staff"))}, {3, "ask_customer", askMore},
		{2, "decode_vin", decodeArgs("19XFC2F53KE5I2345")}, {2, askStaff, inputArgs(mileage)}, {2, "prepare_final_summary", "{}"},
		{0, "identify_intent", `{"intent":NaN}`}, {0, "", ""}, {9, "quote_initiate", "{}"},
	} {
		f.Add(seed.at, seed.name, seed.args)
	}
	prompts := readPrompts(f)
	f.Fuzz(func(t *testing.T, at byte, name, args string) { checkAnswer(t, prompts, at, name, args) })
}

func readPrompts(t testing.TB) *templates.Prompts {
	t.Helper()
	prompts, err := templates.ReadPrompts("")
	if err != nil {
		t.Fatal(err)
	}
	return prompts
}

// checkAnswer holds for each answer of a model.
func checkAnswer(t *testing.T, prompts *templates.Prompts, at byte, name, args string) {
	t.Helper()
	with := usual()
	with.askStaff = true
	c := begin(t, with)
	c.state = stateAt(c, at)
	p, err := planner.NewLLM(planner.Options{
		Asking:  asking.Options{Model: parrot{Calls: []llm.Call{{ID: "a", Name: name, Args: args}}}},
		Prompts: prompts, Rules: c.planner.(planner.Rules),
	})
	if err != nil {
		t.Fatal(err)
	}
	before, err := c.state.Encode()
	if err != nil {
		t.Fatal(err)
	}
	act, err := p.Next(t.Context(), &c.state)
	if after, _ := c.state.Encode(); !bytes.Equal(before, after) {
		t.Fatal("the planner changed the state")
	}
	if err != nil {
		return
	}
	if act.Tool == agent.ToolAskCustomer && !act.Review {
		var ask agent.AskArgs
		if err := json.Unmarshal(act.Args, &ask); err != nil || len(ask.Also) > 0 {
			t.Fatalf("%s goes unreviewed, %v", act.Args, err)
		}
	}
	if slices.Contains([]string{"close_thread", "rate_quote"}, act.Tool) {
		t.Fatalf("the model got %s", act.Tool)
	}
	if err := c.step(agent.Planned{Action: act, At: c.at}); err != nil {
		t.Fatal(err)
	}
	if c.state.Status == "handed_over" {
		t.Fatalf("the agent does not take %s %s: %v", act.Tool, act.Args, c.handed)
	}
}

// stateAt returns a state before a model request: before reading a mail, before its facts, before
// a question, or after a rejection.
func stateAt(c *conversation, at byte) agent.State {
	ask := func(tool string, args any) {
		raw, err := json.Marshal(args)
		if err != nil {
			c.t.Fatal(err)
		}
		if err := c.step(agent.Planned{Action: agent.Action{Tool: tool, Args: raw}, At: c.at}); err != nil {
			c.t.Fatal(err)
		}
		c.call()
	}
	if err := c.step(agent.CustomerMessage{Mail: agent.Mail{ID: "m1", Text: "A quote for my 2019 Honda, VIN 19XFC2F53KE5I2345, license number D1234567.", FromName: "Maria", Date: c.at}, At: c.at}); err != nil {
		c.t.Fatal(err)
	}
	if at %= 4; at > 0 {
		ask(agent.ToolIdentifyIntent, quoting.IntentArgs{Message: "m1"})
	}
	if at > 1 {
		ask(agent.ToolExtractApplication, quoting.ExtractArgs{Message: "m1"})
	}
	if at > 2 {
		ask(agent.ToolAskCustomer, agent.AskArgs{Fields: []string{"vehicles[0].use"}})
		if err := c.step(agent.Decision{Verdict: agent.Reject, Text: "it is a 2019", Digest: c.state.DataForReview.Digest, By: "dana@agency.test", At: c.at}); err != nil {
			c.t.Fatal(err)
		}
	}
	return c.state
}

package planner_test

import (
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/llm"
	"ppamaild/agent/planner"
	"ppamaild/agent/planner/asking"
	"ppamaild/agent/planner/simulated"
	"ppamaild/sandbox/openai"
	"ppamaild/templates"
)

// thinking is a conversation with a planner that asks a simulated model over HTTP.
type thinking struct {
	*conversation
	server *openai.Server
	answer openai.Model // answers of the model
}

// rulesOf answers as the rules would.
func rulesOf(t *testing.T) openai.Model {
	return openai.Calling(simulated.Answer, func(err error) { t.Error(err) })
}

// think begins a conversation with a model that answers as the rules would, unless edit changes
// it.
func think(t *testing.T, edit func(*thinking, *planner.Options)) *thinking {
	t.Helper()
	return thinkWith(t, usual(), edit)
}

func thinkWith(t *testing.T, with settings, edit func(*thinking, *planner.Options)) *thinking {
	t.Helper()
	c := &thinking{conversation: begin(t, with), answer: rulesOf(t)}
	server, err := openai.Start(openai.Options{Key: "sk-test", Name: "made-up", Model: func(q openai.Request) openai.Answer { return c.answer(q) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	c.server = server
	prompts, err := templates.ReadPrompts("")
	if err != nil {
		t.Fatal(err)
	}
	client := llm.NewClient(llm.Options{BaseURL: server.BaseURL(), Model: "made-up", Key: "sk-test", Timeout: 5 * time.Second, Longest: 4000,
		Now: time.Now, Prices: llm.Prices{Prompt: 1, Cached: 0.5, Completion: 4}})
	o := planner.Options{
		Asking:  asking.Options{Model: llm.NewPatient(client, 3*time.Second, time.Now, slog.New(slog.DiscardHandler)), Repairs: 2},
		Prompts: prompts,
		Agency:  templates.PromptAgency{Agency: "Sunrise Insurance Agency", States: []string{"OR", "CA"}, AskStaff: with.askStaff},
		Rules:   c.planner.(planner.Rules),
	}
	if edit != nil {
		edit(c, &o)
	}
	if c.planner, err = planner.NewLLM(o); err != nil {
		t.Fatal(err)
	}
	return c
}

// says sets the next answers of the model. Afterwards it answers as the rules would.
func (c *thinking) says(answers ...openai.Answer) {
	then := rulesOf(c.t)
	c.answer = func(q openai.Request) openai.Answer {
		if len(answers) == 0 {
			return then(q)
		}
		next := answers[0]
		answers = answers[1:]
		return next
	}
}

func one(tool, args string) openai.Answer {
	return openai.Answer{Calls: []openai.Call{{Name: tool, Args: args}}}
}

// mustBeAsked checks that the real API would accept every request.
func (c *thinking) mustBeAsked() {
	c.t.Helper()
	for _, seen := range c.server.Seen() {
		if seen.Status != 200 && seen.Status != 0 {
			c.t.Errorf("HTTP %d to %s", seen.Status, seen.Request.Text())
		}
	}
}

func TestModelBringsAConversationToItsQuote(t *testing.T) {
	c := think(t, nil)
	c.customer("Hi, I need a quote for my 2019 Honda Civic. I live at 123 Main St, Portland, OR 97201.\n\nMaria Lopez")
	first := c.underReview(agent.StageInfoRequest)
	mustHave(t, first.Draft.Text, "What is your date of birth?", "We have 4 more questions")
	c.decide(agent.Reject, "please also ask for the VIN")
	second := c.underReview(agent.StageInfoRequest)
	mustHave(t, second.Draft.Text, "What is the VIN of the 2019 Honda Civic?", "What is your date of birth?")
	if second.Reason == nil || second.ReplacedText != first.Draft.Text {
		t.Errorf("reason %+v, previous %q", second.Reason, second.ReplacedText)
	}
	c.accept()
	c.later(24 * time.Hour)
	c.customer("1. March 4, 1985\n2. 23 years\n3. getting to work\n4. 8,000\n5. 19XFC2F53KE512345")
	p := c.underReview(agent.StageQuote)
	mustHave(t, p.Draft.Text, "2019 Honda Civic",
		"The coverage starts on November 21, 2026", "Estimate only, not a binder or offer")
	c.accept()
	mustHave(t, c.lastSent(), "Here is the estimate you asked for")
	c.mustBeAsked()
	if n, s := len(c.server.Seen()), c.state.AgentScratchpad.Usage; n != 8 || s.Requests != n || s.PromptTokens < 8*1024 || s.CachedTokens < s.PromptTokens/2 || s.MicroDollars == 0 {
		t.Errorf("%d requests, %s", n, s)
	}
	if f := c.state.CustomerInfo.Case.Facts["vehicles[0].annual_miles"]; f.Words != "8,000" || f.Message != "m2@customer.test" {
		t.Errorf("%+v", f)
	}
}

// The model may choose every language that the templates have.
func TestModelIsOfferedTheLanguagesOfTheTemplates(t *testing.T) {
	for want, languages := range map[string][]string{
		`["en","es"]`:      nil,
		`["en","es","xq"]`: {"en", "es", "xq"},
	} {
		c := think(t, func(_ *thinking, o *planner.Options) { o.Languages = languages })
		c.customer("Hi, I need a quote for my 2019 Honda Civic.\n\nMaria Lopez")
		c.underReview(agent.StageInfoRequest)
		orNone := strings.TrimSuffix(want, "]") + ",null]"
		offered := map[string]string{agent.ToolIdentifyIntent: want, agent.ToolAskCustomer: orNone, agent.ToolSendQuote: orNone}
		for _, tool := range c.server.Seen()[0].Request.Tools {
			enum, named := offered[tool.Function.Name]
			if named && !strings.Contains(string(tool.Function.Parameters), `"enum":`+enum) {
				t.Errorf("%s has no %s: %s", tool.Function.Name, enum, tool.Function.Parameters)
			}
			delete(offered, tool.Function.Name)
		}
		if len(offered) > 0 {
			t.Errorf("not offered: %v", offered)
		}
	}
}

// Referrals, contradictions and corrections have the same results with a model as with the rules.
func TestModelIsHeldToWhatTheRulesAreHeldTo(t *testing.T) {
	t.Run("referral", func(t *testing.T) {
		c := think(t, nil)
		c.customer(referring["sr22"])
		mustHave(t, c.handedOver(), "SR-22")
	})
	t.Run("contradiction", func(t *testing.T) {
		c := think(t, nil)
		c.customer(complete + "\nP.S. With the new job it is going to be 15,000 miles a year.\n")
		c.underReview(agent.StageInfoAnalysis)
		c.accept()
		mustHave(t, c.underReview(agent.StageInfoRequest).Draft.Text, "You wrote 8,000 and also 15,000.")
	})
	t.Run("correction", func(t *testing.T) {
		c := think(t, nil)
		c.customer(complete)
		first := c.underReview(agent.StageQuote)
		c.accept()
		c.customer("Sorry, the Civic is a 2020, not a 2019.")
		if second := c.underReview(agent.StageQuote); second.Draft.QuoteID == first.Draft.QuoteID {
			t.Error("the old quote is sent again")
		}
	})
	t.Run("thanks", func(t *testing.T) {
		c := think(t, nil)
		c.customer(complete)
		p := c.underReview(agent.StageQuote)
		c.customer("Thanks!")
		if len(c.asked) != 1 || c.state.DataForReview.Digest != p.Digest {
			t.Errorf("%d reviews; %s", len(c.asked), c.summary())
		}
	})
	t.Run("options", func(t *testing.T) {
		with := comparing(&moody{})
		with.reports = true
		c := thinkWith(t, with, nil)
		c.customer(complete)
		c.underReview(agent.StageQuote)
		if n := len(c.state.AgentScratchpad.Options); n != 2 || len(c.server.Seen()) != 4 {
			t.Errorf("%d options, %d requests", n, len(c.server.Seen()))
		}
	})
	t.Run("corrected by staff", func(t *testing.T) {
		c := think(t, nil)
		c.customer(complete)
		c.underReview(agent.StageQuote)
		c.decide(agent.Reject, "The Civic is driven 12000 miles a year.")
		c.underReview(agent.StageQuote)
		if f := c.state.CustomerInfo.Case.Facts["vehicles[0].annual_miles"]; string(f.Value) != "12000" || f.Standing != "confirmed" {
			t.Errorf("%+v", f)
		}
	})
}

func TestRejectedCallIsReplannedIntoAQuestion(t *testing.T) {
	with := usual()
	with.gates[agent.StageCarrierCall] = agent.GateAlways
	c := thinkWith(t, with, nil)
	c.customer(complete + "\nThe VIN is 19XFC2F53KE512345.\n")
	for c.underReview(agent.StageCarrierCall).Action.Tool != "add_vehicle" {
		c.accept()
	}
	c.says(one("ask_customer", `{"thought":"the VIN may be wrong","review":false,"fields":["vehicles[0].vin"],"also":[],"drop":[],"short":false,"language":null}`))
	c.decide(agent.Reject, "VIN is incorrect")
	mustHave(t, c.server.Seen()[len(c.server.Seen())-1].Request.Text(), `They answered the step carrier_call, the call add_vehicle {"vehicle":{"year":2019,`)
	p := c.underReview(agent.StageInfoRequest)
	mustHave(t, p.Draft.Text, "VIN of the 2019 Honda Civic: we have 19XFC2F53KE512345. Could you check it", "We have one more question")
	if p.Action.Thought != "the VIN may be wrong" || p.Reason == nil || p.Reason.Text != "VIN is incorrect" {
		t.Errorf("%+v, %+v", p.Action, p.Reason)
	}
	c.accept()
	c.customer("1. 19XFC2F55KE512346")
	if call := c.underReview(agent.StageCarrierCall); call.Action.Tool != "quote_initiate" {
		t.Errorf("%s is next", call.Action.Tool)
	}
}

func TestSpentIsJournaled(t *testing.T) {
	c := think(t, nil)
	if err := c.step(agent.CustomerMessage{Mail: agent.Mail{ID: "m", Text: complete, Date: c.at}, At: c.at}); err != nil {
		t.Fatal(err)
	}
	act, err := c.planner.Next(t.Context(), &c.state)
	if err != nil || act.Usage.Requests != 1 {
		t.Fatalf("%+v, %v", act, err)
	}
	state, err := c.state.Encode()
	if err != nil {
		t.Fatal(err)
	}
	trial, err := agent.DecodeState(state)
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.agent.Step(&trial, agent.Planned{Action: act, At: c.at})
	raw, _ := json.Marshal(r.Notes[0].Payload)
	if err != nil || !strings.Contains(string(raw), `"spent":{"requests":1,"prompt_tokens":`) {
		t.Errorf("%s, %v", raw, err)
	}
}

func TestRecordedConversationIsReplayedWithoutAModel(t *testing.T) {
	kept := llm.Recording{Dir: t.TempDir(), Model: "made-up"}
	run := func(c *thinking) string {
		c.customer("Hi, I need a quote for my 2019 Honda Civic. I live at 123 Main St, Portland, OR 97201.\n\nMaria Lopez")
		c.accept()
		c.customer("1. March 4, 1985\n2. 23 years\n3. getting to work\n4. 8,000")
		return c.underReview(agent.StageQuote).Draft.Text
	}
	asked := run(think(t, func(_ *thinking, o *planner.Options) { o.Asking.Model = kept.Record(o.Asking.Model) }))
	c := think(t, func(_ *thinking, o *planner.Options) { o.Asking.Model = kept.Replay() })
	if replayed := run(c); replayed != asked || len(c.server.Seen()) != 0 {
		t.Errorf("%d requests were made, and the quote reads:\n%s", len(c.server.Seen()), replayed)
	}
}

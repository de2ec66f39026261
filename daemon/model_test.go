package daemon_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/planner/simulated"
	"ppamaild/config"
	"ppamaild/daemon/check"
	"ppamaild/sandbox"
	"ppamaild/sandbox/openai"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// withModel has a configuration ask a stand-in for a model, which answers as the
// rules would.
func withModel(t testing.TB, cfg *config.Config) *openai.Server {
	t.Helper()
	return withModelThat(t, cfg, simulated.Answer)
}

// withModelThat has a configuration ask a stand-in for a model, which answers so.
func withModelThat(t testing.TB, cfg *config.Config, answer func(prompt string) (tool, args string, err error)) *openai.Server {
	t.Helper()
	rules := openai.Calling(answer, func(err error) { t.Error(err) })
	server, err := openai.Start(openai.Options{Key: "sk-sandbox", Name: "made-up", Model: func(q openai.Request) openai.Answer {
		if strings.HasPrefix(*q.Messages[0].Content, "You test a connection.") {
			return openai.Answer{Calls: []openai.Call{{Name: "ready", Args: `{"word":"yes"}`}}}
		}
		return rules(q)
	}})
	must(t, err)
	t.Cleanup(func() { must(t, server.Close()) })
	p := &cfg.Planner
	p.Kind, p.BaseURL, p.Model, p.APIKey = config.PlannerLLM, server.BaseURL(), "made-up", config.NewSecret("sk-sandbox")
	p.Prices = config.Prices{Prompt: 1, CachedPrompt: 0.5, Completion: 4}
	return server
}

// refused are the requests that the real API would not have taken.
func refused(server *openai.Server) (all []openai.Seen) {
	return slices.DeleteFunc(server.Seen(), func(s openai.Seen) bool { return s.Status == 200 || s.Status == 0 })
}

func TestQuoteWithAModel(t *testing.T) {
	var server *openai.Server
	a := open(t, inProcess(t), func(a *agency) { server = withModel(t, a.cfg) })
	stage := play.Stage{Host: a.host, Out: io.Discard, Crash: func(context.Context) error { a.stop(); a.start(); return nil }}
	transcript, err := stage.Quote(t.Context())
	if err != nil {
		t.Fatalf("%v\n%+v", err, transcript)
	}
	if bad := refused(server); len(bad) > 0 {
		t.Errorf("HTTP %d to %+v", bad[0].Status, bad[0].Request)
	}
	thread := a.threads()[0]
	if n := len(server.Seen()); n != 8 || !strings.HasPrefix(thread.Usage, "8 requests, ") || !strings.Contains(thread.Usage, "cached") {
		t.Errorf("%d requests; %s", n, thread.Usage)
	}
	planned := 0
	for _, line := range thread.Journal {
		if line.Kind == "planned" && strings.Contains(string(line.Payload), `"prompt_tokens"`) {
			planned++
		}
	}
	if planned != 8 {
		t.Errorf("the journal has what %d actions cost", planned)
	}
	if strings.Contains(a.log.String(), "sk-sandbox") {
		t.Error("the key was logged")
	}
}

func TestAgentCase23StaffAreToldOfAModelThatIsDown(t *testing.T) {
	var server *openai.Server
	a := open(t, inProcess(t), func(a *agency) {
		server = withModel(t, a.cfg)
		a.cfg.Planner.Patience = config.Duration{Duration: time.Second}
		server.Fail(openai.TooMany(600))
	})
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
	handed := a.gets(a.lee, "[Q-")
	says(t, handed, "no answer within 1s")
	says(t, handed, "HTTP 429")
	a.getsNothing(a.alice)
	if threads := a.threads(); threads[0].Status != store.ThreadHandedOver {
		t.Errorf("it is %s", threads[0].Status)
	}
}

func TestRulesGoOnWhereTheModelDoesNot(t *testing.T) {
	a := open(t, inProcess(t), func(a *agency) {
		server := withModel(t, a.cfg)
		a.cfg.Planner.Patience, a.cfg.Planner.OnFailure = config.Duration{Duration: time.Second}, config.FailureRules
		server.Fail(openai.TooMany(600))
	})
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
	review := a.gets(a.lee, "Quote for")
	says(t, review, "2019 Honda Civic", "the built-in rules replaced it", "Rate limit reached")
	a.replies(a.lee, review, "ACCEPT")
	if quote := a.gets(a.alice, "Quote please"); strings.Contains(quote.Text, "model") {
		t.Errorf("the customer is told of it:\n%s", quote.Text)
	}
}

// Staff read only the passages that the model wants checked, above the draft.
func TestStaffReadWhatTheModelDoubts(t *testing.T) {
	for review, want := range map[string]bool{"true": true, "false": false} {
		a := open(t, inProcess(t), func(a *agency) {
			withModelThat(t, a.cfg, func(prompt string) (tool, args string, err error) {
				if tool, args, err = simulated.Answer(prompt); tool != agent.ToolSendQuote {
					return tool, args, err
				}
				return tool, `{"thought":"the two cars may be one","review":` + review + `,"language":null}`, err
			})
		})
		a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
		text, _, _ := strings.Cut(a.gets(a.lee, "Quote for").Text, " will get\n")
		if got := strings.Contains(text, "The language model asks for a closer look: the two cars may be one"); got != want {
			t.Errorf("review %s: %s", review, text)
		}
	}
}

// A model that can't act on a reason does not end the automation: the review stays open, and the
// journal has the cost.
func TestFinding14AModelThatCantActIsAskedBack(t *testing.T) {
	parallel(t)
	a := open(t, inProcess(t), func(a *agency) { withModel(t, a.cfg); a.cfg.Review.MaxRetries = 1 })
	a.aliceWrote = a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
	review := a.gets(a.lee, "Quote for")
	for range 3 { // no such rejection counts
		a.replies(a.lee, review, "REJECT: make it friendlier and mention our office hours")
		says(t, a.gets(a.lee, "Not clear"), "I can't do this: the model does not know how", "EDIT:", "TAKE OVER")
	}
	a.getsNothing(a.alice)
	a.replies(a.lee, review, "REJECT: ask for the VIN too")
	review = a.gets(a.lee, "Alice Moreno")
	says(t, review, "What is the VIN")
	a.replies(a.lee, review, "ACCEPT")
	says(t, a.gets(a.alice, "Quote please"), "What is the VIN")
	thread, asked, paid := a.threads()[0], 0, 0
	for _, line := range thread.Journal {
		isPaid := strings.Contains(string(line.Payload), `"prompt_tokens"`)
		if isPaid {
			paid++
		}
		if line.Kind == agent.KindAskedBack && isPaid {
			asked++
		}
	}
	if want := fmt.Sprintf("%d requests, ", paid); asked != 3 || !strings.HasPrefix(thread.Usage, want) {
		t.Errorf("%d costs of refusals, %d of all; %s", asked, paid, thread.Usage)
	}
	a.replaysAll()
}

func TestCheckAsksTheModel(t *testing.T) {
	a := open(t, inProcess(t))
	server := withModel(t, a.cfg)
	planner := func() check.Result {
		for r := range check.Configuration(t.Context(), a.cfg) {
			if r.What == "planner" {
				return r
			}
		}
		t.Fatal("the planner is not checked")
		return check.Result{}
	}
	if r := planner(); r.Err != nil || !strings.Contains(r.Say(), "made-up at 127.0.0.1:") {
		t.Errorf("%+v", r)
	}
	a.cfg.Planner.APIKey = config.NewSecret("sk-wrong-0123456789")
	if r := planner(); r.Err == nil || !strings.Contains(r.Say(), "does not accept the API key") || strings.Contains(r.Say(), "sk-") {
		t.Errorf("%+v", r)
	}
	a.cfg.Planner.APIKey = config.NewSecret("sk-sandbox")
	server.Fail(openai.Refuse(404, "invalid_request_error", "model_not_found", "The model does not exist."))
	if r := planner(); r.Err == nil || !strings.Contains(r.Say(), "does not exist") {
		t.Errorf("%+v", r)
	}
	a.cfg.Planner.Replay = t.TempDir()
	if r := planner(); r.Err != nil || !strings.Contains(r.Say(), "replays") {
		t.Errorf("%+v", r)
	}
}

func TestAgentCase1WhatAModelAnsweredIsNotAskedAgain(t *testing.T) {
	var server *openai.Server
	a := open(t, inProcess(t), func(a *agency) { server = withModel(t, a.cfg) })
	silent := make(chan struct{})
	server.Fail(nil, func(_ http.ResponseWriter, r *http.Request, _ openai.Completion) { close(silent); <-r.Context().Done() })
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
	<-silent
	a.stop()
	a.start()
	a.gets(a.lee, "Quote for")
	var asked []string
	for _, s := range server.Seen() {
		_, moves, _ := strings.Cut(s.Request.Text(), "Call one of: ")
		asked = append(asked, strings.Split(moves, ",")[0])
	}
	if want := strings.Fields("identify_intent extract_application extract_application quote_initiate send_quote"); !slices.Equal(asked, want) {
		t.Errorf("asked for %v, want %v", asked, want)
	}
}

func TestRecordedThreadIsReplayedOffline(t *testing.T) {
	dir := t.TempDir()
	recorded := open(t, inProcess(t), func(a *agency) {
		withModel(t, a.cfg)
		a.cfg.Planner.Record = dir
	})
	recorded.asks()
	replayed := open(t, inProcess(t), func(a *agency) {
		server := withModel(t, a.cfg)
		a.cfg.Planner.Replay = dir
		server.Fail(slices.Repeat([]openai.Fault{openai.Refuse(500, "server_error", "", "nobody was to ask")}, 100)...)
	})
	says(t, replayed.asks(), "What is your date of birth?")
}

// The model's reason is a part of a sentence to staff.
func TestAReasonOfTheModelEndsWithOnePeriod(t *testing.T) {
	a := open(t, inProcess(t), func(a *agency) {
		withModelThat(t, a.cfg, func(prompt string) (tool, args string, err error) {
			if strings.Contains(prompt, "\n# Staff\n") {
				return agent.ToolRequestHumanReview, `{"thought":"x","review":false,"reason":"I see no page."}`, nil
			}
			return simulated.Answer(prompt)
		})
	})
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
	a.replies(a.lee, a.gets(a.lee, "Quote for"), "REJECT: read the forwarded page")
	says(t, a.gets(a.lee, "Not clear"), "I can't do this: I see no page. Write")
}

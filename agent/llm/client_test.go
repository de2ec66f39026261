package llm_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"ppamaild/agent/llm"
	"ppamaild/sandbox/openai"
	"ppamaild/templates"
)

const key = "sk-test-0123456789abcdefghij"

func serve(t *testing.T, answer openai.Answer) *openai.Server {
	t.Helper()
	s, err := openai.Start(openai.Options{Key: key, Name: "sound-1", Model: func(openai.Request) openai.Answer { return answer }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func client(s *openai.Server, edit func(*llm.Options)) *llm.Client {
	o := llm.Options{BaseURL: s.BaseURL() + "/", Model: "sound-1", Key: key, Timeout: 5 * time.Second, Longest: 500, Now: time.Now,
		Prices: llm.Prices{Prompt: 2, Cached: 1, Completion: 10}}
	if edit != nil {
		edit(&o)
	}
	return llm.NewClient(o)
}

var weather = llm.Request{
	System: "You tell the weather.",
	Tools: []llm.Tool{{Name: "sky", Description: "Tells of the sky.", Schema: json.RawMessage(
		`{"type":"object","properties":{"where":{"type":"string"}},"required":["where"],"additionalProperties":false}`)}},
	Turns: []llm.Turn{{Role: llm.RoleUser, Text: "How is it in Portland?"}},
}

func TestAnswer(t *testing.T) {
	s := serve(t, openai.Answer{Calls: []openai.Call{{Name: "sky", Args: `{"where":"Portland"}`}}})
	a, err := client(s, nil).Ask(t.Context(), weather)
	if err != nil || len(a.Calls) != 1 || a.Calls[0].Name != "sky" || a.Calls[0].Args != `{"where":"Portland"}` || a.Finish != "tool_calls" {
		t.Fatalf("%+v, %v", a, err)
	}
	if u := a.Spent; u.Requests != 1 || u.PromptTokens < 20 || u.CompletionTokens < 10 || u.MicroDollars != int64(u.PromptTokens*2+u.CompletionTokens*10) {
		t.Errorf("%+v", u)
	}
	if q := s.Seen()[0].Request; q.ParallelToolCalls == nil || *q.ParallelToolCalls || string(q.ToolChoice) != `"required"` || *q.MaxCompletionTokens != 500 || !q.Tools[0].Function.Strict {
		t.Errorf("asked %+v", q)
	}
}

func TestConversationGoesOnAfterABadCall(t *testing.T) {
	s := serve(t, openai.Answer{Text: "fine"})
	q := weather
	for _, bad := range []llm.Call{{ID: "a", Name: "", Args: ""}, {ID: "b", Name: "no such\nname", Args: `{"where":NaN`}} {
		q.Turns = append(q.Turns, llm.Turn{Role: llm.RoleModel, Calls: []llm.Call{bad}}, llm.Turn{Role: llm.RoleTool, Answers: bad.ID, Text: "no"})
	}
	if _, err := client(s, nil).Ask(t.Context(), q); err != nil {
		t.Error(err)
	}
}

func TestFailures(t *testing.T) {
	long := strings.Repeat("x", 5<<20)
	tests := []struct {
		name      string
		fault     openai.Fault
		temporary bool
		after     time.Duration
		says      string
	}{
		{"429 with seconds", openai.TooMany(7), true, 7 * time.Second, "Rate limit reached"},
		{"429 without", openai.TooMany(0), true, 0, "429"},
		{"quota", openai.Refuse(429, "insufficient_quota", "insufficient_quota", "You exceeded your current quota."), false, 0, "exceeded"},
		{"500", openai.Refuse(500, "server_error", "", "The server had an error."), true, 0, "500"},
		{"503 of a proxy", openai.Body(503, http.Header{"Retry-After": {time.Now().Add(time.Hour).UTC().Format(http.TimeFormat)}}, "<html>down</html>"), true, time.Hour, "down"},
		{"400", openai.Refuse(400, "invalid_request_error", "", "Invalid schema."), false, 0, "Invalid schema"},
		{"401 that repeats the key", openai.Refuse(401, "invalid_request_error", "invalid_api_key", "Incorrect API key provided: "+key), false, 0, "does not accept the API key"},
		{"400 that repeats the key", openai.Refuse(400, "x", "", "bad header Bearer "+key), false, 0, "Bearer ***"},
		{"404", openai.Refuse(404, "invalid_request_error", "model_not_found", "The model does not exist."), false, 0, "does not exist"},
		{"cut", openai.Cut(false), true, 0, "broke off"},
		{"cut in chunks", openai.Cut(true), true, 0, "broke off"},
		{"200 with an error", openai.ErrorUnderOK(0), true, 0, "502"},
		{"200 with a 429", openai.ErrorUnderOK(429), true, 0, "429"},
		{"200 with a 400", openai.ErrorUnderOK(400), false, 0, "400"},
		{"no choices", openai.NoChoices(), true, 0, "no choice"},
		{"no JSON", openai.Body(200, nil, "hello"), true, 0, "no complete answer"},
		{"moved", openai.Body(307, http.Header{"Location": {"http://127.0.0.1:1/"}}, ""), false, 0, "base_url has moved"},
		{"too long", openai.Body(200, nil, long), false, 0, "more than"},
		{"silence", openai.Silence(), true, 0, "no answer in time"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := serve(t, openai.Answer{Text: "fine"})
			s.Fail(test.fault)
			c := client(s, func(o *llm.Options) { o.Timeout = time.Second })
			_, err := c.Ask(t.Context(), weather)
			e, is := errors.AsType[*llm.Error](err)
			if !is || e.Temporary != test.temporary || (e.After-test.after).Abs() > 5*time.Second || !strings.Contains(err.Error(), test.says) {
				t.Fatalf("%T %+v, want temporary %t after %v, %q", err, err, test.temporary, test.after, test.says)
			}
			if strings.Contains(fmt.Sprintf("%+v %#v", err, e.Err), key) {
				t.Errorf("the key is in %v", err)
			}
			if a, err := c.Ask(t.Context(), weather); err != nil || a.Text != "fine" {
				t.Errorf("afterwards: %+v, %v", a, err)
			}
		})
	}
}

func TestNobodyThere(t *testing.T) {
	s := serve(t, openai.Answer{})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	_, err := client(s, nil).Ask(t.Context(), weather)
	if e, is := errors.AsType[*llm.Error](err); !is || !e.Temporary || !strings.Contains(err.Error(), "connection refused") {
		t.Errorf("%v", err)
	}
}

func TestEnds(t *testing.T) {
	for _, finish := range []string{"length", "content_filter"} {
		s := serve(t, openai.Answer{Text: "It", Finish: finish})
		if a, err := client(s, nil).Ask(t.Context(), weather); err != nil || a.Finish != finish || a.Spent.CompletionTokens == 0 {
			t.Errorf("%+v, %v", a, err)
		}
	}
}

func TestUsageIsReckonedWhereNoneIsGiven(t *testing.T) {
	s := serve(t, openai.Answer{})
	s.Fail(openai.Body(200, http.Header{"Content-Type": {"application/json"}}, `{"choices":[{"message":{"role":"assistant","content":"It rains."},"finish_reason":"stop"}]}`))
	a, err := client(s, nil).Ask(t.Context(), weather)
	if err != nil || a.Spent.PromptTokens < 30 || a.Spent.CompletionTokens != 3 {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestReasoningModelsAreAsked(t *testing.T) {
	s, err := openai.Start(openai.Options{Name: "gpt-5-mini", Model: func(openai.Request) openai.Answer { return openai.Answer{Text: "fine"} }})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := client(s, func(o *llm.Options) { o.Model = "gpt-5-mini" }).Ask(t.Context(), weather); err != nil {
		t.Error(err)
	}
}

func modelWords(t *testing.T) *templates.Phrases {
	t.Helper()
	words, err := templates.ModelWords("")
	if err != nil {
		t.Fatal(err)
	}
	return words
}

func TestProbe(t *testing.T) {
	s := serve(t, openai.Answer{Calls: []openai.Call{{Name: "ready", Args: `{"word":"yes"}`}}})
	if err := llm.Probe(t.Context(), client(s, nil), modelWords(t)); err != nil {
		t.Error(err)
	}
	s = serve(t, openai.Answer{Text: "yes"})
	if err := llm.Probe(t.Context(), client(s, nil), modelWords(t)); err == nil || !strings.Contains(err.Error(), "calls no tools") {
		t.Errorf("%v", err)
	}
	wrong := client(s, func(o *llm.Options) { o.Key = "sk-wrong-9876543210zyxw" })
	if err := llm.Probe(t.Context(), wrong, modelWords(t)); err == nil || strings.Contains(err.Error(), "sk-") {
		t.Errorf("%v", err)
	}
}

func TestRecordAndReplay(t *testing.T) {
	s := serve(t, openai.Answer{Text: "fine"})
	kept := llm.Recording{Dir: t.TempDir() + "/answers", Model: "sound-1"}
	asked, err := kept.Record(client(s, nil)).Ask(t.Context(), weather)
	if err != nil {
		t.Fatal(err)
	}
	again, err := kept.Replay().Ask(t.Context(), weather)
	if err != nil || again.Text != asked.Text || again.Spent != asked.Spent {
		t.Errorf("%+v, %v", again, err)
	}
	other := weather
	other.System += "!"
	if _, err := kept.Replay().Ask(t.Context(), other); err == nil || !strings.Contains(err.Error(), "no answer to this request was recorded") {
		t.Errorf("%v", err)
	}
	if _, err := (llm.Recording{Dir: kept.Dir, Model: "sound-2"}).Replay().Ask(t.Context(), weather); err == nil {
		t.Error("an answer of another model is replayed")
	}
	s.Fail(openai.TooMany(0))
	if _, err := kept.Record(client(s, nil)).Ask(t.Context(), other); err == nil {
		t.Error("a failure is an answer")
	}
	if _, err := kept.Replay().Ask(t.Context(), other); err == nil {
		t.Error("a failure was recorded")
	}
}

// fake is a Model that does what its steps say.
type fake struct {
	steps []error
	asked []time.Time
}

func (f *fake) Ask(ctx context.Context, _ llm.Request) (llm.Answer, error) {
	f.asked = append(f.asked, time.Now())
	if len(f.steps) == 0 {
		return llm.Answer{Text: "fine"}, nil
	}
	next := f.steps[0]
	f.steps = f.steps[1:]
	return llm.Answer{}, next
}

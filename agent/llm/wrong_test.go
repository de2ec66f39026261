package llm_test

import (
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"ppamaild/agent/llm"
	"ppamaild/sandbox/openai"
)

// What an admin who has just named a model gets to read must say what is wrong.
func TestWhatIsWrongIsSaid(t *testing.T) {
	page := http.Header{"Content-Type": {"text/html"}}
	tests := []struct {
		name      string
		fault     openai.Fault
		temporary bool
		says      []string
		lacks     string
	}{
		{"a path that is not there", openai.Body(404, nil, "404 page not found"), false, []string{"HTTP 404: 404 page not found", "/v1"}, ""},
		{"the page of a proxy", openai.Body(404, page, "<html>\r\n<head><title>404 Not Found</title></head><body>nginx</body></html>"), false, []string{"HTTP 404: 404 Not Found nginx"}, "<"},
		{"a model that is not there", openai.Refuse(404, "invalid_request_error", "model_not_found", "No such model."), false, []string{"HTTP 404 model_not_found: No such model."}, "/v1"},
		{"no access to a model", openai.Refuse(403, "invalid_request_error", "model_not_found", "Project has no access to model x."), false, []string{"HTTP 403 model_not_found: Project has no access"}, "key"},
		{"a key that is told in part", openai.Refuse(403, "x", "", "The key sk-t****ghij may not."), false, []string{"The key *** may not."}, "ghij"},
		{"no code", openai.Refuse(400, "api_error", "", "It does not support tools"), false, []string{"HTTP 400 api_error: It does not support tools"}, " 0"},
		{"a quota that only its type tells of", openai.Refuse(429, "insufficient_quota", "", "Pay."), false, []string{"Pay."}, ""},
		{"a web page", openai.Body(200, page, "<!doctype html><html><script>let x = 1</script><body>Sign in</body></html>"), true, []string{"a web page: Sign in", "/v1"}, "let x"},
		{"a stream", openai.Body(200, http.Header{"Content-Type": {"text/event-stream"}}, "data: {}"), true, []string{"not JSON but text/event-stream"}, ""},
		{"nothing", openai.Body(200, nil, ""), true, []string{"the response is empty"}, ""},
		{"arguments that are no string", openai.Body(200, nil, `{"choices":[{"message":{"tool_calls":[{"id":"a","function":{"name":"sky","arguments":{"where":"x"}}}]}}]}`),
			false, []string{"does not match the API", "arguments has the type object"}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := serve(t, openai.Answer{Text: "fine"})
			s.Fail(test.fault)
			_, err := client(s, nil).Ask(t.Context(), weather)
			e, is := errors.AsType[*llm.Error](err)
			if !is || e.Temporary != test.temporary || test.lacks != "" && strings.Contains(err.Error(), test.lacks) {
				t.Fatalf("%v", err)
			}
			for _, says := range test.says {
				if !strings.Contains(err.Error(), says) {
					t.Errorf("%q is missing in %v", says, err)
				}
			}
		})
	}
}

func TestProbeSaysWhatIsWrongWithTheCall(t *testing.T) {
	ready := openai.Call{Name: "ready", Args: `{"word":"yes"}`}
	tests := []struct {
		answer openai.Answer
		says   string
	}{
		{openai.Answer{Calls: []openai.Call{ready, ready}}, "2 calls instead of one"},
		{openai.Answer{Calls: []openai.Call{{Name: "ready", Args: `{"word":`}}}, "do not fit the schema"},
		{openai.Answer{Calls: []openai.Call{{Name: "go", Args: `{}`}}}, `unknown tool: "go"`},
		{openai.Answer{Finish: "length"}, "max_answer_tokens"},
		{openai.Answer{Finish: "content_filter"}, "withheld"},
		{openai.Answer{Text: "I would call ready."}, `calls no tools: "I would call ready."`},
	}
	for _, test := range tests {
		if err := llm.Probe(t.Context(), client(serve(t, test.answer), nil), modelWords(t)); err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%v, want %q", err, test.says)
		}
	}
}

// An answer without a choice has a price, even if a second answer replaces it.
func TestWhatAFailedAttemptCostIsCounted(t *testing.T) {
	s := serve(t, openai.Answer{Text: "fine"})
	once, err := client(s, nil).Ask(t.Context(), weather)
	if err != nil {
		t.Fatal(err)
	}
	patient := llm.NewPatient(client(s, nil), 5*time.Second, time.Now, slog.New(slog.DiscardHandler))
	s.Fail(openai.NoChoices())
	a, err := patient.Ask(t.Context(), weather)
	if err != nil || a.Spent.Requests != 2 || a.Spent.PromptTokens != 2*once.Spent.PromptTokens || a.Spent.MicroDollars <= once.Spent.MicroDollars {
		t.Errorf("%+v, %v, and once %+v", a.Spent, err, once.Spent)
	}
	s.Fail(openai.NoChoices(), openai.TooMany(3600))
	if a, err := patient.Ask(t.Context(), weather); err == nil || a.Spent.Requests != 1 {
		t.Errorf("%+v, %v", a.Spent, err)
	}
}

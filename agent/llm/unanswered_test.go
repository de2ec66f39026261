package llm_test

import (
	"net/http"
	"testing"
	"time"

	"ppamaild/agent/llm"
	"ppamaild/sandbox/openai"
)

// What was sent and not refused was read, and is mostly paid for, whether its answer came or not:
// a limit that counts nothing for it would never be reached.
func TestWhatIsNotAnsweredCounts(t *testing.T) {
	for name, test := range map[string]struct {
		fault  openai.Fault
		counts bool
	}{
		"silence":     {openai.Silence(), true},
		"cut":         {openai.Cut(true), true},
		"no JSON":     {openai.Body(200, nil, "hello"), true},
		"a gateway's": {openai.Body(504, nil, "<html>timeout</html>"), true},
		"429":         {openai.TooMany(1), false},
		"500":         {openai.Refuse(500, "server_error", "", "The server had an error."), false},
		"400":         {openai.Refuse(400, "invalid_request_error", "", "Invalid schema."), false},
		"under 200":   {openai.ErrorUnderOK(429), false},
		"moved":       {openai.Body(307, http.Header{"Location": {"http://127.0.0.1:1/"}}, ""), false},
	} {
		s := serve(t, openai.Answer{Text: "fine"})
		s.Fail(test.fault)
		a, err := client(s, func(o *llm.Options) { o.Timeout = time.Second }).Ask(t.Context(), weather)
		if got := a.Spent.PromptTokens >= 30 && a.Spent.Requests == 1; err == nil || got != test.counts || !test.counts && a.Spent.Tokens() != 0 {
			t.Errorf("%s: %+v, %v", name, a.Spent, err)
		}
	}
	s := serve(t, openai.Answer{})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if a, err := client(s, nil).Ask(t.Context(), weather); err == nil || a.Spent.Requests != 0 {
		t.Errorf("nobody there: %+v, %v", a.Spent, err)
	}
}

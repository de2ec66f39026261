package openai_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"ppamaild/sandbox/openai"
)

func start(t *testing.T, m openai.Model) *openai.Server {
	t.Helper()
	s, err := openai.Start(openai.Options{Key: "sk-right", Name: "sound-1", Model: m})
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

func post(t *testing.T, s *openai.Server, key, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.BaseURL()+"/chat/completions", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+key)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(raw)
}

const (
	user   = `{"role":"user","content":"hi"}`
	called = `{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"b","type":"function","function":{"name":"f","arguments":"{}"}}]}`
	toldA  = `{"role":"tool","tool_call_id":"a","content":"ok"}`
	toldB  = `{"role":"tool","tool_call_id":"b","content":"ok"}`
)

func messages(list ...string) string {
	return `{"model":"sound-1","messages":[` + strings.Join(list, ",") + `]}`
}

func schema(s string) string {
	return `{"model":"sound-1","messages":[` + user + `],"tools":[{"type":"function","function":{"name":"f","strict":true,"parameters":` + s + `}}]}`
}

func TestRequestsAreCheckedAsStrictlyAsByTheRealAPI(t *testing.T) {
	tests := []struct {
		name, body string
		param      string // of the error; "-": it is answered
		says       string
	}{
		{"sound", messages(user), "-", ""},
		{"sound, with calls", messages(user, called, toldB, toldA, user), "-", ""},
		{"sound schema", schema(`{"type":"object","properties":{"a":{"type":["string","null"],"enum":["x",null]},"b":{"type":"array","items":{"type":"object","properties":{},"required":[],"additionalProperties":false}}},"required":["a","b"],"additionalProperties":false}`), "-", ""},
		{"no JSON", `{"model":`, "", "could not parse"},
		{"unknown parameter", `{"model":"sound-1","messages":[` + user + `],"colour":1}`, "", "colour"},
		{"other model", `{"model":"sound-2","messages":[` + user + `]}`, "model", "does not exist"},
		{"no messages", messages(), "messages", "empty array"},
		{"temperature", `{"model":"sound-1","messages":[` + user + `],"temperature":3}`, "temperature", "between 0 and 2"},
		{"two limits", `{"model":"sound-1","messages":[` + user + `],"max_tokens":1,"max_completion_tokens":1}`, "max_tokens", "same time"},
		{"stream", `{"model":"sound-1","messages":[` + user + `],"stream":true}`, "stream", ""},
		{"choice without tools", `{"model":"sound-1","messages":[` + user + `],"tool_choice":"required"}`, "tool_choice", "only allowed when"},
		{"parallel without tools", `{"model":"sound-1","messages":[` + user + `],"parallel_tool_calls":false}`, "parallel_tool_calls", "only allowed when"},

		{"role", messages(`{"role":"human","content":"hi"}`), "messages.[0].role", "Supported values"},
		{"content left out", messages(user, called, `{"role":"tool","tool_call_id":"a"}`), "messages.[2].content", "got null"},
		{"orphan", messages(user, toldA), "messages.[1].role", "must be a response"},
		{"answer to another call", messages(user, called, toldA, `{"role":"tool","tool_call_id":"c","content":"ok"}`), "messages.[3].role", "must be a response"},
		{"a call is answered twice", messages(user, called, toldA, toldA), "messages.[3].role", "must be a response"},
		{"unpaired", messages(user, called, toldA, user), "messages", "did not have response messages: [b]"},
		{"unpaired at the end", messages(user, called), "messages", "did not have response messages: [a b]"},
		{"arguments left out", messages(user, strings.Replace(called, `,"arguments":"{}"`, "", 1)), "messages.[1].tool_calls[0].function.arguments", "Missing required"},

		{"open object", schema(`{"type":"object","properties":{},"required":[]}`), "tools[0].function.parameters", "additionalProperties"},
		{"required is null",
			schema(`{"type":"object","properties":{},"required":null,"additionalProperties":false}`),
			"tools[0].function.parameters", "to be an array"},
		{"optional property", schema(`{"type":"object","properties":{"a":{"type":"string"}},"required":[],"additionalProperties":false}`), "tools[0].function.parameters", "Missing 'a'"},
		{"optional property below", schema(`{"type":"object","properties":{"a":{"type":"array","items":{"type":"object","properties":{"b":{"type":"string"}},"required":[],"additionalProperties":false}}},"required":["a"],"additionalProperties":false}`), "tools[0].function.parameters", "Missing 'b'"},
		{"keyword", schema(`{"type":"object","properties":{"a":{"type":"string","minLength":1}},"required":["a"],"additionalProperties":false}`), "tools[0].function.parameters", "'minLength' is not permitted"},
		{"no type", schema(`{"type":"object","properties":{"a":{}},"required":["a"],"additionalProperties":false}`), "tools[0].function.parameters", "'type' key"},
		{"list of nothing", schema(`{"type":"object","properties":{"a":{"type":"array"}},"required":["a"],"additionalProperties":false}`), "tools[0].function.parameters", "missing items"},
		{"root is a choice", schema(`{"type":"object","anyOf":[],"properties":{},"required":[],"additionalProperties":false}`), "tools[0].function.parameters", "anyOf"},
		{"root is no object", schema(`{"type":"string"}`), "tools[0].function.parameters", "'type: \"object\"'"},
		{"name of a function", strings.Replace(schema(`{}`), `"f"`, `"f f"`, 1), "tools[0].function.name", "pattern"},
	}
	s := start(t, func(openai.Request) openai.Answer { return openai.Answer{Text: "fine"} })
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			status, body := post(t, s, "sk-right", test.body)
			if test.param == "-" {
				if status != http.StatusOK {
					t.Errorf("%d %s", status, body)
				}
				return
			}
			var refused struct {
				Error struct {
					Message, Type string
					Param         *string
				}
			}
			if err := json.Unmarshal([]byte(body), &refused); err != nil || status < 400 {
				t.Fatalf("%d %s, %v", status, body, err)
			}
			param := ""
			if refused.Error.Param != nil {
				param = *refused.Error.Param
			}
			if refused.Error.Type != "invalid_request_error" || param != test.param || !strings.Contains(refused.Error.Message, test.says) {
				t.Errorf("%d %s, want %s: %s", status, body, test.param, test.says)
			}
		})
	}
}

func TestTheKeyIsDemanded(t *testing.T) {
	s := start(t, nil)
	if status, body := post(t, s, "sk-wrong-0123456789", messages(user)); status != http.StatusUnauthorized || !strings.Contains(body, "sk-wrong****6789") {
		t.Errorf("%d %s", status, body)
	}
}

func TestWhatRequestsBeginWithIsCached(t *testing.T) {
	s := start(t, func(openai.Request) openai.Answer { return openai.Answer{Text: "fine"} })
	long := `{"role":"system","content":"` + strings.Repeat("sunshine ", 1000) + `"}`
	for _, want := range []int{0, 2176} { // (9000+9 bytes)/4, by steps of 128
		_, body := post(t, s, "sk-right", messages(long, user))
		var answer struct {
			Usage struct {
				Details struct {
					Cached int `json:"cached_tokens"`
				} `json:"prompt_tokens_details"`
			}
		}
		if err := json.Unmarshal([]byte(body), &answer); err != nil || answer.Usage.Details.Cached != want {
			t.Errorf("%s, want %d, %v", body, want, err)
		}
	}
}

package team_test

import (
	"encoding/json"
	"testing"

	"ppamaild/agent/task"
	"ppamaild/agent/task/mcp"
	"ppamaild/agent/task/team"
)

// Services refuse a request with a schema outside strict mode. Such a tool takes its arguments as
// text, and the agent validates them.
func TestEverySchemaCanBeOffered(t *testing.T) {
	tests := map[string]struct{ schema, said, called string }{
		"nothing":           {`{"type":"object"}`, `{}`, `{}`},
		"bounds":            {`{"type":"object","properties":{"n":{"type":"integer","minimum":1}},"required":["n"]}`, `{"n":3}`, `{"n":3}`},
		"a long number":     {`{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}`, `{"n":9007199254740993}`, `{"n":9007199254740993}`},
		"optional":          {`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string","enum":["x"]}},"required":["a"]}`, `{"a":"1","b":null}`, `{"a":"1"}`},
		"nested":            {`{"type":"object","properties":{"at":{"type":"object","properties":{"city":{"type":"string"},"zip":{"type":"string"}}}}}`, `{"at":{"city":"Bend","zip":null}}`, `{"at":{"city":"Bend"}}`},
		"a list":            {`{"type":"object","properties":{"ids":{"type":"array","items":{"type":"object","properties":{"id":{"type":"integer"},"of":{"type":"string"}}}}}}`, `{"ids":[{"id":1,"of":null}]}`, `{"ids":[{"id":1}]}`},
		"null that is told": {`{"type":"object","properties":{"until":{"type":["string","null"]}},"required":["until"]}`, `{"until":null}`, `{"until":null}`},
		"one of several":    {`{"type":"object","properties":{"id":{"oneOf":[{"type":"string"},{"type":"integer"}]}},"required":["id"]}`, `{"id":7}`, `{"id":7}`},
		"an open object":    {`{"type":"object","properties":{"filter":{"type":"object"}}}`, `{"arguments":"{\"filter\":{\"a\":1}}"}`, `{"filter":{"a":1}}`},
		"additional":        {`{"type":"object","additionalProperties":{"type":"string"}}`, `{"arguments":"{\"a\":\"b\"}"}`, `{"a":"b"}`},
		"a reference":       {`{"type":"object","properties":{"a":{"$ref":"#/$defs/x"}},"$defs":{"x":{"type":"string"}}}`, `{"arguments":"{\"a\":\"b\"}"}`, `{"a":"b"}`},
		"no type":           {`{"type":"object","properties":{"a":{}}}`, `{"arguments":"{\"a\":[1]}"}`, `{"a":[1]}`},
		"a list of all":     {`{"type":"object","properties":{"a":{"type":"array"}}}`, `{"arguments":"{\"a\":[1]}"}`, `{"a":[1]}`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			o, api := play(t, script{"You are crm,": {calling("look", test.said), reporting("Nothing.")}})
			s := &server{tools: []mcp.Tool{{Name: "look", ReadOnly: true, Input: json.RawMessage(test.schema)}}, answers: map[string]string{"look": `{}`}}
			r := with(t, o, team.Agent{Name: "crm", Kind: task.KindMCP, Server: s}).Run(t.Context(), assigned("crm", "Look."))
			accepted(t, api)
			equal(t, "calls", s.calls, "look "+test.called)
			if r.Status != task.Found {
				t.Errorf("%s: %s", r.Status, r.Error)
			}
		})
	}
}

func TestAToolWhoseSchemaIsBrokenIsLeftOut(t *testing.T) {
	o, api := play(t, script{"You are crm,": {calling("search_contacts", `{"name":"Grace","phone":null}`), reporting("Grace Henderson.")}})
	s := crm(grace)
	s.tools = append(s.tools, mcp.Tool{Name: "broken", ReadOnly: true, Input: json.RawMessage(`{"type":"objekt"}`)}, mcp.Tool{Name: "outside", ReadOnly: true, Input: json.RawMessage(`{"$ref":"file:///etc/passwd"}`)})
	r := with(t, o, team.Agent{Name: "crm", Kind: task.KindMCP, Server: s}).Run(t.Context(), assigned("crm", "Grace Henderson"))
	if r.Status != task.Partial || r.Error != "the tool broken was not used, because a model can't use it; the tool outside was not used, because a model can't use it" {
		t.Errorf("%s: %s", r.Status, r.Error)
	}
	accepted(t, api)
}

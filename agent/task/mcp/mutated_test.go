package mcp

import (
	"encoding/json"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"ppamaild/sandbox/mutation"
)

// exchanges generates a tool, arguments for the tool, and the result of a call.
var exchanges = mutation.JSON{Samples: []string{
	`{"tool":{"name":"search_notes","description":"Finds notes","annotations":{"readOnlyHint":true},
		"inputSchema":{"type":"object","required":["name"],"additionalProperties":false,"properties":{"name":{"type":"string","minLength":1},"limit":{"type":"integer"}}},
		"outputSchema":{"type":"object","properties":{"notes":{"type":"array","items":{"type":"object","properties":{"text":{"type":"string"}}}}}}},
	  "args":{"name":"Henderson","limit":5},
	  "result":{"content":[{"type":"text","text":"2 notes"}],"structuredContent":{"notes":[{"text":"paid"},{"text":"moved"}]}}}`,
	`{"tool":{"name":"pay","inputSchema":{"$defs":{"n":{"anyOf":[{"type":"number"},{"$ref":"#/$defs/n"}]}},"type":"object","properties":{"amount":{"$ref":"#/$defs/n"},"of":{"enum":["a","b"]}},"patternProperties":{"^x-(a|b)*$":{"type":"null"}}}},
	  "args":{"amount":12.5,"of":"a","x-ab":null},
	  "result":{"isError":true,"content":[{"type":"image","data":"AAAA","mimeType":"image/png"},{"type":"resource_link","uri":"file:///a","name":"a"},{"type":"resource","resource":{"uri":"b:c","text":"d"}}]}}`,
}}

// readExchange reads an exchange from a server. The SDK refuses invalid JSON and protocol errors.
func readExchange(t *testing.T, text string) {
	var x struct {
		Tool   *sdk.Tool
		Args   json.RawMessage
		Result *sdk.CallToolResult
	}
	if json.Unmarshal([]byte(text), &x) != nil || x.Tool == nil {
		return
	}
	e := newEntry("desk", x.Tool)
	if err := e.takes(x.Args); err != nil && strings.Contains(err.Error(), "\n") {
		t.Errorf("an error of several lines: %v", err)
	}
	if x.Result == nil {
		return
	}
	const limit = 1 << 20
	if a, err := e.understand(x.Result, limit); err == nil && len(a.Text)+len(a.Structured) > limit {
		t.Errorf("%d octets", len(a.Text)+len(a.Structured))
	}
}

func TestMutatedExchanges(t *testing.T) { mutation.Test(t, exchanges, 300, readExchange) }

func FuzzMutatedExchanges(f *testing.F) { mutation.Fuzz(f, exchanges, readExchange) }

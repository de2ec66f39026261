package check

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"ppamaild/config"
)

// check lists the allowed tools of each agent, or the error.
func TestCheckAsksMCPServers(t *testing.T) {
	server := sdk.NewServer(&sdk.Implementation{Name: "crm", Version: "1"}, nil)
	for name, reads := range map[string]bool{"find": true, "list": true, "note": false} {
		tool := &sdk.Tool{Name: name, Annotations: &sdk.ToolAnnotations{ReadOnlyHint: reads}}
		sdk.AddTool(server, tool, func(context.Context, *sdk.CallToolRequest, struct{}) (*sdk.CallToolResult, any, error) {
			t.Error("a tool was called")
			return nil, nil, nil
		})
	}
	web := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, nil))
	defer web.Close()

	cfg := config.Default()
	for name, tools := range map[string][]string{"all": {"*"}, "one": {"find"}, "gone": {"find", "gone"}} {
		cfg.Agents = append(cfg.Agents, config.Agent{Name: name, Kind: config.AgentMCP, URL: web.URL, Tools: tools, Timeout: config.Duration{Duration: time.Second}})
	}
	cfg.Agents = append(cfg.Agents, config.Agent{Name: "mailbox", Kind: config.AgentMailbox}, config.Agent{
		Name: "down", Kind: config.AgentMCP, Command: []string{"/no/such/program"}, Tools: []string{"*"}, Timeout: config.Duration{Duration: time.Second}})
	said := map[string]string{}
	for _, r := range checkAgents(t.Context(), cfg) {
		mark := "ok: "
		if r.Err != nil {
			mark = "FAIL: "
		}
		said[strings.TrimPrefix(r.What, "agent ")] = mark + r.Say()
	}
	for name, want := range map[string]string{
		"all":  "ok: reads by find, list; may write by note",
		"one":  "ok: reads by find",
		"gone": "FAIL: the server has no tool gone",
		"down": "FAIL: can't reach the server: starting /no/such/program: no such file or directory",
	} {
		if said[name] != want {
			t.Errorf("%s: %s", name, said[name])
		}
	}
	if len(said) != 4 {
		t.Errorf("%q", said)
	}
}

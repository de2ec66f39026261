package mcp_test

import (
	"encoding/json"
	"log/slog"
	"os/exec"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"ppamaild/agent/task/mcp"
)

// BenchmarkCall measures one call to a process over stdio. The floor is the SDK without this
// package.
func BenchmarkCall(b *testing.B) {
	command := []string{program, "mcp-sandbox", "crm"}
	args := json.RawMessage(`{"id":"C-1041"}`)
	b.Run("ours", func(b *testing.B) {
		c, err := mcp.New(mcp.Options{Name: "crm", Command: command, Allow: []string{"*"}, Timeout: time.Minute, MaxAnswer: 1e6}, slog.New(slog.DiscardHandler))
		if err != nil {
			b.Fatal(err)
		}
		defer c.Close()
		if _, err := c.Tools(b.Context()); err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if _, err := c.Call(b.Context(), "get_contact", args); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("floor", func(b *testing.B) {
		client := sdk.NewClient(&sdk.Implementation{Name: "floor", Version: "1"}, nil)
		session, err := client.Connect(b.Context(), &sdk.CommandTransport{Command: exec.Command(command[0], command[1:]...)}, nil)
		if err != nil {
			b.Fatal(err)
		}
		defer session.Close()
		for b.Loop() {
			if _, err := session.CallTool(b.Context(), &sdk.CallToolParams{Name: "get_contact", Arguments: args}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

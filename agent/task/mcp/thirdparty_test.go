package mcp_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ppamaild/agent/task/mcp"
	"ppamaild/sandbox/thirdparty"
)

// everyWay runs a test with the reference server of all features.
func everyWay(t *testing.T, test func(t *testing.T, o mcp.Options)) {
	t.Run("stdio", func(t *testing.T) {
		t.Parallel()
		test(t, mcp.Options{Name: "everything", Command: others.Command(t, thirdparty.Everything)})
	})
	t.Run("http", func(t *testing.T) {
		t.Parallel()
		test(t, mcp.Options{Name: "everything", URL: others.URL(t)})
	})
}

func TestEverything(t *testing.T) {
	everyWay(t, func(t *testing.T, o mcp.Options) {
		o.Allow = []string{"echo", "get-sum", "get-structured-content", "get-tiny-image", "get-resource-links", "get-resource-reference", "trigger-long-running-operation"}
		c := connect(t, o)
		if got := names(t, c); len(got) != 7 {
			t.Fatal(got)
		}
		for _, call := range []struct{ tool, args, want, says string }{
			{"echo", `{"message":"Grüße"}`, "answer", "Grüße"},
			{"echo", `{"message":7}`, "refused", "/message"},
			{"echo", `{}`, "refused", "message"},
			{"get-sum", `{"a":2,"b":40}`, "answer", "42"},
			{"get-sum", `{"a":2}`, "refused", "b"},
			{"get-structured-content", `{"location":"New York"}`, "answer", `"temperature"`},
			{"get-structured-content", `{"location":"Salem"}`, "refused", "location"},
			{"get-tiny-image", `{}`, "answer", "[image/png, "},
			{"get-resource-links", `{"count":2}`, "answer", "Text Resource 2 demo://resource/dynamic/text/2"},
			{"get-resource-reference", `{"resourceType":"Text","resourceId":1}`, "answer", "Resource 1: This is a plaintext resource"},
			{"get-env", `{}`, "refused", "not among the tools"},
			{"trigger-long-running-operation", `{"duration":1,"steps":4}`, "answer", "1 seconds"},
		} {
			a, err := c.Call(t.Context(), call.tool, json.RawMessage(call.args))
			said := a.Text + string(a.Structured)
			if err != nil {
				said = err.Error()
			}
			if got := kind(err); got != call.want || !strings.Contains(said, call.says) {
				t.Errorf("%s %s: %s: %s", call.tool, call.args, got, said)
			}
		}
	})
}

// A slow third-party server is abandoned, and works for the next call.
func TestEverythingTakesTooLong(t *testing.T) {
	everyWay(t, func(t *testing.T, o mcp.Options) {
		o.Timeout = 3 * time.Second
		c := connect(t, o)
		_, err := c.Call(t.Context(), "trigger-long-running-operation", json.RawMessage(`{"duration":60,"steps":60}`))
		if kind(err) != "unavailable, perhaps done" {
			t.Error(err)
		}
		if a, err := c.Call(t.Context(), "echo", json.RawMessage(`{"message":"still there"}`)); err != nil || !strings.Contains(a.Text, "still there") {
			t.Errorf("%q, %v", a.Text, err)
		}
	})
}

// The server's own tool shows a minimal environment.
func TestEverythingSeesNoSecrets(t *testing.T) {
	t.Setenv("QUOTES_PASSWORD", "hush")
	c := connect(t, mcp.Options{Command: others.Command(t, thirdparty.Everything), Env: map[string]string{"CRM_REGION": "west"}})
	a, err := c.Call(t.Context(), "get-env", nil)
	if err != nil || !strings.Contains(a.Text, "CRM_REGION") || strings.Contains(a.Text, "hush") {
		t.Errorf("%v\n%s", err, a.Text)
	}
}

func TestMemory(t *testing.T) {
	o := mcp.Options{
		Command: others.Command(t, thirdparty.Memory), Env: map[string]string{"MEMORY_FILE_PATH": filepath.Join(t.TempDir(), "memory.jsonl")},
		Allow: []string{"create_entities", "search_nodes"},
	}
	c := connect(t, o)
	type graph struct{ Entities []struct{ Name string } }
	call[graph](t, c, "create_entities", `{"entities":[{"name":"Grace Henderson","entityType":"person","observations":["prefers email"]}]}`)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	found := call[graph](t, connect(t, o), "search_nodes", `{"query":"email"}`)
	if len(found.Entities) != 1 || found.Entities[0].Name != "Grace Henderson" {
		t.Errorf("%+v", found)
	}
}

func TestFilesystem(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "invoice.txt")
	if err := os.WriteFile(file, []byte("CAG-7731: $618.50"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := connect(t, mcp.Options{Command: others.Command(t, thirdparty.Filesystem, dir), Allow: []string{"list_directory", "read_text_file"}})
	tools, err := c.Tools(t.Context())
	if err != nil || len(tools) != 2 || !tools[0].ReadOnly || !tools[1].ReadOnly {
		t.Errorf("%+v, %v", tools, err)
	}
	path := func(path string) json.RawMessage {
		raw, err := json.Marshal(map[string]string{"path": path})
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	if a, err := c.Call(t.Context(), "read_text_file", path(file)); err != nil || a.Text != "CAG-7731: $618.50" {
		t.Errorf("%q, %v", a.Text, err)
	}
	if _, err := c.Call(t.Context(), "read_text_file", path("/etc/hostname")); kind(err) != "tool error" {
		t.Error(err)
	}
	if _, err := c.Call(t.Context(), "write_file", json.RawMessage(`{"path":"x","content":"y"}`)); kind(err) != "refused" {
		t.Error(err)
	}
}

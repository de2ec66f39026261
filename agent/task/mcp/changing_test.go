package mcp_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"ppamaild/agent/task/mcp"
)

// changingVariable makes this test binary a server over stdio. "deaf" stops reading after the
// list of tools, and "old" does not know the newest handshake.
const changingVariable = "PPAMAILD_TEST_CHANGING"

func serveChanging() {
	server, in := changing(1), io.ReadCloser(os.Stdin)
	if how := os.Getenv(changingVariable); how != "yes" {
		server, in = changing(10), &deaf{ReadCloser: os.Stdin, lines: bufio.NewReader(os.Stdin), old: how == "old"}
	}
	_ = server.Run(context.Background(), &sdk.IOTransport{Reader: in, Writer: os.Stdout}) // the client ends it
}

type deaf struct {
	io.ReadCloser
	lines *bufio.Reader
	left  []byte
	old   bool
	over  bool
}

func (d *deaf) Read(p []byte) (n int, err error) {
	if len(d.left) == 0 && d.over {
		select {}
	}
	for len(d.left) == 0 && err == nil {
		d.left, err = d.lines.ReadBytes('\n')
		d.over = !d.old && bytes.Contains(d.left, []byte(`"tools/list"`))
		if d.old && bytes.Contains(d.left, []byte(`"server/discover"`)) {
			d.left = nil
		}
	}
	n = copy(p, d.left)
	d.left = d.left[n:]
	return n, err
}

type nothing struct{}

// changing returns a server with three tools and this page size. One tool adds a fourth tool, one
// asks the client, and one counts beyond float64.
func changing(page int) *sdk.Server {
	server := sdk.NewServer(&sdk.Implementation{Name: "changing", Version: "1"}, &sdk.ServerOptions{PageSize: page})
	none := func(context.Context, *sdk.CallToolRequest, nothing) (*sdk.CallToolResult, any, error) {
		return nil, map[string]int64{"n": 7}, nil
	}
	sdk.AddTool(server, &sdk.Tool{Name: "grow"}, func(context.Context, *sdk.CallToolRequest, nothing) (*sdk.CallToolResult, any, error) {
		sdk.AddTool(server, &sdk.Tool{Name: "grown"}, none)
		return nil, nil, nil
	})
	sdk.AddTool(server, &sdk.Tool{Name: "count"}, func(context.Context, *sdk.CallToolRequest, nothing) (*sdk.CallToolResult, any, error) {
		return nil, map[string]any{"numbers": []int64{1, 9007199254740993}}, nil
	})
	sdk.AddTool(server, &sdk.Tool{Name: "ask"}, func(ctx context.Context, r *sdk.CallToolRequest, in struct {
		For string `json:"for"`
	}) (*sdk.CallToolResult, any, error) {
		var err error
		switch in.For {
		case "roots":
			//lint:ignore SA1019 servers go on asking
			_, err = r.Session.ListRoots(ctx, nil)
		case "sampling":
			//lint:ignore SA1019 servers go on asking
			_, err = r.Session.CreateMessage(ctx, &sdk.CreateMessageParams{MaxTokens: 1})
		case "elicitation":
			_, err = r.Session.Elicit(ctx, &sdk.ElicitParams{Message: "your password?"})
		case "input":
			return &sdk.CallToolResult{InputRequests: sdk.InputRequestMap{"a": &sdk.ElicitParams{Message: "your password?"}}}, nil, nil
		}
		return nil, nil, err
	})
	return server
}

// bothWays runs a test with a server over stdio and over HTTP.
func bothWays(t *testing.T, test func(t *testing.T, o mcp.Options)) {
	t.Run("stdio", func(t *testing.T) {
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		test(t, mcp.Options{Command: []string{self}, Env: map[string]string{changingVariable: "yes"}})
	})
	t.Run("http", func(t *testing.T) {
		server := changing(1)
		web := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, nil))
		t.Cleanup(web.Close)
		test(t, mcp.Options{URL: web.URL})
	})
}

func names(t *testing.T, c *mcp.Client) []string {
	t.Helper()
	tools, err := c.Tools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range tools {
		names = append(names, tool.Name)
	}
	return names
}

// All pages are listed, and listed again after a change.
func TestToolsChange(t *testing.T) {
	bothWays(t, func(t *testing.T, o mcp.Options) {
		c := connect(t, o)
		if got := names(t, c); !slices.Equal(got, []string{"ask", "count", "grow"}) {
			t.Fatal(got)
		}
		if _, err := c.Call(t.Context(), "grow", nil); err != nil {
			t.Fatal(err)
		}
		for range 100 {
			if slices.Contains(names(t, c), "grown") {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
		t.Errorf("still %q", names(t, c))
	})
}

// A new tool is found without a notification.
func TestNewToolIsFound(t *testing.T) {
	bothWays(t, func(t *testing.T, o mcp.Options) {
		c := connect(t, o)
		if _, err := c.Call(t.Context(), "grown", nil); kind(err) != "refused" {
			t.Error(err)
		}
		if _, err := c.Call(t.Context(), "grow", nil); err != nil {
			t.Fatal(err)
		}
		if a, err := c.Call(t.Context(), "grown", nil); err != nil || string(a.Structured) != `{"n":7}` {
			t.Errorf("%s, %v", a.Structured, err)
		}
	})
}

func TestWhatServersAskForIsDeclined(t *testing.T) {
	bothWays(t, func(t *testing.T, o mcp.Options) {
		c := connect(t, o)
		for _, what := range []string{"roots", "sampling", "elicitation", "input"} {
			_, err := c.Call(t.Context(), "ask", json.RawMessage(`{"for":"`+what+`"}`))
			if kind(err) != "tool error" {
				t.Errorf("%s: %v", what, err)
			}
			t.Log(err)
		}
	})
}

// A rounded number would belong to another invoice.
func TestNumbersAreExact(t *testing.T) {
	bothWays(t, func(t *testing.T, o mcp.Options) {
		_, err := connect(t, o).Call(t.Context(), "count", nil)
		if kind(err) != "malformed" || !strings.Contains(err.Error(), "digits") {
			t.Error(err)
		}
	})
}

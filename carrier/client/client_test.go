package client_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
	"go.uber.org/goleak"

	"ppamaild/carrier/client"
	"ppamaild/carrier/sandbox"
	"ppamaild/carrier/wire"
	ppamaild "ppamaild/sandbox/program"
)

// program is the built ppamaild.
var program string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "ppamaild-client-")
	if err != nil {
		panic(err)
	}
	if program, err = ppamaild.Build(dir); err != nil {
		panic(err)
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		_ = os.RemoveAll(dir)
		os.Exit(code)
	}))
}

var address = regexp.MustCompile(`http://(127\.0\.0\.1:\d+)/v1`)

// startSandbox runs ppamaild carrier-sandbox until the test ends, and returns the address.
func startSandbox(t *testing.T) string {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, program, "carrier-sandbox", "--listen", "127.0.0.1:0")
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 5 * time.Second
	var log bytes.Buffer
	cmd.Stderr = &log
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		_ = cmd.Wait() // the goroutine reports the signal
		if t.Failed() {
			t.Log(log.String())
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	at := address.FindStringSubmatch(line)
	if at == nil {
		t.Fatalf("the sandbox says %q, %v\n%s", line, err, log.String())
	}
	return at[1]
}

// connect returns a client of a sandbox. A transport checks all requests and answers against
// the description of the API. Requests ask for fault, if any.
func connect(t *testing.T, host, fault string, change ...func(*client.Options)) *client.Client {
	t.Helper()
	o := client.Options{
		Name: "Sandbox Mutual", BaseURL: "http://" + host + "/v1", APIKey: sandbox.APIKey,
		Timeout: time.Second, GiveUpAfter: 5 * time.Second, Logger: slog.New(slog.NewTextHandler(t.Output(), nil)),
		Wrap: func(next http.RoundTripper) http.RoundTripper {
			return &contract{t: t, next: next, fault: fault, spoils: spoiled(fault), router: router(t, host)}
		},
	}
	for _, c := range change {
		c(&o)
	}
	c, err := client.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// spoiled reports whether a fault breaks the contract.
func spoiled(fault string) bool {
	for _, name := range []string{"no_json", "wrong_schema", "unknown_member", "huge", "endless", "negative_premium", "redirect"} {
		if strings.Contains(fault, name) {
			return true
		}
	}
	return false
}

var description = sync.OnceValues(func() (*openapi3.T, error) { return openapi3.NewLoader().LoadFromFile("../openapi.yaml") })

func router(t *testing.T, host string) routers.Router {
	t.Helper()
	doc, err := description()
	if err != nil {
		t.Fatal(err)
	}
	here := *doc
	here.Servers = openapi3.Servers{{URL: "http://" + host + "/v1"}}
	r, err := gorillamux.NewRouter(&here)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// contract is a transport that checks requests and answers against the API's description.
type contract struct {
	t      *testing.T
	next   http.RoundTripper
	fault  string
	spoils bool // answers are not to be checked
	router routers.Router
}

func (c *contract) RoundTrip(r *http.Request) (*http.Response, error) {
	if strings.HasSuffix(r.URL.Path, "/token") {
		return c.next.RoundTrip(r)
	}
	anew := strings.Contains(r.Header.Get(wire.HeaderKey), "+") // in a rebuilt session
	if c.fault != "" && r.Method != http.MethodGet && !anew {
		r = r.Clone(r.Context())
		r.Header.Set(sandbox.HeaderFault, c.fault)
	}
	input, err := c.request(r)
	if err != nil {
		c.t.Errorf("%s %s is not of the API: %v", r.Method, r.URL, err)
	}
	resp, err := c.next.RoundTrip(r)
	if err != nil || c.spoils || input == nil {
		return resp, err
	}
	body, err := io.ReadAll(resp.Body)
	_ = resp.Body.Close()
	resp.Body = io.NopCloser(bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if err := openapi3filter.ValidateResponse(r.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input, Status: resp.StatusCode, Header: resp.Header, Body: io.NopCloser(bytes.NewReader(body)),
		Options: &openapi3filter.Options{IncludeResponseStatus: true},
	}); err != nil {
		c.t.Errorf("the answer to %s %s is not of the API: %v\n%s", r.Method, r.URL, err, body)
	}
	return resp, nil
}

func (c *contract) request(r *http.Request) (*openapi3filter.RequestValidationInput, error) {
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	copied := r.Clone(r.Context())
	copied.Body = io.NopCloser(bytes.NewReader(body))
	// A proxy in between has another address, and the API is the same.
	route, params, err := c.router.FindRoute(copied)
	if err != nil {
		return nil, err
	}
	input := &openapi3filter.RequestValidationInput{
		Request: copied, PathParams: params, Route: route, QueryParams: url.Values{},
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc},
	}
	return input, openapi3filter.ValidateRequest(r.Context(), input)
}

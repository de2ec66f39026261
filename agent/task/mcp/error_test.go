package mcp_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"ppamaild/agent/task/mcp"
)

// Errors of decoders and pipes become words for people.
func TestWhyIsPutForPeople(t *testing.T) {
	for is, want := range map[string]string{
		`json: cannot unmarshal "\"no list\"" into Go struct field struct { mcp.res } (read |0: file already closed)`: "what it answered is no message of the protocol",
		"invalid character '}' looking for beginning of value":                                                        "what it answered is no message of the protocol: invalid character '}' looking for beginning of value",
		"EOF (close |1: file already closed (exit status 3))":                                                         "EOF (exit status 3)",
		"EOF (exit status 1)": "EOF (exit status 1)",
	} {
		if got := (&mcp.Unavailable{Err: errors.New(is)}).Why(); got != want {
			t.Errorf("%s: %s", is, got)
		}
	}
}

// The explanation for staff is short and hides secrets in the URL.
func TestWhyAServerIsNotAvailable(t *testing.T) {
	unsafe := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(unsafe.Close)
	closed := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }))
	t.Cleanup(closed.Close)
	for want, o := range map[string]mcp.Options{
		"tls: failed to verify certificate: x509: certificate signed by unknown authority":        {URL: unsafe.URL + "/mcp?key=secret"},
		"Unauthorized (the server does not take our requests: 401 Unauthorized)":                  {URL: closed.URL + "/mcp?key=secret"},
		"starting no-such-program: exec: \"no-such-program\": executable file not found in $PATH": {Command: []string{"no-such-program"}},
		"starting /no/such/program: no such file or directory":                                    {Command: []string{"/no/such/program", "--key", "secret"}},
	} {
		_, err := connect(t, o).Tools(t.Context())
		lost, is := errors.AsType[*mcp.Unavailable](err)
		if !is || lost.Why() != want || err.Error() != "listing the tools at desk: nothing was done: "+want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

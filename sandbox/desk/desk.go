// Package desk serves made-up office systems of an agency over the Model Context
// Protocol: accounts payable and a CRM. Each has a few tools and a JSON file of fictional
// people. The demonstration of tasks and the tests of MCP clients use these systems, with
// faults on demand.
//
// Tools are typed, and their annotations are true. A change is in the file before the
// tool answers. Every other behavior is a Fault from the Options.
package desk

import (
	"context"
	"crypto/subtle"
	"embed"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Token is the bearer token over HTTP. The token protects nothing.
const Token = "sandbox-token"

// The systems.
const (
	CRM             = "crm"
	AccountsPayable = "accounts_payable"
)

// Options select a system and its behavior.
type Options struct {
	System string // CRM or AccountsPayable
	File   string // of records, created when missing; "" keeps the records in memory
	Faults []Fault
	Now    func() time.Time
	Exit   func(code int) // ends the process, for some faults
	Log    *slog.Logger
}

// Desk is a system. Callers must close a Desk.
type Desk struct {
	o      Options
	server *mcp.Server

	mu     sync.Mutex // protects the file and memory
	memory []byte     // the records as JSON; nil before the first change, or with a file
}

//go:embed seed
var seeds embed.FS

// New opens the records of a system.
func New(o Options) (*Desk, error) {
	if o.System != CRM && o.System != AccountsPayable || o.Now == nil || o.Exit == nil || o.Log == nil {
		return nil, errors.New("desk: System, Now, Exit and Log are needed")
	}
	d := &Desk{o: o}
	d.server = mcp.NewServer(&mcp.Implementation{Name: "ppamaild-sandbox-" + o.System, Title: "Made-up " + o.System, Version: "1"}, &mcp.ServerOptions{})
	d.server.AddReceivingMiddleware(d.strike)
	if o.System == CRM {
		d.addCRM()
	} else {
		d.addAccountsPayable()
	}
	// The file exists from now on, so that a wrong path fails here and not in a call.
	if err := d.change(func(*records) error { return nil }); err != nil {
		return nil, fmt.Errorf("opening the records of %s: %w", o.System, err)
	}
	return d, nil
}

// Serve serves a client on standard input and output until the client disconnects.
func (d *Desk) Serve(ctx context.Context) error {
	return d.server.Run(ctx, &mcp.StdioTransport{})
}

// Handler serves clients with the Token over streamable HTTP.
func (d *Desk) Handler() http.Handler {
	serve := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return d.server }, &mcp.StreamableHTTPOptions{})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte("Bearer "+Token)) != 1 {
			http.Error(w, "unknown token", http.StatusUnauthorized)
			return
		}
		serve.ServeHTTP(w, r)
	})
}

// Close ends the sessions of clients that did not say goodbye.
func (d *Desk) Close() error {
	var err error
	for s := range d.server.Sessions() {
		err = errors.Join(err, s.Close())
	}
	return err
}

// today is the date of new notes.
func (d *Desk) today() date { return date(d.o.Now().Format(time.DateOnly)) }

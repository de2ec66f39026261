// Package desk serves made-up office systems of an agency by the Model Context
// Protocol: its accounts payable and its CRM, each a few tools over an SQLite file
// of people who do not exist. They are for the demonstration of tasks and for
// testing what calls such servers, with faults on demand.
//
// It promises what a good server does: tools are typed and say truly which of them
// write, and what is written stays in the file. Every departure from that is a Fault
// that was asked for.
package desk

import (
	"context"
	"crypto/subtle"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	_ "modernc.org/sqlite" // the driver "sqlite"
)

// Token is what a server takes as a bearer token over HTTP. It protects nothing.
const Token = "sandbox-token"

// The systems.
const (
	CRM             = "crm"
	AccountsPayable = "accounts_payable"
)

// Options say which system is served, and how it behaves.
type Options struct {
	System string // CRM or AccountsPayable
	File   string // of SQLite, made and filled where it is not there; "": in memory
	Faults []Fault
	Now    func() time.Time
	Exit   func(code int) // ends the process, for the faults that do
	Log    *slog.Logger
}

// Desk is one system. Close it when it is not served any more.
type Desk struct {
	o      Options
	db     *sql.DB
	server *mcp.Server
}

//go:embed seed
var seeds embed.FS

// New opens the file of a system.
func New(ctx context.Context, o Options) (*Desk, error) {
	if o.System != CRM && o.System != AccountsPayable || o.Now == nil || o.Exit == nil || o.Log == nil {
		return nil, errors.New("desk: System, Now, Exit and Log are needed")
	}
	file := o.File
	if file == "" {
		file = ":memory:"
	}
	db, err := sql.Open("sqlite", file)
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", file, err)
	}
	db.SetMaxOpenConns(1) // one writer; and in memory each connection would see a file of its own
	d := &Desk{o: o, db: db}
	d.server = mcp.NewServer(&mcp.Implementation{Name: "ppamaild-sandbox-" + o.System, Title: "Made-up " + o.System, Version: "1"}, &mcp.ServerOptions{})
	d.server.AddReceivingMiddleware(d.strike)
	if o.System == CRM {
		d.addCRM()
	} else {
		d.addAccountsPayable()
	}
	if err := d.fill(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("filling %s: %w", file, err), db.Close())
	}
	return d, nil
}

// fill makes the tables, and the people in them, where there are none.
func (d *Desk) fill(ctx context.Context) error {
	seed, err := seeds.ReadFile("seed/" + d.o.System + ".sql")
	if err != nil {
		return err
	}
	tx, err := d.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // of what was committed it does nothing
	var tables int
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema WHERE name = 'calls'`).Scan(&tables); err != nil || tables > 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, `CREATE TABLE calls (id INTEGER PRIMARY KEY AUTOINCREMENT, tool TEXT NOT NULL);`+string(seed)); err != nil {
		return err
	}
	return tx.Commit()
}

// Serve serves one client on standard input and output until it goes.
func (d *Desk) Serve(ctx context.Context) error {
	return d.server.Run(ctx, &mcp.StdioTransport{})
}

// Handler serves clients over streamable HTTP that have the Token.
func (d *Desk) Handler() http.Handler {
	serve := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return d.server }, &mcp.StreamableHTTPOptions{})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte("Bearer "+Token)) != 1 {
			http.Error(w, "the token is not known", http.StatusUnauthorized)
			return
		}
		serve.ServeHTTP(w, r)
	})
}

// Close closes the file, and ends the sessions of clients that left without a word.
func (d *Desk) Close() error {
	var err error
	for s := range d.server.Sessions() {
		err = errors.Join(err, s.Close())
	}
	return errors.Join(err, d.db.Close())
}

// today is the date of what is written now.
func (d *Desk) today() date { return date(d.o.Now().Format(time.DateOnly)) }

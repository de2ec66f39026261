package main

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	"ppamaild/sandbox/desk"
)

// mcpSandboxCommand serves a made-up CRM or accounts payable over the Model Context Protocol.
type mcpSandboxCommand struct {
	System string   `arg:"" optional:"" enum:"crm,accounts_payable," default:"" help:"crm or accounts_payable."`
	DB     string   `name:"db" placeholder:"FILE" help:"File for the records, created when missing (default: memory)."`
	Listen string   `placeholder:"ADDRESS" help:"Serve streamable HTTP on this address instead of standard input and output."`
	Fault  []string `placeholder:"FAULT" help:"NAME for every call, NAME@3 for the third call, TOOL:NAME for one tool."`
	Faults bool     `help:"List the faults and exit."`
}

// Run serves until env is done or standard input ends.
func (c mcpSandboxCommand) Run(env *environment) (err error) {
	if c.Faults {
		return listFaults(env, desk.Faults())
	}
	if c.System == "" {
		return fmt.Errorf("%w: which system, crm or accounts_payable?", errConfig)
	}
	o := desk.Options{System: c.System, File: c.DB, Now: time.Now, Exit: os.Exit, Log: slog.New(slog.NewTextHandler(env.stderr, nil))}
	for _, text := range c.Fault {
		f, err := desk.ParseFault(text)
		if err != nil {
			return fmt.Errorf("%w: %w", errConfig, err)
		}
		o.Faults = append(o.Faults, f)
	}
	d, err := desk.New(o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	if c.Listen != "" {
		return serveHTTP(env, c.Listen, &http.Server{Handler: d.Handler(), ReadHeaderTimeout: time.Minute}, func(at net.Addr) {
			fmt.Fprintf(env.stdout, "%s at http://%s/mcp, token %s; all records are made up\n", c.System, at, desk.Token)
		})
	}
	if err := d.Serve(env); env.Err() == nil {
		return err
	}
	return nil
}

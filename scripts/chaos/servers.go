package main

import (
	"errors"
	"log/slog"
	"net/http"
	"os"
	"time"

	"ppamaild/sandbox/desk"
)

// officeAgent is the configuration of an agent that uses an office system.
const officeAgent = `
[[agent]]
name = %[1]q
kind = "mcp"
url = "http://%[2]s/%[1]s"
token = %[3]q
tools = ["*"]
`

func systems() []string { return []string{desk.AccountsPayable, desk.CRM} }

// servers are the agency's accounts payable and CRM, as MCP servers.
type servers struct {
	*http.Server
	address string
	desks   []*desk.Desk
}

func openServers() (o *servers, err error) {
	o = new(servers)
	mux := http.NewServeMux()
	for _, system := range systems() {
		d, err := desk.New(desk.Options{System: system, Now: time.Now, Exit: os.Exit, Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			return nil, err
		}
		o.desks = append(o.desks, d)
		mux.Handle("/"+system, d.Handler())
	}
	o.Server, o.address, err = serve(mux)
	return o, err
}

// Close stops the servers.
func (o *servers) Close() error {
	err := o.Server.Close()
	for _, d := range o.desks {
		err = errors.Join(err, d.Close())
	}
	return err
}

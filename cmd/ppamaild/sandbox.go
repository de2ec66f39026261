package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"ppamaild/carrier/sandbox"
)

// sandboxCommand serves the reference carrier's prices over the quoting API.
type sandboxCommand struct {
	Listen string        `default:"127.0.0.1:8089" placeholder:"ADDRESS" help:"Address to listen on (${default})."`
	Fault  []string      `placeholder:"FAULT" help:"Fault for all requests: NAME, NAME*2 for the first two, CALL:NAME for one call. A request can ask for a fault with the header X-Sandbox-Fault."`
	Life   time.Duration `default:"1h" help:"Lifetime of an unused quote (${default})."`
	Faults bool          `help:"List the faults and exit."`
}

// Run serves until env is done.
func (c sandboxCommand) Run(env *environment) error {
	if c.Faults {
		return listFaults(env, sandbox.Faults())
	}
	o := sandbox.Options{Life: c.Life, Now: time.Now, Logger: slog.New(slog.NewTextHandler(env.stderr, nil))}
	for _, text := range c.Fault {
		f, err := sandbox.ParseFault(text)
		if err != nil {
			return fmt.Errorf("%w: %w", errConfig, err)
		}
		o.Faults = append(o.Faults, f)
	}
	handler, err := sandbox.New(o)
	if err != nil {
		return err
	}
	return serveHTTP(env, c.Listen, &http.Server{Handler: handler, ReadTimeout: time.Minute}, func(at net.Addr) {
		fmt.Fprintf(env.stdout, "quoting API at http://%s/v1, key %s; tokens at http://%[1]s/token for %[3]s with %[4]s; its prices are made up\n",
			at, sandbox.APIKey, sandbox.ClientID, sandbox.ClientSecret)
	})
}

// serveHTTP calls say with the address once the server listens, and serves until ctx is done.
func serveHTTP(ctx context.Context, address string, server *http.Server, say func(at net.Addr)) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })() // Serve returns the error
	say(listener.Addr())
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func listFaults(env *environment, faults map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(faults)) {
		if _, err := fmt.Fprintf(env.stdout, "%-17s %s\n", name, strings.TrimSpace(faults[name])); err != nil {
			return err
		}
	}
	return nil
}

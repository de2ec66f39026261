package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"log/slog"

	carriers "ppamaild/carrier/sandbox"
	"ppamaild/carrier/wire"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
)

// chaotic is what the configuration needs besides that of the play, whose last table
// is [review]: waits short enough to end, no cap, and a carrier outside the process.
const chaotic = `remind_after = "10s"

[quote]
remind_customer_after = %q
customer_wait = %q

[limits]
mails_per_hour = 1000000

[carrier]
kind = "http"
base_url = "http://%s/v1"
api_key = %q
`

// configure writes the configuration of an agency at host.
func configure(dir string, host sandbox.Host, carrier string, wait time.Duration) (path string, err error) {
	if path, err = play.WriteConfig(dir, host); err != nil {
		return "", err
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return "", err
	}
	defer file.Close()
	if _, err := fmt.Fprintf(file, chaotic, wait/2, wait, carrier, carriers.APIKey); err != nil {
		return "", fmt.Errorf("writing the configuration: %w", err)
	}
	return path, file.Close()
}

// carrier is the quoting API, with a list of the calls that it was made.
type carrier struct {
	*http.Server
	address string

	mu    sync.Mutex
	calls map[string][]int // statuses that it answered, by key; protected by mu
}

func openCarrier() (*carrier, error) {
	api, err := carriers.New(carriers.Options{Now: time.Now, Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	c := &carrier{address: listener.Addr().String(), calls: make(map[string][]int)}
	c.Server = &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := &answer{w, http.StatusOK}
		api.ServeHTTP(answer, r)
		if key := r.Header.Get(wire.HeaderKey); key != "" {
			c.mu.Lock()
			c.calls[key] = append(c.calls[key], answer.status)
			c.mu.Unlock()
		}
	})}
	go func() { _ = c.Serve(listener) }() // until Close
	return c, nil
}

// answer remembers the status of an answer.
type answer struct {
	http.ResponseWriter
	status int
}

// WriteHeader implements http.ResponseWriter.
func (a *answer) WriteHeader(status int) {
	a.status = status
	a.ResponseWriter.WriteHeader(status)
}

package main

import (
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	carriers "ppamaild/carrier/sandbox"
	"ppamaild/carrier/wire"
	"ppamaild/sandbox"
	"ppamaild/sandbox/desk"
	"ppamaild/sandbox/play"
)

// chaotic is the configuration in addition to that of package play, which ends with the table
// [review]. The waits are short enough to end, rate limits are off, and carrier and office
// systems are outside the process.
const chaotic = `remind_after = "10s"

[quote]
remind_customer_after = %q
customer_wait = %q

[limits]
mails_per_hour = 1000000
messages_per_hour = 1000000

[carrier]
kind = "http"
base_url = "http://%s/v1"
api_key = %q

[[agent]]
name = "mailbox"
kind = "mailbox"
keywords = ["mail"]
`

// configure writes the configuration of an agency at host and returns the path.
func configure(dir string, host sandbox.Host, carrier, office string, wait time.Duration) (path string, err error) {
	if path, err = play.WriteConfig(dir, host); err != nil {
		return "", err
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return "", err
	}
	defer file.Close()
	text := fmt.Sprintf(chaotic, wait/2, wait, carrier, carriers.APIKey)
	for _, system := range systems() {
		text += fmt.Sprintf(officeAgent, system, office, desk.Token)
	}
	if _, err := file.WriteString(text); err != nil {
		return "", fmt.Errorf("writing the configuration: %w", err)
	}
	return path, file.Close()
}

// carrier is the quoting API with a record of its calls.
type carrier struct {
	*http.Server
	address string

	mu    sync.Mutex
	calls map[string][]int // answered statuses, by key; protected by mu
}

func openCarrier() (*carrier, error) {
	api, err := carriers.New(carriers.Options{Now: time.Now, Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err != nil {
		return nil, err
	}
	c := &carrier{calls: make(map[string][]int)}
	c.Server, c.address, err = serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := &answer{w, http.StatusOK}
		api.ServeHTTP(answer, r)
		if key := r.Header.Get(wire.HeaderKey); key != "" {
			c.mu.Lock()
			c.calls[key] = append(c.calls[key], answer.status)
			c.mu.Unlock()
		}
	}))
	return c, err
}

// serve serves on a free port until the server is closed.
func serve(handler http.Handler) (server *http.Server, address string, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, "", err
	}
	server = &http.Server{ReadHeaderTimeout: time.Minute, Handler: handler}
	go func() { _ = server.Serve(listener) }() // ends with Close
	return server, listener.Addr().String(), nil
}

// answer records the status of an answer.
type answer struct {
	http.ResponseWriter
	status int
}

// WriteHeader implements http.ResponseWriter.
func (a *answer) WriteHeader(status int) {
	a.status = status
	a.ResponseWriter.WriteHeader(status)
}

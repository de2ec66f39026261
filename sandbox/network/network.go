// Package network simulates a bad network between a program and its servers: slow, cut into
// single bytes, silent, or broken.
//
// A Proxy works like a direct connection until a fault is set, and again after Heal. Data in
// transit on a broken connection is lost, like on a real network.
package network

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/Shopify/toxiproxy/v2"
	"github.com/rs/zerolog"

	"ppamaild/sandbox"
)

// Proxy is in front of one server.
type Proxy struct {
	proxy *toxiproxy.Proxy
	to    string // address of the server
}

// Before starts a proxy for address on a free loopback port. The port is below the range from
// which Linux assigns ports: no other program can take the port between a stop and a restart.
func Before(address string) (*Proxy, error) {
	zerolog.SetGlobalLevel(zerolog.Disabled) // some toxics do not accept a logger
	var err error
	for range 100 {
		p := &Proxy{newProxy(fmt.Sprintf("127.0.0.1:%d", 20_000+rand.IntN(12_000)), address), address}
		if err = p.proxy.Start(); err == nil {
			return p, nil
		}
	}
	return nil, err
}

func newProxy(listen, to string) *toxiproxy.Proxy {
	server := toxiproxy.NewServer(toxiproxy.NewMetricsContainer(nil), zerolog.Nop())
	return toxiproxy.NewProxy(server, "before "+to, listen, to)
}

// Addr returns the address of the proxy.
func (p *Proxy) Addr() string { return p.proxy.Listen }

// Poison applies a toxiproxy toxic to all connections, open or new, such as
// {"type":"latency","attributes":{"latency":500}}. The default stream is from the server.
func (p *Proxy) Poison(toxic string) error {
	_, err := p.proxy.Toxics.AddToxicJson(strings.NewReader(toxic))
	return err
}

// Refuse closes all connections and accepts no new ones.
func (p *Proxy) Refuse() { p.proxy.Stop() }

// Divert sends new connections to another address and closes the open ones.
func (p *Proxy) Divert(address string) error {
	p.proxy.Stop()
	p.proxy.Upstream = address
	return p.start()
}

// Heal removes all faults and closes all connections. A new toxiproxy takes over, because removing
// a toxic from a busy connection can block toxiproxy forever.
func (p *Proxy) Heal() error {
	p.proxy.Stop()
	p.proxy = newProxy(p.proxy.Listen, p.to)
	return p.start()
}

// Move changes the server for all new connections. It closes all connections and removes all faults.
func (p *Proxy) Move(address string) error {
	p.to = address
	return p.Heal()
}

// start listens on the port of the proxy again. A child process keeps the closed listener until
// the child runs its program, so the port can be in use for a moment.
func (p *Proxy) start() (err error) {
	for began := time.Now(); time.Since(began) < 10*time.Second; time.Sleep(10 * time.Millisecond) {
		if err = p.proxy.Start(); !errors.Is(err, syscall.EADDRINUSE) {
			break
		}
	}
	return err
}

// Close ends the proxy and its connections.
func (p *Proxy) Close() { p.proxy.Stop() }

// Host is a mail host behind a bad network. The bad network affects only users of the Host's
// endpoints, not people created with the original host.
type Host struct {
	sandbox.Host
	Reading, Sending *Proxy // IMAP and submission, with the host's kinds of TLS
}

// BeforeHost puts proxies in front of a host. The caller must Close the result.
func BeforeHost(h sandbox.Host) (*Host, error) {
	reading, err := Before(h.IMAPS().Addr())
	if err != nil {
		return nil, fmt.Errorf("a proxy before IMAP: %w", err)
	}
	sending, err := Before(h.Submission().Addr())
	if err != nil {
		reading.Close()
		return nil, fmt.Errorf("a proxy before SMTP: %w", err)
	}
	return &Host{h, reading, sending}, nil
}

// IMAPS implements sandbox.Host.
func (h *Host) IMAPS() sandbox.Endpoint { return h.Reading.endpoint(h.Host.IMAPS().TLS) }

// Submission implements sandbox.Host.
func (h *Host) Submission() sandbox.Endpoint { return h.Sending.endpoint(h.Host.Submission().TLS) }

// Close ends the proxies and the host.
func (h *Host) Close() error {
	h.Reading.Close()
	h.Sending.Close()
	return h.Host.Close()
}

func (p *Proxy) endpoint(tls string) sandbox.Endpoint {
	host, port, _ := net.SplitHostPort(p.Addr())
	n, _ := strconv.Atoi(port) // the address comes from our listener
	return sandbox.Endpoint{Host: host, Port: n, TLS: tls}
}

// Package network is a bad network between a program and the servers it talks to:
// slow, cut into single bytes, silent, or breaking wherever it likes.
//
// It promises that a Proxy is as good as a direct connection until it is told
// otherwise, and again once it is healed; what is on its way over a connection that
// breaks is lost, as it is on a real one.
package network

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"

	"github.com/Shopify/toxiproxy/v2"
	"github.com/rs/zerolog"

	"ppamaild/sandbox"
)

// Proxy stands before one server.
type Proxy struct {
	proxy *toxiproxy.Proxy
	to    string // whom it leads to when it is well
}

// Before starts a proxy on a free loopback port that passes on to address.
func Before(address string) (*Proxy, error) {
	zerolog.SetGlobalLevel(zerolog.Disabled) // some toxics take no logger
	server := toxiproxy.NewServer(toxiproxy.NewMetricsContainer(nil), zerolog.Nop())
	p := &Proxy{toxiproxy.NewProxy(server, "before "+address, "127.0.0.1:0", address), address}
	return p, p.proxy.Start()
}

// Addr is where the proxy listens.
func (p *Proxy) Addr() string { return p.proxy.Listen }

// Poison makes every connection from now on, and those that are open, behave as a
// toxic of toxiproxy does, such as {"type":"latency","attributes":{"latency":500}}.
// Without a "stream" it is what the server says that is struck.
func (p *Proxy) Poison(toxic string) error {
	_, err := p.proxy.Toxics.AddToxicJson(strings.NewReader(toxic))
	return err
}

// Refuse lets no connection through, and breaks those that are open.
func (p *Proxy) Refuse() { p.proxy.Stop() }

// Divert leads to another address from now on, and breaks the connections that are open.
func (p *Proxy) Divert(address string) error {
	return p.proxy.Update(&toxiproxy.Proxy{Listen: p.proxy.Listen, Upstream: address, Enabled: true})
}

// Heal ends all that is wrong.
func (p *Proxy) Heal(ctx context.Context) error {
	p.proxy.Toxics.ResetToxics(ctx)
	if err := p.Divert(p.to); err != nil {
		return err
	}
	if err := p.proxy.Start(); !errors.Is(err, toxiproxy.ErrProxyAlreadyStarted) {
		return err
	}
	return nil
}

// Close ends the proxy and its connections.
func (p *Proxy) Close() { p.proxy.Stop() }

// Host is a mail host that lies behind a bad network for whom it gives its
// configuration to; people who are made with the host itself do not suffer from it.
type Host struct {
	sandbox.Host
	Reading, Sending *Proxy // IMAP and submission, both with implicit TLS or STARTTLS as the host has them
}

// BeforeHost puts proxies before a host. The caller must Close them.
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
	n, _ := strconv.Atoi(port) // of a listener of ours
	return sandbox.Endpoint{Host: host, Port: n, TLS: tls}
}

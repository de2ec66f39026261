// Package mailstack runs a private Dovecot and Postfix for tests with real mail servers.
//
// All files are in one temporary directory, and all ports on 127.0.0.1. The system's own mail
// servers and their configuration stay untouched. No mail leaves the machine. When the process
// closes the stack, or dies, the servers stop and the directory disappears. Mailstack needs
// root, because both servers change users.
//
// Mail to discard.test is discarded. Mail to bounce.test is accepted, and Postfix then returns
// a bounce (RFC 3464).
package mailstack

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"ppamaild/sandbox"
	"ppamaild/sandbox/localca"
)

// Options set the accounts and domains of a Stack.
type Options struct {
	Accounts []sandbox.Account // nil: sandbox.DefaultAccounts
	Domains  []string          // served in addition to the domains of Accounts

	// Introspect is the URL for token introspection (RFC 7662). With Introspect, tokens work in
	// addition to passwords.
	Introspect string
	// TokenMechanisms are the SASL mechanisms for tokens; nil: oauthbearer and xoauth2.
	TokenMechanisms []string
}

// Stack is a sandbox.Host of one Dovecot and one Postfix.
type Stack struct {
	dir     string
	tools   tools
	ports   ports
	domains []string
	tokens  tokens
	close   func() error // the effect of Close, once

	delivered atomic.Int64 // number of Maildir files

	mu       sync.Mutex
	accounts []sandbox.Account // protected by mu
}

var _ sandbox.Host = (*Stack)(nil)

// New starts the servers and returns after all of them answer. If the servers are not
// installed, the error says what to install.
func New(ctx context.Context, o Options) (*Stack, error) {
	found, err := findTools(ctx)
	if err != nil {
		return nil, err
	}
	dir, err := makeDir()
	if err != nil {
		return nil, err
	}
	s := &Stack{dir: dir, tools: found, domains: slices.Clone(o.Domains), tokens: newTokens(o)}
	if err := s.prepare(ctx, o.Accounts); err != nil {
		return nil, errors.Join(fmt.Errorf("preparing the mail servers: %w", err), os.RemoveAll(dir))
	}
	if err := s.start(ctx); err != nil {
		return nil, fmt.Errorf("starting the mail servers: %w", err)
	}
	return s, nil
}

// prepare writes the files that the servers read at the start.
func (s *Stack) prepare(ctx context.Context, given []sandbox.Account) error {
	if given == nil {
		given = sandbox.DefaultAccounts()
	}
	var accounts []sandbox.Account
	for _, a := range given {
		a.Address = strings.ToLower(a.Address)
		accounts = append(accounts, a)
		s.domains = append(s.domains, sandbox.Domain(a.Address))
	}
	s.domains = slices.Compact(slices.Sorted(slices.Values(s.domains)))

	var err error
	if s.ports, err = freePorts(); err != nil {
		return err
	}
	if err := s.makeTree(); err != nil {
		return err
	}
	if _, err := localca.Write(filepath.Join(s.dir, "tls"), time.Now(), "mail.agency.test"); err != nil {
		return err
	}
	if err := s.writeConfig(); err != nil {
		return err
	}
	return s.setAccounts(ctx, accounts)
}

// Close ends the servers and removes the stack's directory.
func (s *Stack) Close() error { return s.close() }

// Name returns "Dovecot 2.3.x, Postfix 3.x".
func (s *Stack) Name() string {
	return "Dovecot " + s.tools.dovecotVersion + ", Postfix " + s.tools.postfixVersion
}

// IMAP implements sandbox.Host.
func (s *Stack) IMAP() sandbox.Endpoint { return endpoint(s.ports.IMAP, "starttls") }

// IMAPS implements sandbox.Host.
func (s *Stack) IMAPS() sandbox.Endpoint { return endpoint(s.ports.IMAPS, "implicit") }

// SMTP implements sandbox.Host.
func (s *Stack) SMTP() sandbox.Endpoint { return endpoint(s.ports.SMTP, "starttls") }

// Submission implements sandbox.Host.
func (s *Stack) Submission() sandbox.Endpoint { return endpoint(s.ports.Submission, "starttls") }

// SMTPS implements sandbox.Host.
func (s *Stack) SMTPS() sandbox.Endpoint { return endpoint(s.ports.SMTPS, "implicit") }

func endpoint(port int, tls string) sandbox.Endpoint {
	return sandbox.Endpoint{Host: "127.0.0.1", Port: port, TLS: tls}
}

// CAFile implements sandbox.Host.
func (s *Stack) CAFile() string { return filepath.Join(s.dir, "tls", "ca.pem") }

// Complaints returns the servers' log lines about problems, such as accepted mail without
// delivery.
func (s *Stack) Complaints() string {
	var b strings.Builder
	for line := range strings.Lines(s.Logs()) {
		if complaint.MatchString(line) {
			b.WriteString(line)
		}
	}
	return b.String()
}

var complaint = regexp.MustCompile(`status=(deferred|bounced|expired)|(?i)\b(warning|error|fatal|panic):`)

// Logs returns the servers' log so far.
func (s *Stack) Logs() string {
	var b strings.Builder
	for _, name := range []string{"start", "dovecot", "postfix"} {
		text, err := os.ReadFile(filepath.Join(s.dir, "log", name+".log"))
		if err != nil || len(text) == 0 {
			continue // not written yet
		}
		fmt.Fprintf(&b, "%s.log:\n%s", name, text)
	}
	return b.String()
}

// Package sandbox is a small mail host inside this process, and made-up people
// who write and read mail there as real clients do.
//
// It promises: everything listens on loopback only and needs no file but its
// CA certificate; a message that SMTP accepted is in the recipient's INBOX
// before the client reads the reply to its final dot; an unknown user of a
// served domain is refused with 550 5.1.1 and any other domain with 554 5.7.1.
// Whatever speaks to a Host runs as well against real servers (package
// mailstack), as both implement that interface.
package sandbox

import (
	"net"
	"strconv"
	"strings"
)

// Discard is a domain that every Host accepts mail for and throws it away.
const Discard = "discard.test"

// Host is one mail host: an IMAP server and an SMTP server that share their
// accounts. Its methods may be called from several goroutines.
type Host interface {
	// Name says in words what serves, with versions.
	Name() string

	IMAP() Endpoint       // STARTTLS is offered, not demanded
	IMAPS() Endpoint      // implicit TLS
	SMTP() Endpoint       // as an MX: anyone may send to the accounts; STARTTLS is offered
	Submission() Endpoint // AUTH PLAIN is demanded; STARTTLS is offered
	SMTPS() Endpoint      // submission with implicit TLS

	// CAFile is the PEM file of the authority that signed the servers'
	// certificate, which names localhost and 127.0.0.1.
	CAFile() string

	// Account returns what address logs in with; both are "" where there is none.
	Account(address string) (user, password string)
	// AddAccount adds an account with the folders INBOX and Sent. Its domain must
	// be one that the host serves.
	AddAccount(address, password string) error

	// Close ends the servers and removes their files.
	Close() error
}

// Endpoint is where one service listens.
type Endpoint struct {
	Host string
	Port int
	TLS  string // "implicit" or "starttls"; a plain connection works on the latter too
}

// Addr returns host:port.
func (e Endpoint) Addr() string { return net.JoinHostPort(e.Host, strconv.Itoa(e.Port)) }

// Account is one mailbox and its password. The whole address is its user name.
type Account struct {
	Address  string
	Password string
}

// DefaultAccounts are the people that most tests need: the two mailboxes of an
// agency, its staff and owner, and two customers. Every password is "secret".
func DefaultAccounts() []Account {
	var accounts []Account
	for _, address := range []string{
		"quotes@agency.test", "reviews@agency.test",
		"lee@agency.test", "dana@agency.test", "owner@agency.test",
		"alice@customer.test", "bob@customer.test",
	} {
		accounts = append(accounts, Account{Address: address, Password: "secret"})
	}
	return accounts
}

// Domain returns what follows the last @ of an address, in lower case.
func Domain(address string) string {
	return strings.ToLower(address[strings.LastIndexByte(address, '@')+1:])
}

// baseAddress is the account that mail to address goes to: in lower case and
// without a plus tag (RFC 5233).
func baseAddress(address string) string {
	address = strings.ToLower(address)
	local, domain, ok := strings.Cut(address, "@")
	if !ok {
		return address
	}
	local, _, _ = strings.Cut(local, "+")
	return local + "@" + domain
}

// Package sandbox is a small mail host inside this process, with test people who use mail like
// real clients.
//
// All servers listen on loopback and need no file except the CA certificate. After SMTP
// accepted a message, the message is in the recipient's INBOX before the client reads the
// reply. An unknown user of a served domain is refused with 550 5.1.1, and any other domain
// with 554 5.7.1.
//
// Package mailstack implements the same interface Host with real servers.
package sandbox

import (
	"net"
	"strconv"
	"strings"
)

// Discard is a domain for which each Host accepts and discards mail.
const Discard = "discard.test"

// Host is a mail host: an IMAP server and an SMTP server with the same accounts. Its methods
// are safe for concurrent use.
type Host interface {
	// Name returns the names of the servers, with versions.
	Name() string

	IMAP() Endpoint       // STARTTLS is optional
	IMAPS() Endpoint      // implicit TLS
	SMTP() Endpoint       // as an MX: mail from anyone to the accounts; STARTTLS is optional
	Submission() Endpoint // requires AUTH PLAIN; STARTTLS is optional
	SMTPS() Endpoint      // submission with implicit TLS

	// CAFile is the PEM file of the certificate authority of the servers. The servers'
	// certificate has the names localhost and 127.0.0.1.
	CAFile() string

	// Account returns the login of an address, or "" for an unknown address.
	Account(address string) (user, password string)
	// AddAccount adds an account with the folders INBOX and Sent. The host must serve its
	// domain.
	AddAccount(address, password string) error

	// Close ends the servers and removes their files.
	Close() error
}

// Endpoint is the address of a service.
type Endpoint struct {
	Host string
	Port int
	TLS  string // "implicit" or "starttls"; "starttls" also allows plain connections
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

// Domain returns the part after the last @ of an address, in lower case.
func Domain(address string) string {
	return strings.ToLower(address[strings.LastIndexByte(address, '@')+1:])
}

// baseAddress returns the account for mail to address: in lower case, without a plus tag (RFC
// 5233).
func baseAddress(address string) string {
	address = strings.ToLower(address)
	local, domain, ok := strings.Cut(address, "@")
	if !ok {
		return address
	}
	local, _, _ = strings.Cut(local, "+")
	return local + "@" + domain
}

package config

import (
	"crypto/x509"
	"slices"
	"strings"

	"ppamaild/config/toml"
)

// Server is the address and the login of a mail server.
type Server struct {
	Host         string `toml:"host" required:"the server's host name or IP address"`
	Port         int    `toml:"port"`
	TLS          TLS    `toml:"tls"`
	Username     string `toml:"username"`
	Password     Secret `toml:"password"` // from one of the three keys
	PasswordFile string `toml:"password_file"`
	PasswordEnv  string `toml:"password_env"`
	Auth         Auth   `toml:"auth"`
	OAuth
	CAFile  string   `toml:"ca_file"`
	Timeout Duration `toml:"timeout"` // to connect, and of one command

	RootCAs *x509.CertPool `toml:"-"` // from CAFile; nil: the CAs of the system
}

// OAuth configures access tokens for AuthOAuth2. The program obtains them with the refresh
// token (RFC 6749 §6), or with the credentials of the client (§4.4) if there is no refresh
// token.
type OAuth struct {
	TokenURL         string   `toml:"token_url"`  // https, or http to a loopback host
	DeviceURL        string   `toml:"device_url"` // for ppamaild login (RFC 8628); https, or http to a loopback host
	ClientID         string   `toml:"client_id"`
	ClientSecret     Secret   `toml:"client_secret"` // from one of the three keys; empty for a public client
	ClientSecretFile string   `toml:"client_secret_file"`
	ClientSecretEnv  string   `toml:"client_secret_env"`
	RefreshToken     Secret   `toml:"refresh_token"` // from one of the three keys; empty only if ClientSecret is not
	RefreshTokenFile string   `toml:"refresh_token_file"`
	RefreshTokenEnv  string   `toml:"refresh_token_env"`
	Scopes           []string `toml:"scopes"`

	TokenCAs *x509.CertPool `toml:"-"` // the CAs of the system and of ca_file; nil: the CAs of the system
}

// Section is a table of the file with the login of a server.
type Section struct {
	Name string // "smtp.agency"
	Server
}

// Sections returns all sections in the order of the file.
func (c *Config) Sections() []Section {
	return []Section{
		{"mailbox.customer", c.Mailbox.Customer.Server}, {"mailbox.agency", c.Mailbox.Agency.Server},
		{"smtp", c.SMTP.Server}, {"smtp.agency", c.SMTP.Agency},
	}
}

// Mailbox holds the two mailboxes. Both may be the same account.
type Mailbox struct {
	Customer MailboxAccount `toml:"customer"` // customers write to this mailbox
	Agency   MailboxAccount `toml:"agency"`   // staff reply to this mailbox
}

// MailboxAccount is a folder on an IMAP server and the address of its mail. Username is
// never empty.
type MailboxAccount struct {
	Address string `toml:"address" required:"the address whose mail arrives here"` // lower case
	Server
	Folder         string   `toml:"folder" required:"the folder to watch, such as \"INBOX\""`
	SentFolder     string   `toml:"sent_folder" required:"the folder that keeps copies of what was sent"`
	SaveSent       bool     `toml:"save_sent"` // false: the provider files the copy
	Start          Start    `toml:"start"`
	PollInterval   Duration `toml:"poll_interval"` // if the server lacks IDLE
	IdleRefresh    Duration `toml:"idle_refresh"`  // the duration of one IDLE
	SilenceAlarm   Duration `toml:"silence_alarm"` // after which staff get an alert about an unreadable mailbox
	MaxMessageSize Size     `toml:"max_message_size"`
	OwnLists       []string `toml:"own_lists"`    // group addresses or List-Ids
	LeadSenders    []string `toml:"lead_senders"` // addresses in lower case, not of staff
}

// Name names the mailbox in the store. The name is independent of the server's port, and of the
// server's name if the user name holds a domain.
func (c MailboxAccount) Name() string {
	user := c.Username
	if !strings.Contains(user, "@") {
		user += "@" + c.Host
	}
	return user + "/" + c.Folder
}

// SMTP is the account for outgoing mail. Agency is the account for mail from the agency's
// address: the same account, except for the keys of [smtp.agency]. An empty Username means no
// AUTH.
type SMTP struct {
	Server
	Agency Server `toml:"agency"`
}

// SMTPFor returns the account for the mail of a role, "customer" or "agency".
func (c *Config) SMTPFor(role string) Server {
	if role == "agency" {
		return c.SMTP.Agency
	}
	return c.SMTP.Server
}

// inherit completes [smtp.agency] in the table [smtp]. The keys of [smtp.agency] take
// precedence.
func inherit(smtp *toml.Node) { smtp.Inherit("agency", notInherited) }

// origin returns the key of [smtp] from which a key of [smtp.agency] inherits.
func origin(key string) string { return strings.Replace(key, "smtp.agency.", "smtp.", 1) }

// notInherited returns the keys that [smtp.agency] does not inherit. The three ways to
// state a secret count as one key. An own auth drops the keys of the other auth.
func notInherited(agency *toml.Node) (keys []string) {
	isOwn := func(key string) bool { return agency.Get(key) != nil }
	for _, secret := range []string{"password", "client_secret", "refresh_token"} {
		if slices.ContainsFunc(ways(secret), isOwn) {
			keys = append(keys, ways(secret)...)
		}
	}
	if auth := agency.Get("auth"); auth != nil && auth.Text() == string(AuthOAuth2) {
		keys = append(keys, ways("password")...)
	} else if auth != nil {
		keys = append(keys, oauthKeys.Get()...)
	}
	return keys
}

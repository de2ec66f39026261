package config

import (
	"crypto/x509"
	"slices"
	"strings"

	"ppamaild/config/toml"
)

// Server is how to reach a mail server and log in there.
type Server struct {
	Host         string `toml:"host" required:"the server's host name or IP address"`
	Port         int    `toml:"port"`
	TLS          TLS    `toml:"tls"`
	Username     string `toml:"username"`
	Password     Secret `toml:"password"` // whichever of the three ways it was given
	PasswordFile string `toml:"password_file"`
	PasswordEnv  string `toml:"password_env"`
	Auth         Auth   `toml:"auth"`
	OAuth
	CAFile  string   `toml:"ca_file"`
	Timeout Duration `toml:"timeout"` // to connect, and of one command

	RootCAs *x509.CertPool `toml:"-"` // CAFile, loaded; nil: those of the system
}

// OAuth is how the tokens are got that are shown in place of a password, with
// AuthOAuth2: by the refresh token (RFC 6749 §6) or, where there is none, by the
// client's own credentials (§4.4).
type OAuth struct {
	TokenURL         string   `toml:"token_url"`  // https, or http to a loopback host
	DeviceURL        string   `toml:"device_url"` // where consent is asked for (RFC 8628), by ppamaild login only; likewise
	ClientID         string   `toml:"client_id"`
	ClientSecret     Secret   `toml:"client_secret"` // whichever of the three ways it was given; empty for a public client
	ClientSecretFile string   `toml:"client_secret_file"`
	ClientSecretEnv  string   `toml:"client_secret_env"`
	RefreshToken     Secret   `toml:"refresh_token"` // likewise; this and ClientSecret are not both empty
	RefreshTokenFile string   `toml:"refresh_token_file"`
	RefreshTokenEnv  string   `toml:"refresh_token_env"`
	Scopes           []string `toml:"scopes"`

	TokenCAs *x509.CertPool `toml:"-"` // those of the system and of ca_file; nil: those of the system
}

// Section is a table of the file that says how to log in to a server.
type Section struct {
	Name string // "smtp.agency"
	Server
}

// Sections are all there are, as they stand in the file.
func (c *Config) Sections() []Section {
	return []Section{
		{"mailbox.customer", c.Mailbox.Customer.Server}, {"mailbox.agency", c.Mailbox.Agency.Server},
		{"smtp", c.SMTP.Server}, {"smtp.agency", c.SMTP.Agency.Server},
	}
}

// Mailbox holds the two mailboxes. Both may be the same account.
type Mailbox struct {
	Customer MailboxAccount `toml:"customer"` // what customers write to
	Agency   MailboxAccount `toml:"agency"`   // where staff reply
}

// MailboxAccount is one folder on an IMAP server and the address whose mail
// arrives there. Its Username is never empty.
type MailboxAccount struct {
	Address string `toml:"address" required:"the address whose mail arrives here"` // lower case
	Server
	Folder         string   `toml:"folder" required:"the folder to watch, such as \"INBOX\""`
	SentFolder     string   `toml:"sent_folder" required:"the folder that keeps copies of what was sent"`
	SaveSent       bool     `toml:"save_sent"` // false: the provider files a copy by itself
	Start          Start    `toml:"start"`
	PollInterval   Duration `toml:"poll_interval"` // where IDLE is missing
	IdleRefresh    Duration `toml:"idle_refresh"`  // how long one IDLE lasts
	SilenceAlarm   Duration `toml:"silence_alarm"` // after which an unreadable mailbox is told to staff
	MaxMessageSize Size     `toml:"max_message_size"`
	OwnLists       []string `toml:"own_lists"`    // group addresses or List-Ids
	LeadSenders    []string `toml:"lead_senders"` // addresses, lower case; none is a member of staff
}

// SMTP is what mail leaves through. Agency is what leaves from the agency's
// address: the same account, but for the keys that [smtp.agency] overrides.
type SMTP struct {
	SMTPAccount
	Agency SMTPAccount `toml:"agency"`
}

// SMTPAccount is one way to send. An empty Username means no AUTH.
type SMTPAccount struct {
	Server
}

// SMTPFor returns the account that mail of a role, "customer" or "agency", leaves through.
func (c *Config) SMTPFor(role string) SMTPAccount {
	if role == "agency" {
		return c.SMTP.Agency
	}
	return c.SMTP.SMTPAccount
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
		keys = append(keys, oauthKeys...)
	}
	return keys
}

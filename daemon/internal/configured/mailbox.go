package configured

import (
	"time"

	"ppamaild/config"
	"ppamaild/mailbox"
)

// Account returns the account of a mailbox; tokens provides the tokens of all accounts.
func Account(c config.MailboxAccount, tokens *Tokens) mailbox.Account {
	return mailbox.Account{
		Name: c.Name(),
		Host: c.Host, Port: c.Port, TLS: string(c.TLS), Username: c.Username, Password: c.Password.Reveal(), RootCAs: c.RootCAs, Tokens: tokens.For(c.Server),
		Folder: c.Folder, SentFolder: c.SentFolder, PollInterval: c.PollInterval.Duration, IdleRefresh: c.IdleRefresh.Duration,
		Timeout: c.Timeout.Duration, MaxMessageSize: int64(c.MaxMessageSize),
	}
}

// Sender returns the sender for an SMTP server.
func Sender(c config.Server, tokens *Tokens) mailbox.SenderOptions {
	return mailbox.SenderOptions{
		Host: c.Host, Port: c.Port, TLS: string(c.TLS), Username: c.Username, Password: c.Password.Reveal(), Tokens: tokens.For(c),
		RootCAs: c.RootCAs, Timeout: c.Timeout.Duration,
	}
}

// Start returns the first message to read in a new mailbox.
func Start(s config.Start, now time.Time, loc *time.Location) mailbox.Start {
	switch s {
	case config.StartAll:
		return mailbox.Start{All: true}
	case config.StartNow:
		return mailbox.Start{}
	}
	return mailbox.Start{Since: s.Floor(now, loc)}
}

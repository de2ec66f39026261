package configured

import (
	"strings"
	"time"

	"ppamaild/config"
	"ppamaild/mailbox"
)

// Account returns how a mailbox is reached; tokens is who gives those of all accounts.
func Account(c config.MailboxAccount, tokens *Tokens) mailbox.Account {
	return mailbox.Account{
		Name: mailboxName(c),
		Host: c.Host, Port: c.Port, TLS: string(c.TLS), Username: c.Username, Password: c.Password.Reveal(), RootCAs: c.RootCAs, Tokens: tokens.For(c.Server),
		Folder: c.Folder, SentFolder: c.SentFolder, PollInterval: c.PollInterval.Duration, IdleRefresh: c.IdleRefresh.Duration,
		Timeout: c.Timeout.Duration, MaxMessageSize: int64(c.MaxMessageSize),
	}
}

// Sender returns how a server that takes mail is reached.
func Sender(c config.SMTPAccount, tokens *Tokens) mailbox.SenderOptions {
	return mailbox.SenderOptions{
		Host: c.Host, Port: c.Port, TLS: string(c.TLS), Username: c.Username, Password: c.Password.Reveal(), Tokens: tokens.For(c.Server),
		RootCAs: c.RootCAs, Timeout: c.Timeout.Duration,
	}
}

// mailboxName keys what the store knows of a mailbox. It does not change with the
// server's port, nor with its name where the user name holds a domain.
func mailboxName(c config.MailboxAccount) string {
	user := c.Username
	if !strings.Contains(user, "@") {
		user += "@" + c.Host
	}
	return user + "/" + c.Folder
}

// Start returns from which message on a mailbox is read that was not read before.
func Start(s config.Start, now time.Time, loc *time.Location) mailbox.Start {
	switch s {
	case config.StartAll:
		return mailbox.Start{All: true}
	case config.StartNow:
		return mailbox.Start{}
	}
	return mailbox.Start{Since: s.Floor(now, loc)}
}

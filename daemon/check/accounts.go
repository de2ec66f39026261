package check

import (
	"context"
	"fmt"
	"reflect"

	"ppamaild/config"
	"ppamaild/daemon/internal/configured"
	"ppamaild/mailbox"
)

func (k checker) checkIMAP(ctx context.Context, cfg *config.Config) []Result {
	var results []Result
	for i, c := range distinctMailboxes(cfg) {
		account := configured.Account(c, k.tokens)
		r := Result{What: "IMAP " + c.Address, Detail: fmt.Sprintf("logged in at %s:%d, %s can be read", c.Host, c.Port, c.Folder)}
		r.Err = mailbox.Probe(ctx, account)
		if r.Err == nil && i == 0 { // this account writes to customers
			r.Detail, r.Err = judgeSent(ctx, c, account, r.Detail)
		}
		results = append(results, r)
	}
	return results
}

// distinctMailboxes returns both mailboxes, or one if both are the same.
func distinctMailboxes(cfg *config.Config) []config.MailboxAccount {
	one, other := cfg.Mailbox.Customer, cfg.Mailbox.Agency
	if one.Address == other.Address && one.Folder == other.Folder &&
		sameLogin(one.Server, other.Server) {
		return []config.MailboxAccount{one}
	}
	return []config.MailboxAccount{one, other}
}

// judgeSent appends a check of the Sent folder to says. ppamaild searches Sent for mails with
// an uncertain delivery, and a copy that ppamaild files creates the folder.
func judgeSent(ctx context.Context, c config.MailboxAccount, account mailbox.Account, says string) (string, error) {
	sent, err := mailbox.NewSent(account)
	if err != nil {
		return says, err
	}
	defer sent.Close()
	missing, err := sent.Missing(ctx)
	switch {
	case err != nil:
		return says, err
	case missing == nil:
		return says, nil
	case c.SaveSent:
		return fmt.Sprintf("%s; the first copy will create sent_folder %q", says, c.SentFolder), nil
	}
	return says, fmt.Errorf("sent_folder must be the folder where the provider files sent mail: %w", missing)
}

func (k checker) checkSMTP(ctx context.Context, cfg *config.Config) []Result {
	var results []Result
	ways := []struct {
		from string
		by   config.Server
	}{
		{cfg.Mailbox.Customer.Address, cfg.SMTP.Server},
		{cfg.Mailbox.Agency.Address, cfg.SMTP.Agency},
	}
	if ways[0].from == ways[1].from && sameLogin(ways[0].by, ways[1].by) {
		ways = ways[:1]
	}
	for _, w := range ways {
		r := Result{What: "SMTP for " + w.from, Detail: fmt.Sprintf("%s:%d: logged in, server accepts mail", w.by.Host, w.by.Port)}
		r.Err = probeSMTP(ctx, configured.Sender(w.by, k.tokens), w.from)
		results = append(results, r)
	}
	return results
}

// sameLogin reports whether two servers and their logins are the same.
func sameLogin(a, b config.Server) bool {
	a.RootCAs, a.TokenCAs, b.RootCAs, b.TokenCAs = nil, nil, nil, nil
	return reflect.DeepEqual(a, b)
}

func probeSMTP(ctx context.Context, o mailbox.SenderOptions, address string) error {
	s, err := mailbox.NewSender(o)
	if err != nil {
		return err
	}
	defer s.Close()
	return s.Probe(ctx, address)
}

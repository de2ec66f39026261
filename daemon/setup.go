package daemon

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"ppamaild/config"
	"ppamaild/daemon/agency"
	"ppamaild/daemon/copies"
	"ppamaild/daemon/internal/clock"
	"ppamaild/daemon/internal/configured"
	"ppamaild/daemon/outbox"
	"ppamaild/daemon/storefile"
	"ppamaild/failpoint"
	"ppamaild/mailbox"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/threadresolver"
)

// senderConnections is how many mails are sent at the same time, to each server.
const senderConnections = 8

// The pause between two attempts to open a store in a database that is down.
const (
	shortestPause = time.Second
	longestPause  = time.Minute
)

// tryStore opens the store. The log records a new store: a mistyped path, or a disk that is not
// mounted yet, would otherwise look like a store without any past.
func (d *Daemon) tryStore(o Options) (store.Store, error) {
	missing, err := storefile.Missing(d.Config)
	if err != nil {
		return nil, err
	}
	if missing {
		if err := storefile.RefuseNew(d.Config, o.HadThreads); err != nil {
			return nil, err
		}
	}
	opened, err := storefile.OpenShared(d.Config)
	if err == nil && missing && storefile.Created(opened) {
		d.Log.Info("created a new store", "store", storefile.Name(d.Config))
	}
	return opened, err
}

// awaitStore opens the store once the database answers. down is the error of the first attempt.
// Meanwhile /-/ready says that the database is down.
func (d *Daemon) awaitStore(ctx context.Context, o Options, down error) (store.Store, error) {
	stop, err := d.serveUnready(ctx)
	if err != nil {
		return nil, err
	}
	defer stop()
	for pause := shortestPause; ; pause = min(2*pause, longestPause) {
		d.Log.Error("the database is down; the start waits", "error", down, "pause", pause)
		if !clock.Sleep(ctx, pause) {
			return nil, ctx.Err()
		}
		opened, err := d.tryStore(o)
		if err == nil {
			d.Log.Warn("the database answers; the start goes on")
		}
		if !errors.Is(err, store.ErrUnavailable) {
			return opened, err
		}
		down = err
	}
}

// loadKeys reads the keys of references and Message-IDs, and the choices of staff. The first start
// makes the keys.
func (d *Daemon) loadKeys(ctx context.Context) error {
	var keys storefile.Keys
	err := d.Update(ctx, failpoint.Keys, func(tx store.Tx) (err error) {
		keys, err = storefile.LoadKeys(tx)
		return errors.Join(err, agency.LoadChoices(tx, d.Staff.Choices))
	})
	if err != nil {
		return fmt.Errorf("loading the keys: %w", err)
	}
	_, domain, _ := strings.Cut(d.Config.Mailbox.Customer.Address, "@")
	d.References = review.References{Key: keys.References}
	d.Minter = threadresolver.Minter{Key: keys.MessageIDs, Domain: domain}
	return nil
}

func (d *Daemon) makeAgent(o Options) (err error) {
	cfg, words := d.Config, d.StaffWords()
	d.toolbox = configured.Toolbox(cfg, d.Templates, d.Minter.ThreadRef)
	d.toolbox.Reader = o.Reader
	if d.quote.Tools == nil {
		if o.Carrier == nil {
			if o.Carrier, err = configured.Carrier(cfg.Carrier, d.Log); err != nil {
				return err
			}
		}
		d.toolbox.Carrier = d.Tally.Carrier(o.Carrier)
		if d.quote.Tools, err = d.toolbox.Tools(); err != nil {
			return err
		}
	}
	if d.quote.Planner == nil {
		if d.quote.Planner, err = configured.Planner(cfg, words, d.Clock.Wall, d.Log); err != nil {
			return err
		}
	}
	d.quote.Planner = d.Tally.Planner(d.quote.Planner, store.WorkflowQuote)
	return errors.Join(d.quote.Ready(configured.Policy(cfg), words), d.makeTasks(o.Crew))
}

// makeMailboxes prepares the watchers, the senders, and the search in Sent.
func (d *Daemon) makeMailboxes() error {
	for _, role := range d.inboxes() {
		if err := d.makeWatcher(d.Account(role)); err != nil {
			return fmt.Errorf("mailbox.%s: %w", role, err)
		}
	}
	d.senders, d.sentFolders = make(map[string]*mailbox.Sender), make(map[string]*mailbox.Sent)
	for _, role := range agency.Roles() {
		var err error
		account := d.accountOf(d.Account(role))
		if d.sentFolders[role], err = mailbox.NewSent(account); err != nil {
			return fmt.Errorf("mailbox.%s: %w", role, err)
		}
		out := configured.Sender(d.Config.SMTPFor(role), d.tokens)
		out.Connections, out.SubmitTimeout, out.Logger = senderConnections, outbox.SendTimeout, d.Log
		out.OnRejected = func() { d.Tally.LoginRejected("smtp") }
		if d.senders[role], err = mailbox.NewSender(out); err != nil {
			return fmt.Errorf("smtp of %s: %w", role, err)
		}
	}
	d.copies = copies.New(copies.Options{
		Store: d.Store, Claims: d.Claims, Sent: d.sentFolders[agency.RoleCustomer],
		Ours: d.Account(agency.RoleCustomer).SaveSent, Now: d.Now, Log: d.Log,
	})
	sent := make(map[string]*mailbox.Sent)
	for role, folder := range d.sentFolders {
		sent[d.Account(role).Address+"/"+d.Account(role).SentFolder] = folder
	}
	d.twins = copies.NewTwins(copies.TwinOptions{
		Store: d.Store, Update: d.Update, Sent: sent, Signals: d.Signals, Now: d.Now, Log: d.Log,
	})
	return nil
}

// inboxes returns the roles with a mailbox to watch: one role if both share a mailbox.
func (d *Daemon) inboxes() []string {
	if d.accountName(agency.RoleCustomer) == d.accountName(agency.RoleAgency) {
		return []string{agency.RoleCustomer}
	}
	return agency.Roles()
}

// accountName is the name of a role's mailbox in the store.
func (d *Daemon) accountName(role string) string {
	return configured.Account(d.Account(role), d.tokens).Name
}

// accountOf returns an account that counts its rejected logins.
func (d *Daemon) accountOf(c config.MailboxAccount) mailbox.Account {
	account := configured.Account(c, d.tokens)
	account.OnRejected = func() { d.Tally.LoginRejected("imap") }
	return account
}

func (d *Daemon) makeWatcher(c config.MailboxAccount) error {
	account := d.accountOf(c)
	w, err := mailbox.NewWatcher(mailbox.WatcherOptions{
		Account: account, Sink: d.intake.Sink(account.Name),
		Start: configured.Start(c.Start, d.Now(), d.Location), Now: d.Now, Logger: d.Log,
	})
	if err == nil {
		d.watchers = append(d.watchers, w)
	}
	return err
}

// warnOfNewMailboxes logs which mailboxes a used store has never read.
func (d *Daemon) warnOfNewMailboxes(ctx context.Context) error {
	return d.Store.View(ctx, func(tx store.Tx) error {
		if _, err := tx.Inbound(1); errors.Is(err, store.ErrNotFound) {
			return nil
		}
		for _, role := range d.inboxes() {
			name := d.accountName(role)
			_, err := tx.Cursor(name)
			if errors.Is(err, store.ErrNotFound) {
				d.Log.Warn("the store never read this mailbox, but has read others; "+
					"reading begins at the configured start",
					"mailbox", name, "store", storefile.Name(d.Config))
			} else if err != nil {
				return err
			}
		}
		return nil
	})
}

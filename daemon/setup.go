package daemon

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/config"
	"ppamaild/daemon/storefile"
	"ppamaild/failpoint"
	"ppamaild/mailbox"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
	"ppamaild/threadresolver"
)

// senderConnections is how many mails are sent at a time, to each server.
const senderConnections = 8

// staff is everyone who may decide: those who are asked, and those whom a review
// that nobody decided is escalated to.
func staff(cfg config.Review) review.Staff {
	var s review.Staff
	for _, c := range cfg.Staff {
		s = append(s, review.Member{Name: c.Name, Address: c.Address, Aliases: c.Aliases, License: c.License})
	}
	for _, address := range cfg.EscalateTo {
		if _, is := s.Find(address); !is {
			s = append(s, review.Member{Address: address})
		}
	}
	return s
}

// loadKeys reads the keys of references and Message-IDs, or makes them at the
// first start.
func (d *Daemon) loadKeys(ctx context.Context) error {
	var keys storefile.Keys
	err := d.update(ctx, failpoint.Keys, func(tx store.Tx) (err error) {
		keys, err = storefile.LoadKeys(tx)
		return err
	})
	if err != nil {
		return fmt.Errorf("loading the keys: %w", err)
	}
	_, domain, _ := strings.Cut(d.cfg.Mailbox.Customer.Address, "@")
	d.refs = review.References{Key: keys.References}
	d.minter = threadresolver.Minter{Key: keys.MessageIDs, Domain: domain}
	return nil
}

// policy is what the configuration lets the agent do.
func policy(cfg *config.Config) agent.Policy {
	p := agent.Policy{
		Gates: make(map[agent.Stage]agent.Gate), AlwaysReview: cfg.Review.AlwaysRequireFeedback,
		AskStaff: cfg.Review.EnableFeedbackTool, MaxRetries: cfg.Review.MaxRetries,
		ActionsPerEvent: cfg.Limits.ActionsPerEvent, ActionsPerThread: cfg.Limits.ActionsPerThread,
	}
	for step, gate := range cfg.Review.Gates {
		p.Gates[agent.Stage(step)] = agent.Gate(gate)
	}
	return p
}

// producer is in whose name mails to customers go out.
func producer(cfg *config.Config) templates.Producer {
	return templates.Producer{Name: cfg.Agency.Producer.Name, License: cfg.Agency.Producer.License}
}

func (d *Daemon) makeAgent(o Options) (err error) {
	cfg := d.cfg
	d.toolbox = agent.Toolbox{
		Templates: d.templates, Agency: cfg.Agency.Name, Producer: producer(cfg),
		LicensedStates: cfg.Agency.LicensedStates, DefaultCoverages: cfg.Quote.DefaultCoverages,
		Compare: compare(cfg.Quote), ValidFor: cfg.Quote.ValidFor.Duration, Location: d.location, ThreadRef: d.minter.ThreadRef,
		AsksStaff: cfg.Review.EnableFeedbackTool,
		AskAgain:  agent.AskAgain{After: cfg.Carrier.AskAgainAfter.Duration, For: cfg.Carrier.AskAgainFor.Duration},
		Reviewed:  func(s agent.Stage) bool { return cfg.Review.Gate(string(s)) == config.GateAlways },
	}
	if q := cfg.Quote; q.FollowUp {
		d.toolbox.Reminder, d.toolbox.Close = q.RemindAfter.Duration, q.CustomerWait.Duration
	}
	if d.quote.tools == nil {
		if o.Carrier == nil {
			if o.Carrier, err = newCarrier(cfg.Carrier, d.log); err != nil {
				return err
			}
		}
		d.toolbox.Carrier = o.Carrier
		if d.quote.tools, err = d.toolbox.Tools(); err != nil {
			return err
		}
	}
	if d.quote.planner == nil {
		if d.quote.planner, err = makePlanner(cfg, d.clock.Wall, d.log); err != nil {
			return err
		}
	}
	return errors.Join(d.quote.ready(policy(cfg)), d.makeTasks(o.Crew))
}

// makeMailboxes prepares the watchers, one where both roles share an account, and
// the ways out.
func (d *Daemon) makeMailboxes() error {
	d.senders, d.sentFolders = make(map[string]*mailbox.Sender), make(map[string]*mailbox.Sent)
	seen := make(map[string]bool)
	for _, role := range roles() {
		c := d.account(role)
		account := imapAccount(c)
		if !seen[account.Name] {
			seen[account.Name] = true
			w, err := mailbox.NewWatcher(mailbox.WatcherOptions{
				Account: account, Sink: sink{d, account.Name}, Start: startOf(c.Start, d.now(), d.location),
				Now: d.now, Logger: d.log,
			})
			if err != nil {
				return fmt.Errorf("mailbox.%s: %w", role, err)
			}
			d.watchers = append(d.watchers, w)
		}
		var err error
		if d.sentFolders[role], err = mailbox.NewSent(account); err != nil {
			return fmt.Errorf("mailbox.%s: %w", role, err)
		}
		if d.senders[role], err = mailbox.NewSender(d.senderOptions(role)); err != nil {
			return fmt.Errorf("smtp of %s: %w", role, err)
		}
	}
	return nil
}

func (d *Daemon) senderOptions(role string) mailbox.SenderOptions {
	c := d.cfg.SMTPFor(role)
	return mailbox.SenderOptions{
		Host: c.Host, Port: c.Port, TLS: string(c.TLS), Username: c.Username, Password: c.Password.Reveal(),
		RootCAs: c.RootCAs, Connections: senderConnections, Timeout: c.Timeout.Duration, SubmitTimeout: sendTimeout, Logger: d.log,
	}
}

func imapAccount(c config.MailboxAccount) mailbox.Account {
	return mailbox.Account{
		Name: mailboxName(c),
		Host: c.Host, Port: c.Port, TLS: string(c.TLS), Username: c.Username, Password: c.Password.Reveal(), RootCAs: c.RootCAs,
		Folder: c.Folder, SentFolder: c.SentFolder, PollInterval: c.PollInterval.Duration, IdleRefresh: c.IdleRefresh.Duration,
		Timeout: c.Timeout.Duration, MaxMessageSize: int64(c.MaxMessageSize),
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

func startOf(s config.Start, now time.Time, loc *time.Location) mailbox.Start {
	switch s {
	case config.StartAll:
		return mailbox.Start{All: true}
	case config.StartNow:
		return mailbox.Start{}
	}
	return mailbox.Start{Since: s.Floor(now, loc)}
}

// everyone is the canonical addresses of the staff who are asked and told.
func (d *Daemon) everyone() []string {
	var all []string
	for _, c := range d.cfg.Review.Staff {
		all = append(all, c.Address)
	}
	return all
}

// toTell is who is told that a reference was misused: its owner, or everyone of staff
// where that one has left.
func (d *Daemon) toTell(owner string) (told []string, left string) {
	if _, is := d.staff.Find(owner); is {
		return []string{owner}, ""
	}
	return d.everyone(), owner
}

// asked is who is asked to decide a step.
func (d *Daemon) asked(step string) []string {
	return slices.DeleteFunc(d.everyone(), func(address string) bool { return !slices.Contains(d.staff.Deciders(step), address) })
}

// canDecide is who of those asked may decide a review as staff are now; where the
// configuration has left nobody of them, whoever would be asked today.
func (d *Daemon) canDecide(rv store.Review) []string {
	may := d.staff.Deciders(rv.Step)
	still := slices.DeleteFunc(slices.Clone(rv.Staff), func(address string) bool { return !slices.Contains(may, address) })
	if len(still) == 0 {
		return d.asked(rv.Step)
	}
	return still
}

// escalateTo is who gets a review that the asked did not decide: those configured
// who may decide it, else the asked once more.
func (d *Daemon) escalateTo(step string, asked []string) []string {
	var to []string
	for _, address := range d.cfg.Review.EscalateTo {
		if m, is := d.staff.Find(address); is && d.staff.MayDecide(m, step) {
			to = append(to, m.Address)
		}
	}
	if len(to) == 0 {
		return asked
	}
	return to
}

func (d *Daemon) isOurs(messageID string) bool {
	_, ours := d.minter.Verify(messageID)
	return ours
}

func (d *Daemon) ownAddresses() []string {
	return []string{d.cfg.Mailbox.Customer.Address, d.cfg.Mailbox.Agency.Address}
}

func (d *Daemon) isOwnAddress(address string) bool {
	return slices.ContainsFunc(d.ownAddresses(), func(own string) bool { return strings.EqualFold(own, address) })
}

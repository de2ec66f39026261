package daemon

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/config"
	"ppamaild/daemon/internal/configured"
	"ppamaild/daemon/storefile"
	"ppamaild/mailbox"
)

// CheckResult is one thing that was looked at.
type CheckResult struct {
	What   string
	Detail string
	Err    error
}

// Say is the result in words, in one line.
func (r CheckResult) Say() string {
	if r.Err != nil {
		return strings.ReplaceAll(strings.TrimSpace(r.Err.Error()), "\n", "; ")
	}
	return r.Detail
}

// Check tries what the configuration names: templates, store, tokens, mailboxes, mail servers, planner,
// carrier, agents' MCP servers, clock and the domain's DNS.
func Check(ctx context.Context, cfg *config.Config) iter.Seq[CheckResult] {
	c := checker{configured.NewTokens(whereverItIs{cfg}, slog.New(slog.DiscardHandler))}
	return func(yield func(CheckResult) bool) {
		for _, check := range []func(context.Context, *config.Config) []CheckResult{checkTemplates, checkStore, c.checkTokens, c.checkIMAP, c.checkSMTP, checkServices, checkAgents, checkDeciders, checkClock, checkDNS} {
			for _, result := range check(ctx, cfg) {
				if !yield(result) {
					return
				}
			}
		}
	}
}

// checker logs in with tokens that were got once.
type checker struct{ tokens *configured.Tokens }

func checkTemplates(_ context.Context, cfg *config.Config) []CheckResult {
	_, err := LoadTemplates(cfg)
	for _, ours := range []string{"mail", "page"} { // as the source of this program has them
		folder := filepath.Join(cfg.Templates.Dir, ours)
		if info, none := os.Stat(folder); cfg.Templates.Dir != "" && none == nil && info.IsDir() {
			err = errors.Join(err, fmt.Errorf("%s is not looked into: what overrides a mail or a page has to lie in %s itself", folder, cfg.Templates.Dir))
		}
	}
	return []CheckResult{{What: "templates", Detail: cmp.Or(cfg.Templates.Dir, "embedded"), Err: err}}
}

func checkStore(ctx context.Context, cfg *config.Config) []CheckResult {
	says, err := storefile.Probe(ctx, cfg)
	return []CheckResult{{What: "store", Detail: says, Err: err}}
}

func (k checker) checkIMAP(ctx context.Context, cfg *config.Config) []CheckResult {
	var results []CheckResult
	accounts := []config.MailboxAccount{cfg.Mailbox.Customer, cfg.Mailbox.Agency}
	if one, other := accounts[0], accounts[1]; one.Address == other.Address && one.Folder == other.Folder && sameLogin(one.Server, other.Server) {
		accounts = accounts[:1]
	}
	for i, c := range accounts {
		account := configured.Account(c, k.tokens)
		r := CheckResult{What: "IMAP " + c.Address, Detail: fmt.Sprintf("logged in at %s:%d, %s can be read", c.Host, c.Port, c.Folder)}
		r.Err = mailbox.Probe(ctx, account)
		if r.Err == nil && i == 0 { // from where customers are written to
			r.Detail, r.Err = judgeSent(ctx, c, account, r.Detail)
		}
		results = append(results, r)
	}
	return results
}

// judgeSent adds to what is said of an account what there is to say of its Sent: a mail of
// which nobody knows whether it left is looked for there, and a copy filed by us makes it.
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
		return fmt.Sprintf("%s; sent_folder %q is not there yet, and the first copy makes it", says, c.SentFolder), nil
	}
	return says, fmt.Errorf("sent_folder has to be the one in which the provider files what is sent: %w", missing)
}

func (k checker) checkSMTP(ctx context.Context, cfg *config.Config) []CheckResult {
	d := &Daemon{cfg: cfg, tokens: k.tokens}
	d.defaults()
	var results []CheckResult
	asked := roles()
	if cfg.Mailbox.Customer.Address == cfg.Mailbox.Agency.Address && sameLogin(cfg.SMTP.Server, cfg.SMTP.Agency.Server) {
		asked = asked[:1]
	}
	for _, role := range asked {
		c := cfg.SMTPFor(role)
		r := CheckResult{What: "SMTP for " + d.account(role).Address, Detail: fmt.Sprintf("%s:%d would take mail", c.Host, c.Port)}
		r.Err = probeSMTP(ctx, d.senderOptions(role), d.account(role).Address)
		results = append(results, r)
	}
	return results
}

// sameLogin reports whether two are one server, which is logged in to alike.
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

func checkServices(ctx context.Context, cfg *config.Config) []CheckResult {
	return []CheckResult{
		checkPlanner(ctx, cfg),
		checkCarrier(ctx, cfg.Carrier),
	}
}

// checkDeciders says who decides a quote, and who when they do not answer: where
// anyone has a license, a quote waits for those alone.
func checkDeciders(_ context.Context, cfg *config.Config) []CheckResult {
	d := &Daemon{cfg: cfg, staff: configured.Staff(cfg.Review)}
	asked := d.asked(string(agent.StageQuote))
	r := CheckResult{What: "quotes", Detail: "decided by " + strings.Join(asked, ", ")}
	if more := others(d.escalateTo(string(agent.StageQuote), nil), asked); len(more) > 0 {
		r.Detail += "; after " + span(cfg.Review.EscalateAfter.Duration) + " also by " + strings.Join(more, ", ") + counted(cfg.Agency.BusinessHours)
	} else if len(asked) == 1 {
		r.Detail += ", and by nobody else while they are away"
	}
	if len(asked) == 0 {
		r.Err = errors.New("nobody of review.staff may decide them")
	}
	return []CheckResult{r}
}

func checkClock(_ context.Context, cfg *config.Config) []CheckResult {
	return []CheckResult{judgeClock(time.Now().In(cfg.Agency.Location))}
}

// judgeClock finds a clock that was never set; mail and prices are dated by it.
func judgeClock(now time.Time) CheckResult {
	r := CheckResult{What: "clock", Detail: now.Format("Mon 2 Jan 2006 15:04:05 MST")}
	if now.Year() < 2025 {
		r.Err = fmt.Errorf("it says %s; set it", r.Detail)
	}
	return r
}

func checkDNS(ctx context.Context, cfg *config.Config) []CheckResult {
	var results []CheckResult
	domains := []string{domainOf(cfg.Mailbox.Customer.Address), domainOf(cfg.Mailbox.Agency.Address)}
	for _, domain := range slices.Compact(domains) {
		results = append(results, judgeDomain(domain, func() ([]*net.MX, error) { return net.DefaultResolver.LookupMX(ctx, domain) }))
	}
	return results
}

// judgeDomain looks at whether a domain takes mail. RFC 6761 §6.2 and others reserve
// some names, which DNS can't know; by a record without a host a domain says that it
// takes none (RFC 7505).
func judgeDomain(domain string, lookup func() ([]*net.MX, error)) CheckResult {
	r := CheckResult{What: "DNS of " + domain}
	last := domain[strings.LastIndex(domain, ".")+1:]
	if slices.Contains([]string{"test", "example", "invalid", "localhost"}, last) {
		r.Detail = "not looked up: ." + last + " is reserved (RFC 6761)"
		return r
	}
	mx, err := lookup()
	unknown, _ := errors.AsType[*net.DNSError](err)
	switch {
	case err == nil && len(mx) == 0, unknown != nil && unknown.IsNotFound:
		r.Err = errors.New("it has no MX record, so mail to it may not arrive; the record names the server that takes its mail")
	case err != nil:
		r.Err = fmt.Errorf("looking up who takes its mail (MX): %w", err)
	case strings.Trim(mx[0].Host, ".") == "":
		r.Err = errors.New("its MX record names no server, which says that it takes no mail; the record should name the one that does")
	default:
		r.Detail = "mail for it goes to " + strings.TrimSuffix(mx[0].Host, ".")
	}
	return r
}

func domainOf(address string) string {
	_, domain, _ := strings.Cut(address, "@")
	return domain
}

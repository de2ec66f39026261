package daemon_test

import (
	"context"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ppamaild/config"
	"ppamaild/daemon/admin"
	"ppamaild/daemon/check"
	"ppamaild/daemon/internal/configured"
	"ppamaild/daemon/queue"
	"ppamaild/sandbox"
	"ppamaild/sandbox/mailstack"
	"ppamaild/sandbox/network"
	"ppamaild/sandbox/oauth"
	"ppamaild/sandbox/play"
	clusters "ppamaild/sandbox/postgres"
	"ppamaild/sandbox/raced"
	"ppamaild/store/postgres"
)

// office is Dovecot and Postfix, which take tokens of an endpoint.
type office struct {
	*mailstack.Stack
	endpoint *oauth.Server
}

const mailScope = "mail"

func openOffice(t *testing.T, mechanisms ...string) office {
	t.Helper()
	endpoint := oauth.New(oauth.Options{Clients: []oauth.Client{
		{ID: "rotating", Secret: "client secret", Rotate: true},
		{ID: "public"},
		{ID: "itself", Secret: "client secret", Itself: play.Quotes},
	}})
	t.Cleanup(endpoint.Close)
	stack, err := mailstack.New(t.Context(), mailstack.Options{Introspect: endpoint.IntrospectURL(), TokenMechanisms: mechanisms})
	must(t, err)
	t.Cleanup(func() { must(t, stack.Close()) })
	return office{stack, endpoint}
}

// byToken has the daemon log in everywhere with tokens of a client, with everyone's consent.
func (o office) byToken(client, secret string) func(*agency) {
	return func(a *agency) {
		of := map[string]config.OAuth{}
		for _, s := range a.servers() {
			if of[s.Username].ClientID == "" {
				of[s.Username] = config.OAuth{
					TokenURL: o.endpoint.TokenURL(), ClientID: client, ClientSecret: config.NewSecret(secret),
					RefreshToken: config.NewSecret(o.endpoint.Consent(client, s.Username, mailScope)), Scopes: []string{mailScope},
				}
			}
			s.Auth, s.Password, s.PasswordFile, s.PasswordEnv, s.OAuth = config.AuthOAuth2, config.Secret{}, "", "", of[s.Username]
		}
	}
}

// servers are all that the daemon logs in to.
func (a *agency) servers() []*config.Server {
	return []*config.Server{&a.cfg.Mailbox.Customer.Server, &a.cfg.Mailbox.Agency.Server, &a.cfg.SMTP.Server, &a.cfg.SMTP.Agency}
}

// breaksOff ends all connections, so that each logs in again, and runs a function meanwhile.
func breaksOff(t *testing.T, bad *network.Host, meanwhile func()) {
	t.Helper()
	bad.Reading.Refuse()
	bad.Sending.Refuse()
	meanwhile()
	heal(t, bad.Reading, bad.Sending)
}

// Conversations go on where no mailbox and no way out takes a password: while tokens end,
// are revoked before their time, and are not to be had.
func TestConversationByToken(t *testing.T) {
	parallel(t)
	o := openOffice(t)
	a, bad := behind(t, o, o.byToken("rotating", "client secret"))
	converse := func(subject string) {
		t.Helper()
		a.writes(a.alice, sandbox.Mail{Subject: subject, Text: incomplete})
		a.replies(a.lee, a.gets(a.lee, "Questions to"), "ACCEPT")
		a.gets(a.alice, subject)
	}
	converse("Quote please")
	if n := o.endpoint.Asked(); n != 2 {
		t.Errorf("two accounts, and the endpoint was asked %d times", n)
	}

	breaksOff(t, bad, func() { o.endpoint.Live(2 * time.Second); o.endpoint.Revoke() })
	converse("Quote, two")
	a.logs("a server refuses a token that has not ended", 2)

	breaksOff(t, bad, func() { time.Sleep(2 * time.Second) })
	converse("Quote, three")

	breaksOff(t, bad, func() {
		o.endpoint.Fail(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
		time.Sleep(2 * time.Second)
	})
	a.writes(a.alice, sandbox.Mail{Subject: "Quote, four", Text: incomplete})
	a.logs("answers 503; it is asked again", 2)
	o.endpoint.Fail(nil)
	a.replies(a.lee, a.gets(a.lee, "Questions to"), "ACCEPT")
	a.gets(a.alice, "Quote, four")
	a.getsNothing(a.alice)
	if n := len(a.threads()); n != 4 {
		t.Errorf("%d threads, want 4", n)
	}
}

// Mails that wait for a token leave once a token is available, exactly once.
func TestMailWaitsForAToken(t *testing.T) {
	parallel(t)
	o := openOffice(t, "xoauth2")
	a, bad := behind(t, o, o.byToken("public", ""))
	review := a.asks()
	bad.Sending.Refuse()
	o.endpoint.Revoke()
	o.endpoint.Fail(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
	heal(t, bad.Sending)
	a.replies(a.lee, review, "ACCEPT")
	a.logs("sending failed for now", 1)
	a.getsNothing(a.alice)
	o.endpoint.Fail(nil)
	a.gets(a.alice, "Quote please")
	a.getsNothing(a.alice)
}

// After consent is withdrawn, staff get the reason why no mail is read. With another refresh
// token, work resumes.
func TestCase33ConsentIsWithdrawn(t *testing.T) {
	parallel(t)
	o := openOffice(t, "xoauth2")
	mailboxesByToken := func(a *agency) {
		byPassword := a.cfg.SMTP
		o.byToken("rotating", "client secret")(a)
		a.cfg.SMTP = byPassword
	}
	a, bad := behind(t, o, mailboxesByToken, func(a *agency) {
		a.cfg.Mailbox.Agency.SilenceAlarm.Duration = raced.Slowdown * 3 * time.Second
	})
	review := a.asks()
	breaksOff(t, bad, func() { o.endpoint.Withdraw(play.Reviews); o.endpoint.Revoke() })
	a.replies(a.lee, review, "ACCEPT")
	a.logs("invalid_grant", 1)
	asked := o.endpoint.Asked()
	says(t, a.gets(a.dana, play.Reviews+" cannot be read"), "Token has been expired or revoked", "consent was withdrawn", "get a new one")
	if more := o.endpoint.Asked() - asked; more > 1 { // for the other mailbox
		t.Errorf("an endpoint that said no for good was asked %d times more", more)
	}
	a.getsNothing(a.alice)
	a.stop()
	mailboxesByToken(a)
	a.start()
	a.gets(a.alice, "Quote please")
	a.getsNothing(a.alice)
}

// An endpoint that replaces refresh tokens gets the newest token after a restart, and from a
// check, with or without a running daemon. A new token in the configuration takes precedence.
func TestRefreshTokensAreReplaced(t *testing.T) {
	parallel(t)
	o := openOffice(t)
	a := open(t, o, o.byToken("rotating", "client secret"))
	check := func() {
		t.Helper()
		tokens := 0
		for r := range check.Configuration(t.Context(), a.cfg) {
			if r.Err != nil && !strings.HasPrefix(r.What, "DNS") {
				t.Errorf("%s: %v", r.What, r.Err)
			}
			if strings.HasPrefix(r.What, "token for ") {
				tokens++
			}
		}
		if tokens != 2 {
			t.Errorf("%d lines of tokens", tokens)
		}
	}
	check()
	a.stop()
	check()
	a.start()
	a.replies(a.lee, a.asks(), "ACCEPT")
	a.gets(a.alice, "Quote please")
	a.stop()
	if strings.Contains(a.log.String(), "refresh-") || strings.Contains(a.log.String(), "access-") || strings.Contains(a.log.String(), "client secret") {
		t.Error("the log tells a secret")
	}

	fresh := t.TempDir() // without a store, a new store is created for the replaced token
	a.cfg.Store.Path = filepath.Join(fresh, "ppamaild.db")
	o.byToken("rotating", "client secret")(a)
	check()
	a.start()
}

// A client with its own access works, as Microsoft 365 allows for applications.
func TestConversationByTheClientItself(t *testing.T) {
	parallel(t)
	o := openOffice(t)
	a := open(t, o, func(a *agency) {
		for _, s := range a.servers() {
			if s.Username == play.Quotes {
				s.Auth, s.Password = config.AuthOAuth2, config.Secret{}
				s.OAuth = config.OAuth{TokenURL: o.endpoint.TokenURL(), ClientID: "itself", ClientSecret: config.NewSecret("client secret"), Scopes: []string{mailScope}}
			}
		}
	})
	a.replies(a.lee, a.asks(), "ACCEPT")
	a.gets(a.alice, "Quote please")
}

// Several daemons on a database share a refresh token that the endpoint replaces. They ask in turn,
// because the endpoint revokes a refresh token that it sees twice.
func TestDaemonsShareARefreshToken(t *testing.T) {
	parallel(t)
	endpoint := oauth.New(oauth.Options{Clients: []oauth.Client{
		{ID: "rotating", Secret: "client secret", Rotate: true},
	}})
	t.Cleanup(endpoint.Close)
	account := config.Server{Auth: config.AuthOAuth2, OAuth: config.OAuth{
		TokenURL: endpoint.TokenURL(), ClientID: "rotating",
		ClientSecret: config.NewSecret("client secret"), Scopes: []string{mailScope},
		RefreshToken: config.NewSecret(endpoint.Consent("rotating", play.Quotes, mailScope)),
	}}
	cluster := clusters.Own(t)
	const daemons, rounds = 3, 4
	var stores []*postgres.Store
	for range daemons {
		s, err := postgres.Open(t.Context(), cluster.URL(), postgres.Options{Shared: true})
		must(t, err)
		t.Cleanup(func() { must(t, s.Close()) })
		stores = append(stores, s)
	}
	var asking sync.WaitGroup
	for _, s := range stores {
		claims := queue.NewReleases(s)
		turn := func(ctx context.Context, name string, work func() error) error {
			return queue.Await(ctx, claims, name, work)
		}
		asking.Go(func() {
			for range rounds { // a daemon that starts has no token
				tokens := configured.NewTokens(admin.NewKeptTokens(s), slog.New(slog.DiscardHandler))
				if _, err := tokens.TakeTurns(turn).For(account).Token(t.Context()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	asking.Wait()
	if n := endpoint.Asked(); n != daemons*rounds {
		t.Errorf("the endpoint was asked %d times, not %d", n, daemons*rounds)
	}
}

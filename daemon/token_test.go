package daemon_test

import (
	"testing"

	"ppamaild/config"
	"ppamaild/sandbox/mailstack"
	"ppamaild/sandbox/oauth"
	"ppamaild/sandbox/play"
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

// byToken has the daemon log in everywhere by tokens of a client, which those concerned
// have consented to.
func (o office) byToken(client, secret string) func(*agency) {
	return func(a *agency) {
		of := map[string]config.OAuth{}
		for _, s := range []*config.Server{&a.cfg.Mailbox.Customer.Server, &a.cfg.Mailbox.Agency.Server, &a.cfg.SMTP.Server, &a.cfg.SMTP.Agency.Server} {
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

// A customer gets an answer where no mailbox and no way out takes a password.
func TestConversationByToken(t *testing.T) {
	o := openOffice(t)
	a := open(t, o, o.byToken("rotating", "client secret"))
	a.replies(a.lee, a.asks(), "ACCEPT")
	a.gets(a.alice, "Quote please")
	a.getsNothing(a.alice)
}

package config

import (
	"crypto/x509"
	"encoding/pem"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// byToken is what a table states that is logged in to by tokens.
const byToken = `auth = "oauth2"
token_url = "https://login.test/token"
client_id = "app"
refresh_token = "r"`

func TestOAuthProblems(t *testing.T) {
	const needs = `required with auth = "oauth2"`
	for name, c := range map[string]struct{ line, by, want string }{
		"by refresh token":   {`password = "one"`, byToken, ""},
		"both secrets":       {`password = "one"`, byToken + "\nclient_secret = \"s\"\nscopes = [\"a\", \"https://b.test/.default\"]", ""},
		"by itself":          {`password = "one"`, strings.Replace(byToken, "refresh_token", "client_secret", 1), ""},
		"on loopback":        {`password = "one"`, strings.Replace(byToken, "https://login.test", "http://127.0.0.1:80", 1), ""},
		"a password too":     {`password = "one"`, "password = \"one\"\n" + byToken, `mailbox.customer.password: found without auth = "password"; allowed: only together with auth = "password"`},
		"no auth":            {`password = "one"`, "password = \"one\"\nscopes = [\"a\"]", `mailbox.customer.scopes: found without auth = "oauth2"; allowed: only together with auth = "oauth2"`},
		"no URL":             {`password = "one"`, strings.Replace(byToken, "https://login.test/token", "", 1), `mailbox.customer.token_url: missing; ` + needs + `, such as "https://oauth2.googleapis.com/token"`},
		"in clear":           {`password = "one"`, strings.Replace(byToken, "https", "http", 1), `mailbox.customer.token_url: found "http://login.test/token"; allowed: https, because http is for loopback hosts only`},
		"no client":          {`password = "one"`, strings.Replace(byToken, `"app"`, `""`, 1), `mailbox.customer.client_id: missing; ` + needs},
		"no grant":           {`password = "one"`, strings.Replace(byToken, `"r"`, `""`, 1), `mailbox.customer.refresh_token: missing; ` + needs + `: a refresh token, or a client secret of an application with access of its own`},
		"two tokens":         {`password = "one"`, byToken + "\nrefresh_token_file = \"x\"", `mailbox.customer.refresh_token_file: found together with mailbox.customer.refresh_token; allowed: exactly one of refresh_token, refresh_token_file, refresh_token_env`},
		"no file yet":        {`password = "one"`, strings.Replace(byToken, `refresh_token = "r"`, "refresh_token_file = \"none\"\ndevice_url = \"https://a.test/device\"", 1), `mailbox.customer.refresh_token_file: found ***; allowed: a file that holds the refresh token, as ppamaild login gets it (no such file or directory, as seen from HERE)`},
		"no such file":       {`password = "one"`, strings.Replace(byToken, `refresh_token = "r"`, `refresh_token_file = "none"`, 1), `mailbox.customer.refresh_token_file: found ***; allowed: a file that holds the refresh token (no such file or directory, as seen from HERE)`},
		"no such variable":   {`password = "one"`, byToken + "\nclient_secret_env = \"PPAMAILD_TEST_UNSET\"", `mailbox.customer.client_secret_env: environment variable PPAMAILD_TEST_UNSET is not set`},
		"scopes in one":      {`password = "one"`, byToken + "\nscopes = [\"a b\"]", `mailbox.customer.scopes[0]: found "a b"; allowed: one scope, without blanks`},
		"a scope twice":      {`password = "one"`, byToken + "\nscopes = [\"a\", \"a\"]", `mailbox.customer.scopes[1]: found "a"; allowed: each scope once`},
		"smtp without user":  {"[smtp]", "[smtp]\n" + byToken, `smtp.username: missing; ` + needs},
		"smtp":               {"[smtp]", "[smtp]\nusername = \"quotes\"\n" + byToken, ""},
		"token of another":   {`password = "one"`, byToken + "\n[smtp.agency]\nusername = \"q\"\n" + byToken + "\nscopes = [\"a\"]", `smtp.agency.refresh_token: found in mailbox.customer too, with another token_url, client_id, client_secret or scopes; allowed: equal values in both, because a refresh token belongs to one client and its scopes`},
		"shared":             {`password = "one"`, byToken + "\n[smtp.agency]\nusername = \"q\"\n" + byToken, ""},
		"wrong kind of auth": {`password = "one"`, "auth = 3\npassword = \"one\"", `mailbox.customer.auth: found 3; allowed: password, oauth2`},
	} {
		got := strings.Join(problems(t, with(t, c.line, c.by)), "\n")
		if !strings.HasSuffix(got, c.want) || (got == "") != (c.want == "") || strings.Contains(got, "\n") {
			t.Errorf("%s:\ngot  %s\nwant %s", name, got, c.want)
		}
	}
}

// What leaves from the agency's address may be logged in with otherwise than the rest.
func TestSMTPAgencyOverridesAuth(t *testing.T) {
	const account = "host = \"smtp.agency.test\"\nusername = \"quotes\"\n"
	for name, c := range map[string]struct {
		smtp, agency                   string
		auth                           Auth
		password, client, secret, kept string
	}{
		"taken over":        {byToken + "\nclient_secret = \"s\"", "", AuthOAuth2, "", "app", "s", "r"},
		"another token":     {byToken + "\nclient_secret = \"s\"", "refresh_token = \"q\"", AuthOAuth2, "", "app", "s", "q"},
		"password instead":  {byToken + "\nclient_secret = \"s\"", "auth = \"password\"\npassword = \"one\"", AuthPassword, "one", "", "", ""},
		"token instead":     {`password = "one"`, byToken, AuthOAuth2, "", "app", "", "r"},
		"the same, stated":  {byToken, "auth = \"oauth2\"", AuthOAuth2, "", "app", "", "r"},
		"password, as such": {`password = "one"`, "auth = \"password\"", AuthPassword, "one", "", "", ""},
	} {
		cfg := mustLoad(t, with(t, "[smtp]\nhost = \"smtp.agency.test\"\n", "[smtp]\n"+account+c.smtp+"\n[smtp.agency]\n"+c.agency+"\n"))
		got := cfg.SMTP.Agency
		if got.Auth != c.auth || got.Password.Reveal() != c.password || got.ClientID != c.client || got.ClientSecret.Reveal() != c.secret || got.RefreshToken.Reveal() != c.kept {
			t.Errorf("%s: %s %q %q %q %q", name, got.Auth, got.Password.Reveal(), got.ClientID, got.ClientSecret.Reveal(), got.RefreshToken.Reveal())
		}
	}
}

// Secrets of tokens are read as passwords are, and who reaches no server needs none.
func TestOAuthSecretsAreRead(t *testing.T) {
	t.Setenv("PPAMAILD_TEST_CLIENT", "from the environment")
	dir := t.TempDir()
	text := with(t, `password = "one"`, strings.Replace(byToken, `refresh_token = "r"`, "refresh_token_file = \"token.secret\"\nclient_secret_env = \"PPAMAILD_TEST_CLIENT\"", 1))
	if _, err := parse(filepath.Join(dir, "ppamaild.toml"), []byte(text), offline); err != nil {
		t.Errorf("offline: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "token.secret"), []byte("from the file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg, err := load(dir, text)
	if err != nil {
		t.Fatal(err)
	}
	if c := cfg.Mailbox.Customer; c.RefreshToken.Reveal() != "from the file" || c.ClientSecret.Reveal() != "from the environment" {
		t.Errorf("%q %q", c.RefreshToken.Reveal(), c.ClientSecret.Reveal())
	}
}

// The token endpoint may use the CAs of the mail server, and the CAs of the system.
func TestTokenCAs(t *testing.T) {
	server := httptest.NewTLSServer(nil)
	defer server.Close()
	ca := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(ca, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg := mustLoad(t, with(t, `password = "one"`, byToken+"\nca_file = \""+ca+"\""))
	want, err := x509.SystemCertPool()
	if err != nil {
		t.Fatal(err)
	}
	want.AddCert(server.Certificate())
	if c := cfg.Mailbox.Customer; !c.TokenCAs.Equal(want) || cfg.Mailbox.Agency.TokenCAs != nil {
		t.Error("they are others")
	}
}

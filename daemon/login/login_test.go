package login_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ppamaild/config"
	"ppamaild/daemon/check"
	"ppamaild/daemon/login"
	"ppamaild/sandbox"
	"ppamaild/sandbox/oauth"
	"ppamaild/sandbox/play"
)

// After consent, the refresh token is in a file that only its owner can read. Without consent,
// the file is unchanged.
func TestLogin(t *testing.T) {
	endpoint := oauth.New(oauth.Options{Clients: []oauth.Client{{ID: "public"}, {ID: "basic", Secret: "s", Basic: true}}})
	defer endpoint.Close()
	dir := t.TempDir()
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	must(t, err)
	defer func() { must(t, host.Close()) }()
	configuration := func(client, more string) *config.Config {
		t.Helper()
		path, err := play.WriteConfig(dir, host)
		must(t, err)
		text, err := os.ReadFile(path)
		must(t, err)
		by := "auth = \"oauth2\"\ntoken_url = \"" + endpoint.TokenURL() + "\"\nclient_id = \"" + client + "\"\n" + more + "\n"
		must(t, os.WriteFile(path, []byte(strings.Replace(string(text), "password = \"secret\"\n", by, 1)), 0o600))
		cfg, err := config.LoadToLogIn(path)
		must(t, err)
		return cfg
	}
	logIn := func(cfg *config.Config, section string, consent func(code string)) string {
		_, err := login.Section(t.Context(), cfg, section, func(url, code string) {
			if !strings.HasSuffix(url, "/enter") {
				t.Errorf("consent is given at %q", url)
			}
			consent(code)
		})
		if err == nil {
			return ""
		}
		return err.Error()
	}
	give := func(code string) { endpoint.Enter(code, play.Quotes, true) }
	const named = "refresh_token_file = \"refresh.secret\"\n"
	whole := named + "device_url = \"" + endpoint.DeviceURL() + "\"\nscopes = [\"mail\", \"offline_access\"]"
	for _, c := range []struct {
		client, more, section string
		consent               func(string)
		want                  string
	}{
		{"public", whole, "mailbox", give, `there is no section "mailbox" to log in for; there are mailbox.customer, mailbox.agency, smtp, smtp.agency`},
		{"public", whole, "smtp", give, `smtp logs in with a password (auth = "password") and needs no token. For tokens, as Gmail and Microsoft 365 require them, set auth = "oauth2"`},
		{"public", named, "mailbox.customer", give, `mailbox.customer.device_url is ""; set the device authorization endpoint`},
		{"public", strings.Replace(whole, "_file", "", 1), "mailbox.customer", give, `mailbox.customer.refresh_token_file is ""; set the file`},
		{"public", strings.Replace(whole, "refresh.secret", "none/refresh.secret", 1), "mailbox.customer", give, "no such file or directory"},
		{"nobody", whole, "mailbox.customer", give, `answers 401 "invalid_client"`},
		{"public", strings.Replace(whole, `, "offline_access"`, "", 1), "mailbox.customer", give, "no refresh token; Microsoft wants the scope offline_access"},
		{"public", whole, "mailbox.customer", func(code string) { endpoint.Enter(code, play.Quotes, false) }, `"access_denied"; consent was refused`},
		{"public", whole, "mailbox.customer", func(string) {}, "no consent was given in time; start again"},
	} {
		if got := logIn(configuration(c.client, c.more), c.section, c.consent); !strings.Contains(got, c.want) {
			t.Errorf("%s, %s:\ngot  %s\nwant %s", c.client, c.section, got, c.want)
		}
		if all, err := filepath.Glob(filepath.Join(dir, "*secret*")); err != nil || len(all) > 0 {
			t.Errorf("%s: there is %q", c.want, all)
		}
	}
	for client, more := range map[string]string{"public": "", "basic": "\nclient_secret = \"s\""} { // the second replaces the first
		if got := logIn(configuration(client, whole+more), "mailbox.customer", give); got != "" {
			t.Errorf("%s: %s", client, got)
		}
		checkRefreshToken(t, dir)
	}
}

// checkRefreshToken checks the written token by using the token.
func checkRefreshToken(t *testing.T, dir string) {
	t.Helper()
	file := filepath.Join(dir, "refresh.secret")
	info, err := os.Stat(file)
	must(t, err)
	text, err := os.ReadFile(file)
	must(t, err)
	if info.Mode() != 0o600 || !strings.HasPrefix(string(text), "refresh-") || strings.Count(string(text), "\n") != 1 {
		t.Errorf("%v %q", info.Mode(), text)
	}
	cfg, err := config.Load(filepath.Join(dir, "ppamaild.toml"))
	must(t, err)
	for r := range check.Configuration(t.Context(), cfg) {
		if strings.HasPrefix(r.What, "token for ") && r.Err != nil {
			t.Errorf("%s: %v", r.What, r.Err)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

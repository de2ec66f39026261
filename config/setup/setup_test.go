package setup

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ppamaild/config"
)

// dns answers with records by name, such as "_imaps._tcp.agency.test".
type dns map[string]string

func (d dns) LookupMX(_ context.Context, name string) ([]*net.MX, error) {
	if host := d[name]; host != "" {
		return []*net.MX{{Host: host, Pref: 10}}, nil
	}
	return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
}

func (d dns) LookupSRV(_ context.Context, service, proto, name string) (string, []*net.SRV, error) {
	name = "_" + service + "._" + proto + "." + name
	if host := d[name]; host != "" {
		return name, []*net.SRV{{Target: host, Port: 4190}}, nil
	}
	return "", nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
}

func silent() *Asker {
	return &Asker{In: bufio.NewReader(strings.NewReader("")), Out: io.Discard, Silent: true}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func complete(t *testing.T) Answers {
	t.Helper()
	secret := filepath.Join(t.TempDir(), "password")
	must(t, os.WriteFile(secret, []byte("s3cret\n"), 0o600))
	return Answers{
		Address: "quotes@agency.test", PasswordFile: secret, AgencyPasswordFile: secret,
		Tenant: "contoso.test", ClientID: "4711", Agency: `The "Sunrise" Agency \ Sons`,
		Timezone: "America/Denver", States: "co, UT", Staff: "Lee@agency.test dana@agency.test",
		Mode: "live",
	}
}

// The file of each provider loads, with one account and with two.
func TestEveryProviderLoads(t *testing.T) {
	for _, p := range Providers() {
		for _, second := range []string{"", "reviews@agency.test"} {
			a := complete(t)
			a.Provider, a.AgencyAddress = p.Name, second
			if p.Name == generic {
				a.IMAP, a.SMTP = "imap.agency.test", "smtp.agency.test:465"
			}
			must(t, a.Ask(t.Context(), silent(), dns{}))
			path := filepath.Join(t.TempDir(), "ppamaild.toml")
			must(t, a.Write(path, func(draft string) error {
				_, err := config.LoadOffline(draft)
				return err
			}))
			load := config.Load
			if p.TokenURL != "" {
				load = config.LoadToLogIn
			}
			cfg, err := load(path)
			must(t, err)
			checkLoaded(t, p, cfg, path, second)
		}
	}
}

func checkLoaded(t *testing.T, p Provider, cfg *config.Config, path, second string) {
	t.Helper()
	info, err := os.Stat(path)
	must(t, err)
	if info.Mode().Perm() != 0o600 || len(cfg.Warnings()) > 0 {
		t.Errorf("%s: %v, %v", p.Name, info.Mode(), cfg.Warnings())
	}
	c, s := cfg.Mailbox.Customer, cfg.SMTPFor("agency")
	if c.SaveSent == p.ProviderSaves || c.SentFolder != p.Sent {
		t.Errorf("%s: %+v", p.Name, c)
	}
	if want := "quotes@agency.test"; second == "" && (s.Username != want || cfg.Mailbox.Agency.Address != want) ||
		second != "" && (s.Username != second || cfg.Mailbox.Agency.Address != second) {
		t.Errorf("%s: agency mail as %s", p.Name, s.Username)
	}
	if p.IMAP != "" && !strings.Contains(p.IMAP, c.Host) || (c.Auth == config.AuthOAuth2) != (p.TokenURL != "") {
		t.Errorf("%s: host %s, auth %s", p.Name, c.Host, c.Auth)
	}
	if (c.Username == "quotes") != p.ShortLogin || cfg.Agency.Name != `The "Sunrise" Agency \ Sons` {
		t.Errorf("%s: %s, %s", p.Name, c.Username, cfg.Agency.Name)
	}
}

// Domain and MX record name the provider.
func TestGuessProvider(t *testing.T) {
	records := dns{
		"g.test": "ASPMX.L.Google.com.", "m.test": "m-test.mail.protection.outlook.com.",
		"f.test": "in1-smtp.messagingengine.com.", "z.test": "mx.zoho.com.", "own.test": "mx.own.test.",
		"evil.test": "notgoogle.com.",
	}
	for domain, want := range map[string]string{
		"gmail.com": "gmail", "me.com": "icloud", "g.test": "gmail", "m.test": "microsoft365",
		"f.test": "fastmail", "z.test": "zoho", "own.test": generic, "none.test": generic, "evil.test": generic,
	} {
		if got := guessProvider(t.Context(), records, domain); got != want {
			t.Errorf("%s: %s, want %s", domain, got, want)
		}
	}
}

// SRV records name the servers. Only a person may accept servers of another domain.
func TestPublishedServers(t *testing.T) {
	own := dns{
		"_imaps._tcp.agency.test": "Mail.agency.test.", "_imap._tcp.agency.test": "old.agency.test.",
		"_submissions._tcp.agency.test": ".", "_submission._tcp.agency.test": "mail.agency.test.",
	}
	a := complete(t)
	a.Mode = ""
	must(t, a.Ask(t.Context(), silent(), own))
	if a.Mode != "observe" {
		t.Errorf("mode %q", a.Mode)
	}
	if a.IMAP != "imaps://mail.agency.test:4190" || a.SMTP != "smtp://mail.agency.test:4190" {
		t.Errorf("%s and %s", a.IMAP, a.SMTP)
	}
	foreign := dns{"_imaps._tcp.agency.test": "mail.isp.test.", "_submission._tcp.agency.test": "agency.test.isp.test."}
	a = complete(t)
	if err := a.Ask(t.Context(), silent(), foreign); err == nil || !strings.HasSuffix(err.Error(), "give --imap, --smtp") {
		t.Errorf("%v; %s and %s", err, a.IMAP, a.SMTP)
	}
	a = complete(t)
	by := &Asker{In: bufio.NewReader(strings.NewReader("\n\n\n\n\n\n\n")), Out: io.Discard}
	must(t, a.Ask(t.Context(), by, foreign))
	if a.IMAP != "imaps://mail.isp.test:4190" {
		t.Errorf("a person accepted %s", a.IMAP)
	}
}

func TestParseServer(t *testing.T) {
	for text, want := range map[string]string{
		"a.test": "imaps://a.test:993", "a.test:143": "imap://a.test:143", "imap://a.test": "imap://a.test:143",
		"127.0.0.1:9930": "imaps://127.0.0.1:9930", "imaps://[::1]:9": "imaps://[::1]:9",
		"": "", "smtp://a.test": "", "a.test:0": "", "a.test:99999": "", "u:p@a.test": "", "a.test/x": "", "a b": "", "a_b\n": "",
	} {
		s, err := parseServer("imap", text)
		if got := s.url("imap"); (err != nil) != (want == "") || err == nil && got != want {
			t.Errorf("%q: %s, %v", text, got, err)
		}
	}
	if s, err := parseServer("smtp", "a.test"); err != nil || s != (Server{"a.test", 587, "starttls"}) {
		t.Errorf("%v %v", s, err)
	}
}

// Bad flags are errors. The end of the input names all flags without an answer.
func TestMissingAndBadAnswers(t *testing.T) {
	for text, edit := range map[string]func(*Answers){
		"--states":   func(a *Answers) { a.States = "OR, XX" },
		"--staff":    func(a *Answers) { a.Staff = "quotes@agency.test" },
		"--timezone": func(a *Answers) { a.Timezone = "Mars/Olympus" },
		"--provider": func(a *Answers) { a.Provider = "hotmale" },
		"--address":  func(a *Answers) { a.Address = "Lee <lee@agency.test>" },
		"--mode":     func(a *Answers) { a.Mode = "test" },
		"--agency":   func(a *Answers) { a.Agency = "Sun\x00rise" },
	} {
		a := complete(t)
		a.Provider = "fastmail"
		edit(&a)
		if err := a.Ask(t.Context(), silent(), dns{}); err == nil || !strings.HasPrefix(err.Error(), text+": ") {
			t.Errorf("%s: %v", text, err)
		}
	}
	a := Answers{Address: "quotes@gmail.com"}
	err := a.Ask(t.Context(), &Asker{In: bufio.NewReader(strings.NewReader("")), Out: io.Discard}, dns{})
	if err == nil || !strings.Contains(err.Error(), "give --password-file, --agency, --staff, --states") {
		t.Error(err)
	}
	if err := new(Answers).Ask(t.Context(), silent(), dns{}); err == nil || !strings.HasSuffix(err.Error(), "give --address") {
		t.Error(err)
	}
}

// Write overwrites nothing, and a refused configuration leaves no file.
func TestWriteLeavesNothingBehind(t *testing.T) {
	a := complete(t)
	a.Provider, a.PasswordFile, a.Password = "fastmail", "", "s3cret" // typed
	must(t, a.Ask(t.Context(), silent(), dns{}))
	dir := t.TempDir()
	path := filepath.Join(dir, "ppamaild.toml")
	refuse := func(string) error { return io.ErrUnexpectedEOF }
	if err := a.Write(path, refuse); err == nil {
		t.Error("a refused configuration was written")
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
	for _, taken := range []string{"ppamaild.toml", "ppamaild.secret"} {
		b := a
		b.PasswordFile = ""
		must(t, os.WriteFile(filepath.Join(dir, taken), []byte("mine"), 0o600))
		if err := b.Write(path, func(string) error { return nil }); err == nil {
			t.Errorf("%s was overwritten", taken)
		}
		left, err := os.ReadFile(filepath.Join(dir, taken))
		if err != nil || string(left) != "mine" {
			t.Errorf("%s: %q, %v", taken, left, err)
		}
		must(t, os.Remove(filepath.Join(dir, taken)))
		if rest, err := os.ReadDir(dir); err != nil || len(rest) > 0 {
			t.Errorf("%s: %v, %v", taken, rest, err)
		}
	}
}

// A killed Write leaves a password and a draft. The next Write with the same password succeeds.
func TestWriteAfterAKilledWrite(t *testing.T) {
	a := complete(t)
	a.Provider, a.PasswordFile, a.Password = "fastmail", "", "s3cret" // typed
	must(t, a.Ask(t.Context(), silent(), dns{}))
	first, left := a, t.TempDir()
	err := first.Write(filepath.Join(t.TempDir(), "ppamaild.toml"), func(draft string) error {
		err := os.CopyFS(left, os.DirFS(filepath.Dir(draft))) // as a kill would leave the folder
		return errors.Join(err, os.Truncate(filepath.Join(left, "ppamaild.secret"), 3))
	})
	must(t, err)
	if files, err := os.ReadDir(left); err != nil || len(files) != 2 {
		t.Fatalf("%v, %v", files, err)
	}
	path := filepath.Join(left, "ppamaild.toml")
	must(t, a.Write(path, func(string) error { return nil }))
	info, err := os.Stat(path)
	must(t, err)
	if info.Mode() != 0o600 {
		t.Errorf("the mode is %v", info.Mode())
	}
	if secret, err := os.ReadFile(filepath.Join(left, "ppamaild.secret")); err != nil || string(secret) != "s3cret\n" {
		t.Errorf("%q, %v", secret, err)
	}
}

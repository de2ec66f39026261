package check_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ppamaild/config"
	"ppamaild/daemon/check"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
)

// An account with both roles is tried once. A problem of one role is reported.
func TestCheckTriesEachAccountOnce(t *testing.T) {
	file, err := play.WriteConfig(t.TempDir(), inProcess(t))
	must(t, err)
	for name, c := range map[string]struct {
		edit       func(*config.Config)
		tried, bad int
	}{
		"an account for each role": {func(*config.Config) {}, 4, 0},
		"one for both": {func(cfg *config.Config) {
			cfg.Mailbox.Agency, cfg.SMTP.Agency = cfg.Mailbox.Customer, cfg.SMTP.Server
		}, 2, 0},
		"one for both, with two passwords": {func(cfg *config.Config) {
			cfg.Mailbox.Agency, cfg.SMTP.Agency = cfg.Mailbox.Customer, cfg.SMTP.Server
			cfg.Mailbox.Agency.Password, cfg.SMTP.Agency.Password = config.NewSecret("wrong"), config.NewSecret("wrong")
		}, 4, 2},
	} {
		cfg, err := config.Load(file)
		must(t, err)
		c.edit(cfg)
		tried, bad := 0, 0
		for r := range check.Configuration(t.Context(), cfg) {
			if strings.HasPrefix(r.What, "IMAP ") || strings.HasPrefix(r.What, "SMTP ") {
				tried++
				if r.Err != nil {
					bad++
				}
			}
		}
		if tried != c.tried || bad != c.bad {
			t.Errorf("%s: %d tried, %d bad, want %d and %d", name, tried, bad, c.tried, c.bad)
		}
	}
}

// A wrong sent_folder is reported if ppamaild would not create the folder, because ppamaild
// searches Sent for mails with an uncertain delivery.
func TestCheckLooksForSent(t *testing.T) {
	file, err := play.WriteConfig(t.TempDir(), inProcess(t))
	must(t, err)
	for _, c := range []struct {
		folder string
		save   bool
		fails  bool
		says   string
	}{
		{"Sent", false, false, "INBOX can be read"},
		{"Sendt", true, false, `the first copy will create sent_folder "Sendt"`},
		{"Sendt", false, true, `sent_folder must be the folder where the provider files sent mail: opening folder "Sendt"`},
	} {
		cfg, err := config.Load(file)
		must(t, err)
		cfg.Mailbox.Customer.SentFolder, cfg.Mailbox.Customer.SaveSent = c.folder, c.save
		for r := range check.Configuration(t.Context(), cfg) {
			if r.What == "IMAP "+cfg.Mailbox.Customer.Address && ((r.Err != nil) != c.fails || !strings.Contains(r.Say(), c.says)) {
				t.Errorf("%s, save_sent %v: %q", c.folder, c.save, r.Say())
			}
		}
	}
}

// An override file in the wrong place is reported.
func TestCheckFindsOverridesThatAreNotLookedAt(t *testing.T) {
	file, err := play.WriteConfig(t.TempDir(), inProcess(t))
	must(t, err)
	cfg, err := config.Load(file)
	must(t, err)
	cfg.Templates.Dir = t.TempDir()
	for _, folder := range []string{"", "mail"} {
		must(t, os.MkdirAll(filepath.Join(cfg.Templates.Dir, folder), 0o700))
		for r := range check.Configuration(t.Context(), cfg) {
			if r.What == "templates" && (r.Err != nil) != (folder == "mail") {
				t.Errorf("with a folder %q in it: %q", folder, r.Say())
			}
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// inProcess starts the servers of a test agency.
func inProcess(t *testing.T) *sandbox.Server {
	t.Helper()
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	must(t, err)
	t.Cleanup(func() { must(t, host.Close()) })
	return host
}

package check_test

import (
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"

	"ppamaild/config"
	"ppamaild/daemon/check"
	"ppamaild/mailbox"
	"ppamaild/mailbox/message"
	"ppamaild/mailbox/origin"
	"ppamaild/sandbox"
	"ppamaild/sandbox/mailstack"
	"ppamaild/sandbox/play"
)

// A probe arrives in the mailbox of its address. The daemon classifies the probe as own mail.
func TestDeliveryFindsTheProbe(t *testing.T) {
	for name, host := range map[string]sandbox.Host{
		"in-process": inProcess(t), "Dovecot and Postfix": mailstack.Own(t),
	} {
		cfg := loaded(t, host)
		for _, to := range []string{play.Quotes, play.Reviews} {
			r := check.Delivery(t.Context(), cfg, to, time.Minute)
			if r.Err != nil || !strings.HasPrefix(r.Say(), "arrived in "+to+"/INBOX after ") {
				t.Errorf("%s, %s: %s", name, to, r.Say())
			}
		}
		m := newest(t, cfg.Mailbox.Customer)
		found := origin.Classifier{Addresses: []string{play.Quotes}}.Classify(m)
		if found.Kind != origin.Own || !strings.Contains(m.Subject, "test mail") {
			t.Errorf("%s: %s is %v: %s", name, m.Subject, found.Kind, found.Why)
		}
	}
}

// A probe to an address without a mailbox of the configuration is late. A refused address, a
// wrong password and a malformed address fail without a wait.
func TestDeliveryFails(t *testing.T) {
	host := inProcess(t)
	for name, c := range map[string]struct {
		to, says string
		edit     func(*config.Config)
	}{
		"elsewhere": {play.Lee, "no mailbox has the probe after 100ms", func(*config.Config) {}},
		"refused":   {"nobody@agency.test", "550", func(*config.Config) {}},
		"malformed": {"no address", "no address", func(*config.Config) {}},
		"password": {play.Reviews, "logging in", func(cfg *config.Config) {
			cfg.Mailbox.Agency.Password = config.NewSecret("wrong")
		}},
	} {
		cfg, limit := loaded(t, host), time.Minute
		if name == "elsewhere" {
			limit = 100 * time.Millisecond
		}
		c.edit(cfg)
		r := check.Delivery(t.Context(), cfg, c.to, limit)
		if r.Err == nil || !strings.Contains(r.Say(), c.says) {
			t.Errorf("%s: %q", name, r.Say())
		}
	}
}

func loaded(t *testing.T, host sandbox.Host) *config.Config {
	t.Helper()
	file, err := play.WriteConfig(t.TempDir(), host)
	must(t, err)
	cfg, err := config.Load(file)
	must(t, err)
	return cfg
}

// newest returns the last message of a mailbox.
func newest(t *testing.T, c config.MailboxAccount) *message.Message {
	t.Helper()
	r, err := mailbox.NewReader(mailbox.Account{
		Host: c.Host, Port: c.Port, TLS: string(c.TLS), RootCAs: c.RootCAs,
		Username: c.Username, Password: c.Password.Reveal(),
	})
	must(t, err)
	defer r.Close()
	validity, uids, err := r.Search(t.Context(), "INBOX", &imap.SearchCriteria{})
	must(t, err)
	if len(uids) == 0 {
		t.Fatal("the mailbox is empty")
	}
	all, err := r.Bodies(t.Context(), "INBOX", validity, uids[len(uids)-1:], 1<<20)
	must(t, err)
	m, err := message.Parse(strings.NewReader(string(all[0].Raw)), message.Limits{})
	must(t, err)
	return m
}

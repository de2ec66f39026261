package check_test

import (
	"strings"
	"testing"

	"ppamaild/config"
	"ppamaild/daemon/check"
	"ppamaild/sandbox"
	"ppamaild/sandbox/mailstack"
	"ppamaild/sandbox/play"
)

// A missing folder, watched or for copies, is reported with a list of the existing folders.
func TestCheckNamesTheFoldersThatThereAre(t *testing.T) {
	for name, host := range map[string]sandbox.Host{"in-process": inProcess(t), "Dovecot": mailstack.Start(t)} {
		file, err := play.WriteConfig(t.TempDir(), host)
		must(t, err)
		for key, edit := range map[string]func(*config.MailboxAccount){
			"folder":      func(c *config.MailboxAccount) { c.Folder = "Offers" },
			"sent_folder": func(c *config.MailboxAccount) { c.SentFolder, c.SaveSent = "Offers", false },
		} {
			cfg, err := config.Load(file)
			must(t, err)
			edit(&cfg.Mailbox.Customer)
			for r := range check.Configuration(t.Context(), cfg) {
				if r.What != "IMAP "+play.Quotes {
					continue
				}
				if said := r.Say(); r.Err == nil || !strings.Contains(said, `opening folder "Offers"`) || !strings.Contains(said, `there are ["`) || !strings.Contains(said, `"INBOX"`) {
					t.Errorf("%s, %s: %s", name, key, said)
				}
			}
		}
	}
}

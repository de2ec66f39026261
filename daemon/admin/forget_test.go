package admin

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ppamaild/config"
	"ppamaild/templates"
)

// The receipt names incomplete copies of the store, which a crash left and which have the erased
// data.
func TestForgetNamesIncompleteCopies(t *testing.T) {
	cfg := config.Default()
	cfg.Store.Path = filepath.Join(t.TempDir(), "ppamaild.db")
	before := otherCopies(cfg, templates.Embedded("en"))
	part := cfg.Store.Path + ".17.part"
	if err := os.WriteFile(part, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if now := otherCopies(cfg, templates.Embedded("en")); len(now) != len(before)+1 || !strings.Contains(strings.Join(now, "\n"), part) {
		t.Errorf("%q", now)
	}
}

// The receipt names an account for both mailboxes once.
func TestForgetNamesOneAccountOnce(t *testing.T) {
	cfg := config.Default()
	cfg.Mailbox.Customer.Address, cfg.Mailbox.Agency.Address = "quotes@agency.test", "quotes@agency.test"
	all := strings.Join(otherCopies(cfg, templates.Embedded("en")), "\n")
	if strings.Count(all, "quotes@agency.test") != 1 {
		t.Errorf("%s", all)
	}
}

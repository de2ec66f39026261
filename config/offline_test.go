package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Commands that reach no server need no secrets and no certificates. LoadOffline still reports
// other problems.
func TestLoadOffline(t *testing.T) {
	text := strings.NewReplacer(
		`password = "one"`, "password_file = \"none.secret\"\nca_file = \"none.pem\"",
		`password = "two"`, `password_env = "PPAMAILD_TEST_UNSET"`).Replace(sound) +
		"[store]\nencryption_key_file = \"none.key\"\n"
	file := filepath.Join(t.TempDir(), "ppamaild.toml")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(text)
	if _, err := Load(file); err == nil || strings.Count(err.Error(), "\n") != 3 {
		t.Errorf("who reaches servers is told: %v", err)
	}
	cfg, err := LoadOffline(file)
	if err != nil {
		t.Fatal(err)
	}
	if cfg.Store.Keys != nil || !strings.Contains(cfg.Store.Keyless, "store.encryption_key_file") {
		t.Errorf("keys %v, and why there are none: %q", cfg.Store.Keys, cfg.Store.Keyless)
	}
	write(strings.Replace(text, `password_file = "none.secret"`, "", 1))
	if _, err := LoadOffline(file); err == nil || !strings.Contains(err.Error(), "mailbox.customer.password: missing") {
		t.Errorf("a password that is not named: %v", err)
	}
}

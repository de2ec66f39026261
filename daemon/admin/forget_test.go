package admin

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ppamaild/config"
)

// A copy of the store that a crash cut short holds what is forgotten, and is named.
func TestForgettingNamesCopiesThatWereCutShort(t *testing.T) {
	cfg := config.Default()
	cfg.Store.Path = filepath.Join(t.TempDir(), "ppamaild.db")
	before := elsewhere(cfg)
	part := cfg.Store.Path + ".17.part"
	if err := os.WriteFile(part, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if now := elsewhere(cfg); len(now) != len(before)+1 || !strings.Contains(strings.Join(now, "\n"), part) {
		t.Errorf("%q", now)
	}
}

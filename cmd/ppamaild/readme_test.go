package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ppamaild/config"
)

// The README's first configuration loads as it stands, and has ten lines at most.
func TestReadmeConfigurationLoads(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	noError(t, err)
	found := regexp.MustCompile("(?s)```toml\n(.*?)```").FindSubmatch(readme)
	if found == nil {
		t.Fatal("the README holds no configuration")
	}
	if n := strings.Count(string(found[1]), "\n"); n > 10 {
		t.Errorf("it has %d lines", n)
	}
	t.Setenv("QUOTES_PASSWORD", "secret")
	file := filepath.Join(t.TempDir(), "ppamaild.toml")
	noError(t, os.WriteFile(file, found[1], 0o600))
	if _, err := config.Load(file); err != nil {
		t.Error(err)
	}
}

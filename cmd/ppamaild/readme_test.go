package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ppamaild/config"
)

// The README's first configuration loads unchanged, with the README's environment variable, and
// has at most ten lines.
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
	for _, name := range regexp.MustCompile(`_env = "(\w+)"`).FindAllStringSubmatch(string(found[1]), -1) {
		if !strings.Contains(string(readme), "\n    export "+name[1]+"=") {
			t.Errorf("nothing says to set %s", name[1])
		}
		t.Setenv(name[1], "secret")
	}
	file := filepath.Join(t.TempDir(), "ppamaild.toml")
	noError(t, os.WriteFile(file, found[1], 0o600))
	if _, err := config.Load(file); err != nil {
		t.Error(err)
	}
}

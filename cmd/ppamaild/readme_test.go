package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"ppamaild/config"
	"ppamaild/sandbox"
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

// The configuration for Exchange in the admin guide loads, with the agency's own settings.
func TestExchangeConfigurationLoads(t *testing.T) {
	guide, err := os.ReadFile("../../doc/admin.md")
	noError(t, err)
	found := regexp.MustCompile("(?s)```toml\n(\\[mailbox.customer\\].*?)```").FindSubmatch(guide)
	if found == nil {
		t.Fatal("the guide holds no configuration for Exchange")
	}
	before, rest, _ := strings.Cut(agencyText, "[mailbox.customer]")
	_, agency, _ := strings.Cut(rest, "[mailbox.agency]")
	agency, _, _ = strings.Cut(agency, "[smtp]")
	_, after, _ := strings.Cut(rest, "[store]")
	text := before + string(found[1]) + "[mailbox.agency]" + agency + "[store]" + after
	dir := t.TempDir()
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	noError(t, err)
	defer func() { noError(t, host.Close()) }()
	for _, file := range []struct{ name, text string }{
		{"ppamaild.toml", text}, {"quotes.secret", "secret"},
	} {
		noError(t, os.WriteFile(filepath.Join(dir, file.name), []byte(file.text), 0o600))
	}
	ca, err := os.ReadFile(host.CAFile())
	noError(t, err)
	noError(t, os.WriteFile(filepath.Join(dir, "agency-ca.pem"), ca, 0o600))
	if _, err := config.Load(filepath.Join(dir, "ppamaild.toml")); err != nil {
		t.Error(err)
	}
}

// documented matches a command in the text of a guide: in a code span, or indented.
var documented = regexp.MustCompile("(?m)(?:^ {4,}|`)(?:sudo )?(?:-u ppamaild )?(?:\\./)?ppamaild ([a-z][^`#\n\\\\]*)")

// Each command in a guide parses, and a test runs the command.
func TestGuidesNameCommandsThatTestsRun(t *testing.T) {
	guides, err := filepath.Glob("../../doc/*.md")
	noError(t, err)
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	noError(t, err)
	tests, err := filepath.Glob("*_test.go")
	noError(t, err)
	run := ""
	for _, file := range append(scripts, tests...) {
		text, err := os.ReadFile(file)
		noError(t, err)
		text = regexp.MustCompile(`(?m)^\s*(#|//|stdout|stderr).*`).ReplaceAll(text, nil) // words, not commands
		run += strings.NewReplacer(`", "`, " ", `"`, " ").Replace(string(text))
	}
	found := 0
	for _, file := range append(guides, "../../README.md") {
		text, err := os.ReadFile(file)
		noError(t, err)
		for _, command := range documented.FindAllStringSubmatch(string(text), -1) {
			found++
			args := strings.Fields(command[1])
			var c commands
			parser, err := newParser(&c, "ppamaild.toml")
			noError(t, err)
			path, err := kong.Trace(parser, args)
			noError(t, err)
			if path.Error != nil && !strings.Contains(path.Error.Error(), "expected") &&
				!strings.Contains(path.Error.Error(), "no such file") {
				t.Errorf("%s: ppamaild %s: %v", filepath.Base(file), command[1], path.Error)
			}
			if words := path.Command(); words == "" || !strings.Contains(run, " "+strings.Split(words, " <")[0]+" ") {
				t.Errorf("%s: no test runs ppamaild %s", filepath.Base(file), words)
			}
		}
	}
	if found < 40 {
		t.Errorf("%d commands in the guides", found)
	}
}

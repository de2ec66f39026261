package config

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A secret in a configuration that other users can read gives a warning.
func TestSecretsInAConfigurationThatOthersCanReadAreWarnedOf(t *testing.T) {
	text := strings.Replace(with(t, `password = "one"`, `password_env = "QUOTES"`), "[smtp]\n",
		"[smtp.agency]\nport = 465\ntls = \"implicit\"\n[planner]\nkind = \"llm\"\nmodel = \"m\"\nbase_url = \"https://model.test/v1\"\napi_key = \"hush\"\n[smtp]\nusername = \"quotes\"\npassword = \"hush\"\n", 1)
	t.Setenv("QUOTES", "hush")
	for mode, want := range map[os.FileMode]string{
		0o600: "", 0o660: "", 0o604: "mailbox.agency.password planner.api_key smtp.password", 0o602: "mailbox.agency.password planner.api_key smtp.password",
	} {
		file := filepath.Join(t.TempDir(), "agency.toml")
		if err := errors.Join(os.WriteFile(file, []byte(text), 0o600), os.Chmod(file, mode)); err != nil {
			t.Fatal(err)
		}
		cfg, err := Load(file)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, w := range cfg.Warnings() {
			got = append(got, w.Key)
			if said := w.String(); !strings.Contains(said, " and is world-readable ("+mode.String()+")") || strings.Contains(said, "hush") || !w.Insecure {
				t.Errorf("%s: %s", mode, said)
			}
		}
		if slices.Sort(got); strings.Join(got, " ") != want {
			t.Errorf("%s: warned of %q, want %q", mode, got, want)
		}
	}
}

// A secret that all users can read gives a warning for each key of the file. Group access is
// allowed, because the daemon may run as another user of the group.
func TestSecretsThatOthersCanReadAreWarnedOf(t *testing.T) {
	text := strings.Replace(with(t, `password = "one"`, `password_file = "quotes.secret"`), "[smtp]\n",
		"[smtp.agency]\nport = 465\ntls = \"implicit\"\n[smtp]\nusername = \"quotes\"\npassword_file = \"quotes.secret\"\n", 1)
	for mode, want := range map[os.FileMode][]string{
		0o600: nil,
		0o640: nil,
		0o644: {"mailbox.customer.password_file", "smtp.password_file"},
		0o606: {"mailbox.customer.password_file", "smtp.password_file"},
	} {
		dir := t.TempDir()
		file := filepath.Join(dir, "quotes.secret")
		if err := os.WriteFile(file, []byte("hush\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(file, mode); err != nil {
			t.Fatal(err)
		}
		cfg, err := load(dir, text)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, w := range cfg.Warnings() {
			got = append(got, w.Key)
			if said := w.String(); !strings.Contains(said, "this file is world-readable ("+mode.String()+")") || strings.Contains(said, "hush") || !w.Insecure {
				t.Errorf("%s: %s", mode, said)
			}
		}
		if strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%s: warned of %q, want %q", mode, got, want)
		}
	}
}

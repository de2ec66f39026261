package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ppamaild/sandbox/localca"
)

// The console sends no session over a network without TLS, and has an address for browsers.
func TestConsole(t *testing.T) {
	const both = "cert_file = \"cert.pem\"\nkey_file = \"key.pem\""
	const loopback = "[console]\nlisten = \"127.0.0.1:8080\"\n"
	const twice = "admins = [\"lee@agency.test\", \"LEE@agency.test\"]"
	const hook = "[[console.webhook]]\nurl = \"https://crm.test\"\n"
	key := "whsec_" + strings.Repeat("AAAA", 8)
	for toml, want := range map[string]string{
		loopback: "",
		loopback + "url = \"https://console.agency.test\"": "",
		loopback + "url = \"http://localhost:8080\"":       "",
		loopback + "url = \"http://console.agency.test\"":  "console.url: found",
		loopback + "url = \"https://agency.test/console\"": "console.url: found",
		"[console]\nurl = \"https://console.agency.test\"": "",
		"[console]\nurl = \"console.agency.test\"":         "console.url: found",
		loopback + "cert_file = \"cert.pem\"":              "console.key_file: missing; required with cert_file",
		"[console]\nlisten = \"0.0.0.0:8080\"":             "console.listen: found",
		"[console]\nlisten = \"8080\"":                     "console.listen: found",
		loopback + "admins = [\"lee@agency.test\"]":        "",
		loopback + "admins = [\"eve@agency.test\"]":        "console.admins[0]: found",
		loopback + "admins = [\"Lee\"]":                    "console.admins[0]: found",
		loopback + "admins = \"lee@agency.test\"":          "console.admins: found",
		loopback + twice:                                 "console.admins[1]: found",
		hook + "secret = \"" + key + "\"":                "",
		hook + "secret = \"whsec_AAAA\"":                 "console.webhook[0].secret: found ***",
		hook + "secret = \"" + key[6:] + "\"":            "console.webhook[0].secret: found ***",
		hook:                                             "console.webhook[0].secret: missing",
		hook + "secret_env = \"NO_SUCH_HOOK\"":           "console.webhook[0].secret_env: environment",
		hook + "events = [\"review\"]":                   "console.webhook[0].events[0]: found",
		hook + "retries = 3":                             "retries",
		"[[console.webhook]]":                            "console.webhook[0].url: missing",
		"[[console.webhook]]\nurl = \"http://crm.test\"": "console.webhook[0].url: found",
		strings.Repeat(hook+"secret = \""+key+"\"\n", 2): "console.webhook[1].url: found",
		loopback + both:                                  "console.cert_file: found \"cert.pem\"; allowed: a PEM file (no such file or directory, as seen from HERE)",
	} {
		got := strings.Join(problems(t, sound+toml+"\n"), "\n")
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s:\ngot  %s\nwant %s", toml, got, want)
		}
	}
}

// A wrong file for TLS is a problem of the key that names the file. Commands without a console read
// neither file.
func TestConsoleFiles(t *testing.T) {
	dir := t.TempDir()
	files, err := localca.Write(dir, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	other, err := localca.Write(t.TempDir(), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("text.pem", "no certificate")
	write("broken.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")
	for _, c := range []struct{ cert, key, want string }{
		{"cert.pem", "key.pem", ""},
		{files.Cert, files.Key, ""},
		{"cert.pem", "none.pem", `console.key_file: found "none.pem"; allowed: a PEM file (no such file`},
		{"none.pem", "key.pem", `console.cert_file: found "none.pem"; allowed: a PEM file (no such file`},
		{"cert.pem", ".", `console.key_file: found "."; allowed: a PEM file (not a regular file)`},
		{"text.pem", "key.pem", "console.cert_file: found \"text.pem\"; allowed: a PEM file with a block CERTIFICATE"},
		{"cert.pem", "cert.pem", "console.key_file: found \"cert.pem\"; allowed: a PEM file with a block PRIVATE KEY"},
		{"broken.pem", "key.pem", "console.cert_file: found \"broken.pem\"; allowed: the certificate of the key"},
		{"cert.pem", other.Key, "private key does not match public key"},
		{"", "key.pem", "console.cert_file: missing; required with key_file"},
		{"cert.pem", "key.pem\"\nurl = \"http://localhost:8443", "console.url: found \"http://localhost:8443\"; allowed: https"},
		{"cert.pem", "key.pem\"\nlisten = \"0.0.0.0:8443", "console.url: missing; required with a listen address for all"},
	} {
		text := fmt.Sprintf("[console]\ncert_file = %q\nkey_file = \"%s\"\n", c.cert, c.key)
		if !strings.Contains(text, "listen") {
			text += "listen = \"192.0.2.1:8443\"\n"
		}
		cfg, err := load(dir, sound+text)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%+v: %v", c, err)
		case c.want == "" && (cfg.Console.CertFile != files.Cert || cfg.Console.KeyFile != files.Key):
			t.Errorf("%+v: the files are %+v", c, cfg.Console)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%+v:\ngot  %v\nwant %s", c, err, c.want)
		}
	}
}

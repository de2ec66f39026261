package config

import (
	"strings"
	"testing"
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
		loopback + "cert_file = \"cert.pem\"":              "console.cert_file: found one file",
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
		loopback + both:                                  "console.cert_file: open",
	} {
		got := strings.Join(problems(t, sound+toml+"\n"), "\n")
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s:\ngot  %s\nwant %s", toml, got, want)
		}
	}
}

package config

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ppamaild/store/crypt"
)

func TestEncryptionKeys(t *testing.T) {
	key := base64.StdEncoding.EncodeToString(make([]byte, crypt.KeySize))
	t.Setenv("STORE_KEYS", key)
	t.Setenv("NO_KEYS", "")
	t.Setenv("BAD_KEYS", "c2VjcmV0")
	for name, c := range map[string]struct {
		line, credentials string
		mode              os.FileMode
		want              string // "": the key is there
	}{
		"file":                {`encryption_key_file = "store.key"`, "", 0o600, ""},
		"file of others":      {`encryption_key_file = "store.key"`, "", 0o640, "other users can read the file (-rw-r-----); run chmod 600 store.key"},
		"no file":             {`encryption_key_file = "none.key"`, "", 0o600, "no such file"},
		"variable":            {`encryption_key_env = "STORE_KEYS"`, "", 0o600, ""},
		"empty variable":      {`encryption_key_env = "NO_KEYS"`, "", 0o600, "environment variable NO_KEYS is not set"},
		"no key in it":        {`encryption_key_env = "BAD_KEYS"`, "", 0o600, "32 bytes in base64"},
		"both":                {"encryption_key_file = \"store.key\"\nencryption_key_env = \"STORE_KEYS\"", "", 0o600, "one of the two"},
		"credential":          {`encryption_key_file = "$CREDENTIALS_DIRECTORY/store.key"`, ".", 0o440, ""},
		"outside of the unit": {`encryption_key_file = "$CREDENTIALS_DIRECTORY/store.key"`, "", 0o600, "only the daemon's unit"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, "store.key")
			if err := os.WriteFile(file, []byte(key+"\n"), c.mode); err != nil {
				t.Fatal(err)
			}
			if c.credentials != "" {
				c.credentials = dir
			}
			t.Setenv("CREDENTIALS_DIRECTORY", c.credentials)
			cfg, err := load(dir, sound+"[store]\n"+c.line+"\n")
			said := ""
			switch {
			case err != nil:
				said = err.Error()
			default:
				said = cfg.Store.Keyless
				if _, has := cfg.Store.Keys.Newest(); has != (c.want == "") {
					t.Errorf("there is a key: %t", has)
				}
			}
			if !strings.Contains(said, c.want) || (c.want == "") != (said == "") || strings.Contains(said, "c2VjcmV0") {
				t.Errorf("%q, want %q", said, c.want)
			}
		})
	}
}

func TestRetention(t *testing.T) {
	for days, want := range map[string]string{"0": "", "2557": "", "400": "warned", "-1": "refused"} {
		cfg, err := load("", sound+"[privacy]\nretention_days = "+days+"\n")
		got := ""
		switch {
		case err != nil && strings.Contains(err.Error(), "privacy.retention_days: "):
			got = "refused"
		case err != nil:
			t.Error(err)
		case len(cfg.Warnings()) == 1 && cfg.Warnings()[0].Key == "privacy.retention_days":
			got = "warned"
		}
		if got != want {
			t.Errorf("%s days: %q (%v)", days, got, err)
		}
	}
}

// A password may be a credential of the unit, too.
func TestPasswordIsACredential(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "quotes.secret")
	if err := os.WriteFile(file, []byte("from systemd\n"), 0o440); err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(sound, `password = "one"`,
		`password_file = "$CREDENTIALS_DIRECTORY/quotes.secret"`, 1)
	t.Setenv("CREDENTIALS_DIRECTORY", dir)
	cfg, err := load(t.TempDir(), changed)
	if err != nil || cfg.Mailbox.Customer.Password.Reveal() != "from systemd" {
		t.Errorf("%v", err)
	}
	t.Setenv("CREDENTIALS_DIRECTORY", "")
	_, err = load(t.TempDir(), changed)
	if err == nil || !strings.Contains(err.Error(), "mailbox.customer.password_file") {
		t.Errorf("outside of the unit: %v", err)
	}
}

package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ppamaild/sandbox/oauth"
	"ppamaild/sandbox/play"
)

// login prints the address for the consent, waits, and prints the result.
func TestLogin(t *testing.T) {
	endpoint := oauth.New(oauth.Options{Clients: []oauth.Client{{ID: "public"}}})
	defer endpoint.Close()
	path := configWith(t, "")
	text, err := os.ReadFile(path)
	noError(t, err)
	by := "auth = \"oauth2\"\nclient_id = \"public\"\nrefresh_token_file = \"refresh.secret\"\nscopes = [\"mail\", \"offline_access\"]\n" +
		"token_url = \"" + endpoint.TokenURL() + "\"\ndevice_url = \"" + endpoint.DeviceURL() + "\"\n"
	text = bytes.Replace(text, []byte("password = \"secret\"\n"), []byte(by), 1)
	noError(t, os.WriteFile(path, text, 0o600))

	self, err := os.Executable()
	noError(t, err)
	cmd := exec.CommandContext(t.Context(), self, "login", "--config", path, "mailbox.customer")
	out, err := cmd.StdoutPipe()
	noError(t, err)
	cmd.Stderr = os.Stderr
	noError(t, cmd.Start())
	output := make([]byte, 1000)
	n, err := out.Read(output)
	noError(t, err)
	asks := regexp.MustCompile(`^Open (\S+/enter), enter the code (\S+), and log in as the account of mailbox\.customer there\.\n$`).FindSubmatch(output[:n])
	if asks == nil {
		t.Fatalf("it says %q", output[:n])
	}
	endpoint.Enter(string(asks[2]), play.Quotes, true)
	rest, err := io.ReadAll(out)
	noError(t, err)
	noError(t, cmd.Wait())
	file := filepath.Join(filepath.Dir(path), "refresh.secret")
	if !strings.Contains(string(rest), "is in "+file+".") {
		t.Errorf("it says %q", rest)
	}
	if token, err := os.ReadFile(file); err != nil || !strings.HasPrefix(string(token), "refresh-") {
		t.Errorf("%q, %v", token, err)
	}
}

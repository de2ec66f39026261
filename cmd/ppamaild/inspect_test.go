package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Control characters of a mail do not reach the terminal. inspect shows a staff mail as the
// daemon would execute it.
func TestInspectInWords(t *testing.T) {
	const header = "From: Lee <lee@agency.test>\r\nTo: reviews@agency.test\r\nMessage-ID: <2@agency.test>\r\nIn-Reply-To: <1@agency.test>\r\n\r\n"
	for body, want := range map[string]string{
		"hi \x1b[2J\u202Ethere\r\n":                 "own | hi \uFFFD[2J\uFFFDthere\n",
		"REVISE crm: last year too\r\n":             "command      REVISE crm: last year too\n",
		"SEND:\r\nHello.\r\nSee you.\r\n":           "command      SEND Hello. / See you.\n",
		"EDIT:\r\nDear Alice,\r\nwhich year is it?": "edit_text    Dear Alice, / which year is it?\n",
		"REJECT: ask for the VIN\r\n":               "in_reply_to  1@agency.test\n",
	} {
		file := filepath.Join(t.TempDir(), "mail.eml")
		noError(t, os.WriteFile(file, []byte(header+body), 0o600))
		var out bytes.Buffer
		if code := execute(t.Context(), []string{"inspect", "--staff", "lee@agency.test", file}, &out, &out); code != exitDone {
			t.Fatalf("exit code %d\n%s", code, &out)
		}
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q: no %q in\n%s", body, want, &out)
		}
	}
}

func TestFinding10InspectKnowsHowStaffSign(t *testing.T) {
	dir := t.TempDir()
	file, cfg := filepath.Join(dir, "mail.eml"), filepath.Join(dir, "config.toml")
	mail := "From: lee@agency.test\r\nTo: reviews@agency.test\r\nMessage-ID: <2@agency.test>\r\n\r\nACCEPT\r\n\r\nLee Tran\r\nHarbor\r\n"
	noError(t, os.WriteFile(file, []byte(mail), 0o600))
	example, err := os.ReadFile("../../config.example.toml")
	noError(t, err)
	named := strings.Replace(string(example), "Sunrise Insurance Agency", "Harbor", 1)
	noError(t, os.WriteFile(cfg, []byte(named), 0o600))
	for _, tt := range []struct {
		want string
		args []string
	}{
		{"unclear", []string{"--staff", "lee@agency.test"}},
		{"unclear", []string{"--staff", "Ann Other <lee@agency.test>"}},
		{"accept", []string{"--staff", "Lee Tran <lee@agency.test>", "--config", cfg}},
	} {
		var out bytes.Buffer
		if code := execute(t.Context(), append([]string{"inspect", file}, tt.args...), &out, &out); code != exitDone {
			t.Fatalf("%q: exit code %d\n%s", tt.args, code, &out)
		}
		if !strings.Contains(out.String(), "verdict     "+tt.want) {
			t.Errorf("%q is not %s:\n%s", tt.args, tt.want, &out)
		}
	}
}

package mailstack

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestSetupDebian runs scripts/setup-debian with fake programs, for a user without permission
// to install.
func TestSetupDebian(t *testing.T) {
	for name, test := range map[string]struct {
		dpkgQuery string
		fails     bool
		says      string
	}{
		"all there":       {`echo "ii "`, false, ""},
		"postfix removed": {`case "$*" in *postfix) echo "rc " ;; *) echo "ii " ;; esac`, true, "apt-get install postfix\n"},
		"nothing known": {`exit 1`, true, "apt-get install dovecot-imapd dovecot-lmtpd postfix swaks curl chromium poppler-utils postgresql prometheus systemd zsh fish " +
			"mmdebstrap lintian man-db zstd nodejs npm\n"},
	} {
		t.Run(name, func(t *testing.T) {
			bin := t.TempDir()
			for program, script := range map[string]string{
				"dpkg-query": test.dpkgQuery,
				"id":         "echo 1000",
				"apt-get":    "echo installing; exit 1",
				"npm":        "exit 1", // installed without apt
			} {
				if program == "npm" && name == "nothing known" {
					continue
				}
				if err := os.WriteFile(filepath.Join(bin, program), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			setup := exec.CommandContext(t.Context(), "../../scripts/setup-debian")
			setup.Env = []string{"PATH=" + bin}
			out, err := setup.CombinedOutput()
			if (err != nil) != test.fails || !strings.HasSuffix(string(out), test.says) || test.says == "" && len(out) > 0 {
				t.Errorf("got %v and %q, want %q", err, out, test.says)
			}
		})
	}
}

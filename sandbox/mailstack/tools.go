package mailstack

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Debian's paths for dovecot-imapd, dovecot-lmtpd and postfix.
const (
	dovecotPath  = "/usr/sbin/dovecot"
	imapPath     = "/usr/lib/dovecot/imap"
	lmtpPath     = "/usr/lib/dovecot/lmtp"
	postconfPath = "/usr/sbin/postconf"
	postmapPath  = "/usr/sbin/postmap"
)

// tools are the programs of this machine that the stack uses.
type tools struct {
	daemonDir      string // directory of Postfix's daemons
	dovecotVersion string
	postfixVersion string
}

// findTools finds the programs, or returns an error with instructions.
func findTools(ctx context.Context) (tools, error) {
	if os.Geteuid() != 0 {
		return tools{}, errors.New("the mail servers need root: they change to users of their own")
	}
	if missing := missingPackages(exists); missing != "" {
		return tools{}, fmt.Errorf("the mail servers are not installed: run scripts/setup-debian, or apt-get install %s", missing)
	}
	dovecot, err := output(ctx, dovecotPath, "--version")
	if err != nil {
		return tools{}, err
	}
	if !strings.HasPrefix(dovecot, "2.3.") {
		return tools{}, fmt.Errorf("found Dovecot %s: its configuration here is written for 2.3", dovecot)
	}
	postfix, err := output(ctx, postconfPath, "-dh", "mail_version")
	if err != nil {
		return tools{}, err
	}
	daemonDir, err := output(ctx, postconfPath, "-dh", "daemon_directory")
	if err != nil {
		return tools{}, err
	}
	version, _, _ := strings.Cut(dovecot, " ")
	return tools{daemonDir: daemonDir, dovecotVersion: version, postfixVersion: postfix}, nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func missingPackages(has func(path string) bool) string {
	var missing []string
	for _, p := range []struct{ name, program string }{
		{"dovecot-imapd", imapPath}, {"dovecot-lmtpd", lmtpPath}, {"postfix", postconfPath},
	} {
		if !has(p.program) {
			missing = append(missing, p.name)
		}
	}
	return strings.Join(missing, " ")
}

// output runs a program and returns its trimmed output.
func output(ctx context.Context, program string, args ...string) (string, error) {
	out, err := exec.CommandContext(ctx, program, args...).Output()
	if err != nil {
		return "", fmt.Errorf("running %s: %w", filepath.Base(program), err)
	}
	return strings.TrimSpace(string(out)), nil
}

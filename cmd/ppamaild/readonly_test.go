package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
)

// onReadOnly runs a command with the files of a folder on a disk that can only be read: a
// tmpfs that nobody else sees.
const onReadOnly = `set -e
mount -t tmpfs -o size=64m tmpfs "$2"
cp "$1"/ppamaild.toml "$1"/ppamaild.db "$2"
mount -o remount,ro "$2"
shift 2
exec "$@"`

// On a disk that became read-only nothing starts, and what is said helps; the store can
// still be checked, and a backup of it be taken.
func TestReadOnlyDisk(t *testing.T) {
	if out, err := exec.CommandContext(t.Context(), "unshare", "--mount", "true").CombinedOutput(); err != nil {
		t.Skipf("nothing may be mounted here: %v %s", err, out)
	}
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	noError(t, err)
	t.Cleanup(func() { noError(t, host.Close()) })
	from, to := t.TempDir(), t.TempDir()
	file, err := play.WriteConfig(from, host)
	noError(t, err)
	d := &process{config: file, log: filepath.Join(from, "daemon.log")}
	noError(t, d.start(t.Context()))
	noError(t, d.stop())
	self, err := os.Executable()
	noError(t, err)
	copied := filepath.Join(t.TempDir(), "copy.db")
	for _, c := range []struct{ command, says string }{
		{"run", "read-only file system"},
		{"threads list", "store check and backup work all the same"},
		{"store check", "is sound"},
		{"backup " + copied, "checked"},
	} {
		words := append(strings.Fields(c.command), "--config", filepath.Join(to, "ppamaild.toml"))
		args := append([]string{"--mount", "sh", "-c", onReadOnly, "sh", from, to, self}, words...)
		out, err := exec.CommandContext(t.Context(), "unshare", args...).CombinedOutput()
		if !strings.Contains(string(out), c.says) || (err != nil) != (c.says != "is sound" && c.says != "checked") {
			t.Errorf("ppamaild %s: %v\n%s", c.command, err, out)
		}
	}
	if _, err := os.Stat(copied); err != nil {
		t.Error(err)
	}
}

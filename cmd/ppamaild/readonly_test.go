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

// onReadOnly runs a command with the files of a folder on a read-only tmpfs in a private mount
// namespace.
const onReadOnly = `set -e
mount -t tmpfs -o size=64m tmpfs "$2"
cp "$1"/ppamaild.toml "$1"/ppamaild.db "$2"
mount -o remount,ro "$2"
shift 2
exec "$@"`

// On a read-only disk the daemon does not start, and the error says what to do. store check and
// backup still work.
func TestReadOnlyDisk(t *testing.T) {
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
	mounted := exec.CommandContext(t.Context(), "unshare", "--mount", "true").Run() == nil
	for _, c := range []struct {
		command, says string
		works         bool
	}{
		{"run", "read-only file system", false},
		{"threads list", "store check and backup still work", false},
		{"store check", "is sound", true},
		{"backup " + copied, "verified)", true},
	} {
		words := append([]string{self}, strings.Fields(c.command)...)
		switch {
		case mounted:
			words = append([]string{"unshare", "--mount", "sh", "-c", onReadOnly, "sh", from, to}, append(words, "--config", filepath.Join(to, "ppamaild.toml"))...)
		case c.works:
			words = append(words, "--config", file)
		default:
			t.Logf("ppamaild %s: nothing may be mounted here, so that its disk can be written", c.command)
			continue
		}
		out, err := exec.CommandContext(t.Context(), words[0], words[1:]...).CombinedOutput()
		if !strings.Contains(string(out), c.says) || (err == nil) != c.works {
			t.Errorf("ppamaild %s: %v\n%s", c.command, err, out)
		}
	}
	if _, err := os.Stat(copied); err != nil {
		t.Error(err)
	}
}

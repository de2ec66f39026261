package main

import (
	"net"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"

	"ppamaild/sandbox"
)

// The daemon speaks the protocol of systemd: ready, watchdog, reloading with the time, ready again,
// stopping.
func TestSystemdIsNotified(t *testing.T) {
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	noError(t, err)
	t.Cleanup(func() { noError(t, host.Close()) })
	dir, err := os.MkdirTemp("", "") // the path of a socket is short
	noError(t, err)
	t.Cleanup(func() { noError(t, os.RemoveAll(dir)) })
	socket := filepath.Join(dir, "notify")
	from, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
	noError(t, err)
	t.Cleanup(func() { noError(t, from.Close()) })
	t.Setenv("NOTIFY_SOCKET", socket)
	t.Setenv("WATCHDOG_USEC", "400000")
	d := serve(t, host)

	waits := func(want string) {
		t.Helper()
		noError(t, from.SetReadDeadline(time.Now().Add(time.Minute)))
		for b := make([]byte, 4096); ; {
			n, err := from.Read(b)
			if err != nil {
				t.Fatalf("no %s: %v", want, err)
			}
			if strings.HasPrefix(string(b[:n]), want) {
				return
			}
		}
	}
	waits("READY=1")
	waits("WATCHDOG=1")
	waits("WATCHDOG=1")
	noError(t, d.cmd.Process.Signal(syscall.SIGHUP))
	waits("RELOADING=1\nMONOTONIC_USEC=")
	waits("READY=1")
	waits("WATCHDOG=1")
	noError(t, d.cmd.Process.Signal(syscall.SIGTERM))
	waits("STOPPING=1")
}

func TestVersionHasCommitAndDay(t *testing.T) {
	built := []debug.BuildSetting{
		{Key: "vcs.time", Value: "2026-03-01T12:00:00Z"},
		{Key: "vcs.revision", Value: "0123456789abcdef"},
	}
	if got := commitOf(built); got != " (0123456789ab, 2026-03-01)" {
		t.Errorf("%q", got)
	}
	if got := commitOf(built[:1]); got != "" {
		t.Errorf("without a commit: %q", got)
	}
}

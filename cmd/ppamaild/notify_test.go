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
	"ppamaild/sandbox/play"
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
	d := serve(t, host, "[log]\nlevel = \"debug\"\n")
	alice, err := sandbox.NewPerson(t.Context(), host, "Alice Moreno", play.Alice)
	noError(t, err)

	pings := 0
	waits := func(want string) {
		t.Helper()
		noError(t, from.SetReadDeadline(time.Now().Add(time.Minute)))
		for b := make([]byte, 4096); ; {
			n, err := from.Read(b)
			if err != nil {
				t.Fatalf("no %s: %v", want, err)
			}
			pings += strings.Count(string(b[:n]), "WATCHDOG=1")
			if strings.HasPrefix(string(b[:n]), want) {
				return
			}
		}
	}
	waits("READY=1")
	waits("WATCHDOG=1")
	waits("WATCHDOG=1")

	// The reload waits a few seconds for a mail that is being sent.
	host.Inject(sandbox.Fault{Recipient: play.Lee, Delay: time.Minute})
	_, err = alice.Send(t.Context(), sandbox.Mail{To: []string{play.Quotes}, Subject: "Quote please", Text: "Please quote my car."})
	noError(t, err)
	d.logged(t, "connected and logged in\" component=sender")
	for drained := false; !drained; { // messages from before the reload
		noError(t, from.SetReadDeadline(time.Now().Add(time.Millisecond)))
		_, err := from.Read(make([]byte, 4096))
		drained = err != nil
	}
	noError(t, d.cmd.Process.Signal(syscall.SIGHUP))
	pings = 0
	waits("RELOADING=1\nMONOTONIC_USEC=")
	if pings < 5 {
		t.Errorf("systemd got %d messages during the reload", pings)
	}
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

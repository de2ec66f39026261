package daemon_test

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"ppamaild/sandbox"
	"ppamaild/sandbox/mailstack"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

const ownProcess = "PPAMAILD_TEST_OWN_PROCESS"

// apart reports whether this process belongs to the test alone, and else runs the test in a
// child process. diskFull affects all files of a process, even the log of go test.
func apart(t *testing.T) bool {
	t.Helper()
	if os.Getenv(ownProcess) == t.Name() {
		return true
	}
	self, err := os.Executable()
	must(t, err)
	cmd := exec.CommandContext(t.Context(), self, "-test.run", "^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), ownProcess+"="+t.Name(), mailstack.ReportVariable+"=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	return false
}

// diskFull has no file of this process grow or change until room is called.
func diskFull(t *testing.T) (room func()) {
	t.Helper()
	var before syscall.Rlimit
	must(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before))
	must(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 0, Max: before.Max}))
	room = func() { must(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before)) }
	t.Cleanup(room)
	return room
}

// While the disk is full, the daemon accepts, decides and sends nothing, and logs the fault
// once. When there is room again, work resumes with nothing lost, duplicated or given up.
func TestFullDiskStopsAndGoesOn(t *testing.T) {
	parallel(t)
	if !apart(t) {
		return
	}
	a := open(t, inProcess(t))
	review := a.asks()
	room := diskFull(t)
	a.replies(a.lee, review, "ACCEPT")
	a.writes(a.bob, sandbox.Mail{Subject: "Bob's car", Text: "Please quote my 2018 Subaru Outback. Bob Miller, 1420 SE Taylor St, Portland, OR 97214."})
	a.logs("disk full: paused", 1)
	a.getsNothing(a.alice)
	time.Sleep(5 * time.Second) // several attempts
	room()
	a.logs("the store works again", 1)
	a.gets(a.alice, "Quote please")
	a.gets(a.lee, "Questions to Bob")
	a.getsNothing(a.alice)
	// A commit that began before the disk was full may resume the work once.
	if n := strings.Count(a.log.String(), "disk full: paused"); n > 2 {
		t.Errorf("the log says so %d times", n)
	}
	for _, d := range a.threads() {
		if d.Status == store.ThreadHandedOver {
			t.Errorf("%s was handed over", d.Thread)
		}
	}
}

// The outcome of a mail sent while the disk filled up is recorded once there is room. The mail
// is neither sent again nor uncertain.
func TestFullDiskForgetsNoOutcome(t *testing.T) {
	parallel(t)
	if !apart(t) {
		return
	}
	host := inProcess(t)
	a := open(t, host)
	review := a.asks()
	full := make(chan struct{})
	host.Inject(sandbox.Fault{Recipient: play.Alice, Until: full})
	a.replies(a.lee, review, "ACCEPT")
	a.unsent(play.Alice, store.MailSending)
	room := diskFull(t)
	close(full)
	a.gets(a.alice, "Quote please")
	a.logs("disk full: paused", 1)
	room()
	a.logs("the store works again", 1)
	a.settles(1)
	a.getsNothing(a.alice)
	a.delivered(play.Alice) // a commit from before may have said early that the store works
	for _, m := range a.threads()[0].Mails {
		if m.Kind == store.MailCustomer && (m.Status != store.MailSent || m.Attempts != 1) {
			t.Errorf("mail %d is %s after %d attempts", m.ID, m.Status, m.Attempts)
		}
	}
}

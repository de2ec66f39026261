package daemon_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ppamaild/agent/task"
	"ppamaild/daemon/internal/guard"
	"ppamaild/reading"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/sandbox/raced"
	"ppamaild/store"
)

const workLimit = raced.Slowdown * 3 * time.Second

// hanging opens an agency with a reader that never ends on the text of unreadable. tries counts
// its readings.
func hangingReader(t *testing.T) (a *agency, tries *atomic.Int32) {
	t.Helper()
	tries, ended := new(atomic.Int32), make(chan struct{})
	a = open(t, inProcess(t), func(a *agency) {
		a.limit = workLimit
		a.cfg.Metrics.Listen = "127.0.0.1:0"
		a.reader = func(in reading.Input) reading.Reading {
			if strings.Contains(in.Text, unreadable) {
				tries.Add(1)
				<-ended
			}
			return reading.Read(in)
		}
	})
	t.Cleanup(func() { close(ended) })
	return a, tries
}

// A mail with an endless reading goes to staff once. Other mail is handled meanwhile. A restart
// does not read the mail again.
func TestFinding1AnEndlessReadingIsEndedAndGoesToStaffOnce(t *testing.T) {
	a, tries := hangingReader(t)
	a.writes(a.alice, sandbox.Mail{Subject: "My car", Text: "Please quote my 2019 Honda Civic. " + unreadable})
	a.writes(a.bob, sandbox.Mail{Subject: "Another car", Text: incomplete})
	a.gets(a.lee, "Questions to")
	over := a.gets(a.lee, "Over to you")
	says(t, over, "took longer than "+workLimit.String(), unreadable)
	a.logs(`unit="event of thread `+over.Subject[1:9]+`"`, 1)
	a.measures("ppamaild_work_timeouts_total 1", "ppamaild_work_running_late 1")
	once := tries.Load()
	a.stop()
	a.start()
	a.writes(a.bob, sandbox.Mail{Subject: "A third car", Text: incomplete})
	a.gets(a.lee, "Questions to")
	if n := tries.Load(); once != 1 || n != once {
		t.Errorf("the mail was read %d times, then %d times", once, n)
	}
}

// A message with endless parsing is quarantined at the first attempt. Other messages are routed.
func TestFinding1AnEndlessParserQuarantinesItsMessage(t *testing.T) {
	ended := make(chan struct{})
	var tries atomic.Int32
	a := open(t, inProcess(t), always, func(a *agency) {
		a.limit = workLimit
		a.dns = func(ctx context.Context, _ string) ([]string, error) {
			defer guard.Work(ctx)() // waiting for DNS does not count
			tries.Add(1)
			<-ended
			return nil, nil
		}
	})
	t.Cleanup(func() { close(ended) })
	a.sendAsLee(signed(t, strings.Join([]string{"From: Lee Tran <" + play.Lee + ">", "To: " + play.Reviews, "Subject: A task",
		"Message-ID: <task@agency.test>", "Date: Fri, 20 Nov 2026 10:00:00 -0800", "", "Compare the quotes.", ""}, "\r\n")))
	says(t, a.gets(a.lee, "could not be read"), "took longer than "+workLimit.String())
	a.writes(a.bob, sandbox.Mail{Subject: "Another car", Text: incomplete})
	a.gets(a.lee, "Questions to")
	if n, q := tries.Load(), a.inbound(store.InboundQuarantined); n != 1 || len(q) != 1 {
		t.Errorf("%d attempts; quarantined: %+v", n, q)
	}
}

// An agent with an endless computation ends its task, and staff get the task. Other mail is
// handled meanwhile.
func TestFinding1AnEndlessAgentEndsItsTask(t *testing.T) {
	ended := make(chan struct{})
	d := &desk{says: func(task.Assignment, string, int) task.Result {
		<-ended
		return task.Result{}
	}}
	a := open(t, inProcess(t), withDesk(d), func(a *agency) { a.limit = workLimit })
	t.Cleanup(func() { close(ended) })
	a.replies(a.lee, a.tasks(hendersons), "ACCEPT")
	a.writes(a.bob, sandbox.Mail{Subject: "Another car", Text: incomplete})
	a.gets(a.lee, "Questions to")
	says(t, a.gets(a.lee, "Stopped"), "took longer than "+workLimit.String())
}

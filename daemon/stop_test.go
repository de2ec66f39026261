package daemon_test

import (
	"context"
	"testing"
	"time"

	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// A server that does not answer can't prevent the daemon's end. Mails not fully sent leave at
// the next start; staff decide about mails with an unknown outcome.
func TestStopDoesNotWaitForAServerThatHangs(t *testing.T) {
	const hangs = time.Minute
	for name, c := range map[string]struct {
		fault sandbox.Fault
		want  store.MailStatus // after the stop
		then  string           // subject of what staff get after the next start
	}{
		"before the mail":     {sandbox.Fault{Recipient: play.Alice, Delay: hangs}, store.MailQueued, ""},
		"after the final dot": {sandbox.Fault{Recipient: play.Alice, Delay: hangs, Drop: true}, store.MailSending, "Did this mail arrive"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			host := inProcess(t)
			a := open(t, host)
			review := a.asks()
			host.Inject(c.fault)
			a.replies(a.lee, review, "ACCEPT")
			a.gets(a.lee, "Done")
			a.unsent(play.Alice, c.want)
			time.Sleep(200 * time.Millisecond) // for the server to have the mail before it
			began := time.Now()
			a.stop()
			if took := time.Since(began); took > 15*time.Second {
				t.Errorf("stopping took %v", took)
			}
			if m := a.lastTo(play.Alice); m.Status != c.want {
				t.Errorf("the mail is %s, want %s", m.Status, c.want)
			}
			a.start()
			if c.then != "" {
				a.gets(a.lee, c.then)
				return
			}
			a.gets(a.alice, "Quote please")
			a.getsNothing(a.alice)
		})
	}
}

// A mail that a server defers during the stop has certainly not left, so staff are not asked.
func TestARefusalDuringTheStopIsKnown(t *testing.T) {
	host := inProcess(t)
	a := open(t, host)
	review := a.asks()
	host.Inject(sandbox.Fault{Recipient: play.Alice, Delay: time.Second, Code: 451, Lost: true})
	a.replies(a.lee, review, "ACCEPT")
	a.gets(a.lee, "Done")
	time.Sleep(200 * time.Millisecond) // for the server to have the mail before it
	a.stop()
	if m := a.lastTo(play.Alice); m.Status != store.MailRetrying {
		t.Errorf("the mail is %s", m.Status)
	}
}

// lastTo returns the newest mail to an address, of a daemon that was stopped.
func (a *agency) lastTo(address string) (last store.Mail) {
	a.t.Helper()
	s := a.openStore()
	must(a.t, s.View(context.WithoutCancel(a.t.Context()), func(tx store.Tx) error {
		for _, status := range []store.MailStatus{store.MailQueued, store.MailSending, store.MailSent, store.MailRetrying, store.MailUncertain, store.MailFailed} {
			if err := tx.MailByStatus(status, func(m store.Mail) bool {
				if m.To[0] == address && m.ID > last.ID {
					last = m
				}
				return true
			}); err != nil {
				return err
			}
		}
		return nil
	}))
	must(a.t, s.Close())
	return last
}

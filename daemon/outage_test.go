package daemon_test

import (
	"fmt"
	"testing"
	"time"

	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// During an outage of the mail server, a few mails try the server, and the log has one line. When
// the server is back, all mails leave.
func TestFinding5AnOutageIsLoggedOnce(t *testing.T) {
	const waiting = 300
	a, bad := behind(t, inProcess(t), func(a *agency) { a.cfg.Limits.MailsPerHour = 2 * waiting })
	a.stop()
	bad.Sending.Refuse()
	s := a.openStore()
	must(t, s.Update(t.Context(), func(tx store.Tx) error {
		for n := range waiting {
			id := fmt.Sprintf("outage-%d@agency.test", n)
			m := store.Mail{Kind: store.MailNotice, Role: "agency", From: play.Reviews, To: []string{play.Lee}, MessageID: id,
				Subject: "Outage", Status: store.MailQueued, CreatedAt: time.Now(), NextAt: time.Now()}
			raw := "From: " + play.Reviews + "\r\nTo: " + play.Lee + "\r\nSubject: Outage\r\nMessage-ID: <" + id + ">\r\n\r\nText\r\n"
			if _, err := tx.AddMail(m, []byte(raw)); err != nil {
				return err
			}
		}
		return nil
	}))
	must(t, s.Close())
	a.start()
	a.logs("sending failed for now", 1)
	time.Sleep(3 * time.Second)
	if n := a.logged("sending failed for now"); n != 1 {
		t.Errorf("%d lines about one outage", n)
	}
	a.stop()
	s = a.openStore()
	tried := 0
	must(t, s.View(t.Context(), func(tx store.Tx) error {
		return tx.MailByStatus(store.MailRetrying, func(store.Mail) bool { tried++; return true })
	}))
	must(t, s.Close())
	if tried == 0 || tried > 20 {
		t.Errorf("%d of %d mails tried the server", tried, waiting)
	}
	a.start()
	a.logs("sending failed for now", 2)
	heal(t, bad.Sending)
	a.logs("the mail server takes mail again", 1)
	for range waiting {
		a.gets(a.lee, "Outage")
	}
}

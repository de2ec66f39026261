package copies

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"ppamaild/daemon/logs"
	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/mailbox"
	"ppamaild/sandbox"
	"ppamaild/store"
	"ppamaild/store/bolt/bolttest"
)

// A fresh look counts until mail arrives. The log names the folder and the mail of the twin.
func TestALookCountsUntilMailArrives(t *testing.T) {
	host, err := sandbox.NewHost(sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer host.Close()
	const address, folder = "reviews@agency.test", "reviews@agency.test/Sent"
	user, password := host.Account(address)
	sent, err := mailbox.NewSent(mailbox.Account{
		Host: host.IMAP().Host, Port: host.IMAP().Port, TLS: mailbox.TLSNone,
		Username: user, Password: password,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer sent.Close()
	s, signals, log := bolttest.MustOpen(t), queue.NewSignals(), new(bytes.Buffer)
	now := time.Now()
	twins := NewTwins(TwinOptions{
		Store: s, Sent: map[string]*mailbox.Sent{folder: sent}, Signals: signals,
		Update: func(ctx context.Context, _ failpoint.Boundary, fn func(store.Tx) error) error {
			return s.Update(ctx, fn)
		},
		Now: func() time.Time { return now },
		Log: logs.New(logs.Options{Writer: log, Known: []string{address}}),
	})
	twins.LookBefore(t.Context())
	const id = "q-7f3k2m.aa.bb@agency.test"
	raw := "Message-ID: <" + id + ">\r\nX-Ppamaild-Message-ID: <" + id + ">\r\n\r\nHello\r\n"
	if err := sent.Append(t.Context(), []byte(raw)); err != nil {
		t.Fatal(err)
	}
	twins.LookBefore(t.Context())
	if twins.Mail() != nil {
		t.Error("it looked again, although no mail arrived")
	}
	signals.NotifyArrival()
	twins.LookBefore(t.Context())
	if m := twins.Mail(); m == nil || m.MessageID != id {
		t.Errorf("after an arrival, it found %+v", m)
	}
	if line := log.String(); !strings.Contains(line, "folder="+folder+" message_id="+id) {
		t.Errorf("the log says %q", line)
	}
}

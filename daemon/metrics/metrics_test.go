package metrics

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"ppamaild/store"
	"ppamaild/store/bolt"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// made returns a test state: a silent agency mailbox, two waiting messages and a handled one,
// and three mails.
func made(t *testing.T) Source {
	file := filepath.Join(t.TempDir(), "a.db")
	s, err := bolt.Open(file, bolt.Options{})
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	must(t, s.Update(t.Context(), func(tx store.Tx) error {
		var failed error
		for i, status := range []store.InboundStatus{store.InboundPending, store.InboundPending, store.InboundHandled} {
			in := store.Inbound{Mailbox: "alice@customer.test", UIDValidity: 1, UID: uint32(i + 1), Status: store.InboundPending}
			id, err := tx.Accept(in, []byte("Subject: x\r\n\r\n"), store.Cursor{Mailbox: in.Mailbox, UIDValidity: 1, LastUID: in.UID})
			in.ID, in.Status = id, status
			failed = errors.Join(failed, err, tx.PutInbound(in))
		}
		for _, status := range []store.MailStatus{store.MailQueued, store.MailUncertain, store.MailSent} {
			_, err := tx.AddMail(store.Mail{Role: "customer", From: "quotes@agency.test", To: []string{"alice@customer.test"}, MessageID: string(status) + "@agency.test", Status: status}, []byte("Subject: x\r\n\r\n"))
			failed = errors.Join(failed, err)
		}
		_, err := tx.Enqueue(store.Event{Thread: "Q-AAAAAA", Kind: "customer", Data: []byte("{}")})
		return errors.Join(failed, err)
	}))
	tally := NewTally(func(from string) bool { return strings.HasSuffix(from, "@agency.test") })
	return Source{Store: s, Size: sizeOf(file), Tally: tally, Version: "1.2.3", Copies: func() int { return 3 },
		Twin:  func(context.Context) (bool, error) { return false, nil },
		Ended: func() int { return 2 }, Running: func() int { return 1 }, Mailboxes: func() []Mailbox {
			return []Mailbox{
				{Role: "customer", Connected: true, LastRead: time.UnixMilli(1_700_000_000_500)},
				{Role: "agency", Silent: true},
			}
		}}
}

func sizeOf(file string) func() (int64, error) {
	return func() (int64, error) {
		info, err := os.Stat(file)
		if err != nil {
			return 0, err
		}
		return info.Size(), nil
	}
}

const told = `# HELP ppamaild_messages Unhandled incoming messages: pending (waiting for routing) or quarantined (routing failed).
# TYPE ppamaild_messages gauge
ppamaild_messages{status="pending"} 2
ppamaild_messages{status="quarantined"} 0
# HELP ppamaild_mails Unsent mails in the outbox: queued, sending, retrying, uncertain or failed.
# TYPE ppamaild_mails gauge
ppamaild_mails{status="queued"} 1
ppamaild_mails{status="sending"} 0
ppamaild_mails{status="retrying"} 0
ppamaild_mails{status="uncertain"} 1
ppamaild_mails{status="failed"} 0
# HELP ppamaild_threads_with_events Threads with waiting events.
# TYPE ppamaild_threads_with_events gauge
ppamaild_threads_with_events 1
# HELP ppamaild_twin_stops_mail Whether mail to customers waits because another ppamaild sends from the mailbox.
# TYPE ppamaild_twin_stops_mail gauge
ppamaild_twin_stops_mail 0
`

const toldOfMailboxes = `# HELP ppamaild_store_up Whether the store answers. If not, the figures of the store are missing.
# TYPE ppamaild_store_up gauge
ppamaild_store_up 1
# HELP ppamaild_mailbox_connected Whether there is a connection to the mailbox's server.
# TYPE ppamaild_mailbox_connected gauge
ppamaild_mailbox_connected{mailbox="customer"} 1
ppamaild_mailbox_connected{mailbox="agency"} 0
# HELP ppamaild_mailbox_silent Whether the mailbox has been unreadable for longer than silence_alarm.
# TYPE ppamaild_mailbox_silent gauge
ppamaild_mailbox_silent{mailbox="customer"} 0
ppamaild_mailbox_silent{mailbox="agency"} 1
# HELP ppamaild_mailbox_last_read_timestamp_seconds Time when the mailbox was last read; 0 if not since the start.
# TYPE ppamaild_mailbox_last_read_timestamp_seconds gauge
ppamaild_mailbox_last_read_timestamp_seconds{mailbox="customer"} 1.7000000005e+09
ppamaild_mailbox_last_read_timestamp_seconds{mailbox="agency"} 0
# HELP ppamaild_copies_missing Copies of sent mails to customers that are not yet filed in Sent.
# TYPE ppamaild_copies_missing gauge
ppamaild_copies_missing 3
`

// served starts a server. get requests a path. logged stops the server and returns the log.
func served(t *testing.T, from Source) (get func(path string) (status int, body string), logged func() string) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	must(t, err)
	ctx, stop := context.WithCancel(t.Context())
	var log bytes.Buffer
	ended := make(chan error, 1)
	go func() { ended <- Serve(ctx, listener, from, slog.New(slog.NewTextHandler(&log, nil))) }()
	end := sync.OnceFunc(func() {
		stop()
		must(t, <-ended)
	})
	t.Cleanup(end)
	get = func(path string) (int, string) {
		answer, err := http.Get("http://" + listener.Addr().String() + path)
		must(t, err)
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		must(t, err)
		return answer.StatusCode, string(body)
	}
	return get, func() string { end(); return log.String() }
}

func TestServedOverHTTP(t *testing.T) {
	get, _ := served(t, made(t))
	status, body := get("/metrics")
	for _, line := range []string{"\n# TYPE ppamaild_work_timeouts_total counter\nppamaild_work_timeouts_total 2\n", "\nppamaild_work_running_late 1\n"} {
		if !strings.Contains(body, line) {
			t.Errorf("no %q in\n%s", line, body)
		}
	}
	if status != http.StatusOK || !strings.HasPrefix(body, told) ||
		!strings.Contains(body, toldOfMailboxes) {
		t.Errorf("%d:\n%s", status, body)
	}
	for _, want := range []string{
		"ppamaild_store_bytes ", "go_goroutines ",
		"process_resident_memory_bytes ", "process_cpu_seconds_total ",
	} {
		if !strings.Contains(body, "\n"+want) {
			t.Errorf("it lacks %q:\n%s", want, body)
		}
	}
	odd, err := promlint.New(strings.NewReader(body)).Lint() // Prometheus itself reads the format
	if must(t, err); len(odd) > 0 {
		t.Errorf("names that are not as Prometheus has them: %v", odd)
	}
	for _, secret := range []string{"alice", "agency.test", "Q-"} {
		if strings.Contains(body, secret) {
			t.Errorf("it holds %q", secret)
		}
	}
	if status, _ := get("/"); status != http.StatusNotFound {
		t.Errorf("elsewhere: %d", status)
	}
}

// While the database is down, the answers come soon, and the metrics lack the figures of the store.
func TestDatabaseThatIsDown(t *testing.T) {
	from := made(t)
	from.Twin = func(ctx context.Context) (bool, error) { <-ctx.Done(); return false, ctx.Err() }
	get, _ := served(t, from)
	began := time.Now()
	status, body := get("/-/ready")
	if status != http.StatusServiceUnavailable || body != "not ready: the database is down\n" {
		t.Errorf("%d: %s", status, body)
	}
	status, body = get("/metrics")
	lacks := func(name string) bool { return !strings.Contains(body, "\n"+name) }
	if status != http.StatusOK || lacks("ppamaild_store_up 0\n") ||
		lacks("ppamaild_copies_missing 3\n") ||
		!lacks("ppamaild_mails{") || !lacks("ppamaild_threads{") {
		t.Errorf("%d:\n%s", status, body)
	}
	if took := time.Since(began); took > patience/2 {
		t.Errorf("the answers took %v", took)
	}
}

// A daemon with a commit that waits for room on the disk is not ready. The disk is the reason why
// mailboxes are silent, too.
func TestFullDiskIsNotReady(t *testing.T) {
	from := made(t)
	silent, none := from.Mailboxes, func() []Mailbox { return nil }
	from.Mailboxes = none
	synctest.Test(t, func(t *testing.T) {
		end := from.Tally.commits.begin()
		time.Sleep(patience)
		if why := from.notReady(t.Context()); why != "" {
			t.Errorf("early: %s", why)
		}
		time.Sleep(time.Second)
		const want = "a commit waits: the disk is full or slow, or a command changes the whole store"
		if why := from.notReady(t.Context()); why != want {
			t.Errorf("%q instead of %q", why, want)
		}
		from.Mailboxes = silent
		if why := from.notReady(t.Context()); why != want {
			t.Errorf("with a silent mailbox: %q", why)
		}
		from.Mailboxes = none
		end()
		if why := from.notReady(t.Context()); why != "" {
			t.Errorf("after the commit: %s", why)
		}
	})
}

// If the store can't be read, the request fails instead of reporting zero mails.
func TestStoreThatCannotBeRead(t *testing.T) {
	from := made(t)
	const gone = "/var/lib/ppamaild/gone.db"
	from.Size = sizeOf(gone)
	get, logged := served(t, from)
	status, body := get("/metrics")
	if status != http.StatusInternalServerError || !strings.Contains(body, "can't be read") || strings.Contains(body, gone) {
		t.Errorf("%d: %s", status, body)
	}
	if log := logged(); !strings.Contains(log, gone) {
		t.Errorf("the log does not say why: %s", log)
	}
}

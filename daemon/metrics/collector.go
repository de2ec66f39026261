package metrics

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"ppamaild/store"
)

// Source is the state of the daemon.
type Source struct {
	Store     store.Store
	File      string           // path of the store
	Mailboxes func() []Mailbox // all watched mailboxes
	Copies    func() int       // number of copies not yet filed in Sent
}

// Mailbox is the state of a watched mailbox.
type Mailbox struct {
	Role      string // "customer" or "agency"; "customer" for an account with both roles
	Connected bool
	Silent    bool      // unread for longer than silence_alarm
	LastRead  time.Time // zero: not since the start
}

var (
	connected = describe("mailbox_connected", "Whether there is a connection to the mailbox's server.", "mailbox")
	silent    = describe("mailbox_silent", "Whether the mailbox has been unreadable for longer than silence_alarm.", "mailbox")
	lastRead  = describe("mailbox_last_read_timestamp_seconds", "Time when the mailbox was last read; 0 if not since the start.", "mailbox")
	messages  = describe("messages", "Unhandled incoming messages: pending (waiting for routing) or quarantined (routing failed).", "status")
	queues    = describe("threads_with_events", "Threads with waiting events.")
	mails     = describe("mails", "Unsent mails in the outbox: queued, sending, retrying, uncertain or failed.", "status")
	copies    = describe("copies_missing", "Copies of sent mails to customers that are not yet filed in Sent.")
	octets    = describe("store_bytes", "Size of the store's file.")
)

func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("ppamaild_"+name, help, labels, nil)
}

// collector reads the state at each request.
type collector struct {
	ctx  context.Context // of the daemon; ends reads of the store
	from Source
	log  *slog.Logger
}

// Describe implements prometheus.Collector.
func (c collector) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{connected, silent, lastRead, messages, queues, mails, copies, octets} {
		to <- d
	}
}

// Collect implements prometheus.Collector. If a value can't be read, the whole request fails,
// because a missing value would look like a healthy daemon.
func (c collector) Collect(to chan<- prometheus.Metric) {
	tell := func(d *prometheus.Desc, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	for _, m := range c.from.Mailboxes() {
		tell(connected, flag(m.Connected), m.Role)
		tell(silent, flag(m.Silent), m.Role)
		tell(lastRead, seconds(m.LastRead), m.Role)
	}
	tell(copies, float64(c.from.Copies()))
	info, unseen := os.Stat(c.from.File)
	w, unread := c.look()
	if err := errors.Join(unseen, unread); err != nil {
		c.log.Error("reading the store for metrics", "error", err)
		to <- prometheus.NewInvalidMetric(octets, errors.New("the store can't be read; the daemon's log says why"))
		return
	}
	tell(octets, float64(info.Size()))
	for status, n := range w.messages {
		tell(messages, float64(n), string(status))
	}
	for status, n := range w.mails {
		tell(mails, float64(n), string(status))
	}
	tell(queues, float64(w.threads))
}

// waiting has the numbers of waiting records in the store.
type waiting struct {
	messages map[store.InboundStatus]int
	mails    map[store.MailStatus]int
	threads  int
}

func (c collector) look() (w waiting, err error) {
	w.messages, w.mails = map[store.InboundStatus]int{}, map[store.MailStatus]int{}
	err = c.from.Store.View(c.ctx, func(tx store.Tx) error {
		queued, failed := tx.Queued()
		w.threads = len(queued)
		for _, status := range []store.InboundStatus{store.InboundPending, store.InboundQuarantined} {
			w.messages[status] = 0
			failed = errors.Join(failed, tx.InboundByStatus(status, 0, func(store.Inbound) bool { w.messages[status]++; return true }))
		}
		for _, status := range []store.MailStatus{store.MailQueued, store.MailSending, store.MailRetrying, store.MailUncertain, store.MailFailed} {
			w.mails[status] = 0
			failed = errors.Join(failed, tx.MailByStatus(status, func(store.Mail) bool { w.mails[status]++; return true }))
		}
		return failed
	})
	return w, err
}

func flag(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

func seconds(t time.Time) float64 {
	if t.IsZero() {
		return 0
	}
	return float64(t.UnixMilli()) / 1000
}

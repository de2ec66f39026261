package metrics

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"ppamaild/store"
)

// Source is the state of the daemon.
type Source struct {
	Store     store.Store
	Size      func() (int64, error)               // of the store, in bytes
	Mailboxes func() []Mailbox                    // all watched mailboxes
	Copies    func() int                          // number of copies not yet filed in Sent
	Twin      func(context.Context) (bool, error) // whether another ppamaild stops mail to customers
	Ended     func() int                          // units of work that took too long, since the start
	Running   func() int                          // of them, how many still go on
	Tally     *Tally
	Version   string // of the program
}

// Mailbox is the state of a watched mailbox.
type Mailbox struct {
	Role      string // "customer" or "agency"; "customer" for an account with both roles
	Connected bool
	Silent    bool      // unread for longer than silence_alarm
	LastRead  time.Time // zero: not since the start
}

// collect returns the metrics that need no store.
func (from Source) collect() []family {
	connected := gauge("ppamaild_mailbox_connected",
		"Whether there is a connection to the mailbox's server.")
	silent := gauge("ppamaild_mailbox_silent",
		"Whether the mailbox has been unreadable for longer than silence_alarm.")
	lastRead := gauge("ppamaild_mailbox_last_read_timestamp_seconds",
		"Time when the mailbox was last read; 0 if not since the start.")
	for _, m := range from.Mailboxes() {
		connected.add(flag(m.Connected), "mailbox", m.Role)
		silent.add(flag(m.Silent), "mailbox", m.Role)
		lastRead.add(seconds(m.LastRead), "mailbox", m.Role)
	}
	copies := gauge("ppamaild_copies_missing",
		"Copies of sent mails to customers that are not yet filed in Sent.",
		float64(from.Copies()))
	ended := counter("ppamaild_work_timeouts_total",
		"Messages, events and mails since the start that took too long and were ended.",
		float64(from.Ended()))
	running := gauge("ppamaild_work_running_late",
		"Ended work that still uses a processor; a restart stops it.", float64(from.Running()))
	build := gauge("ppamaild_build_info", "Version of ppamaild and of Go; always 1.")
	build.add(1, "version", from.Version, "goversion", runtime.Version())
	all := []family{connected, silent, lastRead, copies, ended, running, build}
	return append(all, from.Tally.families()...)
}

// readStore reads metrics of the store. If a value can't be read, readStore fails, because a
// missing value would look like a healthy daemon. ctx ends reads of the store.
func (from Source) readStore(ctx context.Context) ([]family, error) {
	stops, err := from.twinStops(ctx)
	if err != nil {
		return nil, err
	}
	size, unseen := from.Size()
	waiting, unread := from.waiting(ctx)
	twin := gauge("ppamaild_twin_stops_mail",
		"Whether mail to customers waits because another ppamaild sends from the mailbox.",
		flag(stops))
	octets := gauge("ppamaild_store_bytes",
		"Size of the store's file.", float64(size))
	return append(waiting, twin, octets), errors.Join(unseen, unread)
}

// twinStops is Twin for a request that must not wait for a database that is down.
func (from Source) twinStops(ctx context.Context) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	stops, err := from.Twin(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("%w within %v", store.ErrUnavailable, answerTime)
	}
	return stops, err
}

// notReady says why the daemon does not serve; "" if the daemon serves.
func (from Source) notReady(ctx context.Context) string {
	stops, err := from.twinStops(ctx)
	switch {
	case errors.Is(err, store.ErrUnavailable):
		return databaseDown
	case from.Tally.commits.oldest() > patience:
		return "a commit waits: the disk is full or slow, or a command changes the whole store"
	}
	for _, m := range from.Mailboxes() {
		switch {
		case m.Silent:
			return "the mailbox " + m.Role + " can't be read"
		case m.LastRead.IsZero():
			return "the mailbox " + m.Role + " was not read yet"
		}
	}
	switch {
	case err != nil:
		return "the store can't be read"
	case stops:
		return "another ppamaild sends from the mailbox"
	}
	return ""
}

var unsent = []store.MailStatus{
	store.MailQueued, store.MailSending, store.MailRetrying, store.MailUncertain, store.MailFailed,
}

// waiting counts the waiting records in the store.
func (from Source) waiting(ctx context.Context) ([]family, error) {
	messages := gauge("ppamaild_messages",
		"Unhandled incoming messages: pending (waiting for routing) or quarantined "+
			"(routing failed).")
	mails := gauge("ppamaild_mails",
		"Unsent mails in the outbox: queued, sending, retrying, uncertain or failed.")
	threads := gauge("ppamaild_threads_with_events",
		"Threads with waiting events.")
	err := from.Store.View(ctx, func(tx store.Tx) error {
		queued, failed := tx.Queued()
		threads.values = []value{{number: float64(len(queued))}}
		for _, status := range []store.InboundStatus{store.InboundPending, store.InboundQuarantined} {
			n := 0
			count := func(store.Inbound) bool { n++; return true }
			failed = errors.Join(failed, tx.InboundByStatus(status, 0, count))
			messages.add(float64(n), "status", string(status))
		}
		for _, status := range unsent {
			n := 0
			count := func(store.Mail) bool { n++; return true }
			failed = errors.Join(failed, tx.MailByStatus(status, count))
			mails.add(float64(n), "status", string(status))
		}
		return failed
	})
	return []family{messages, mails, threads}, err
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

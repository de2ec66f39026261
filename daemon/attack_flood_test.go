package daemon

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/review"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// A flood is many messages within an hour. Each test says how many come, and bounds
// what comes of them: mails in the outbox, threads, and lines in the journal.

// left counts what the outbox holds, by address.
func (o *offline) left() map[string]int {
	o.Helper()
	count := map[string]int{}
	o.must(o.Store.View(o.Context(), func(tx store.Tx) error {
		clear(count)
		return tx.MailByStatus(store.MailQueued, func(m store.Mail) bool { count[m.To[0]]++; return true })
	}))
	return count
}

// standing counts the messages at a status.
func (o *offline) standing(status store.InboundStatus) (n int) {
	o.Helper()
	o.must(o.Store.View(o.Context(), func(tx store.Tx) error {
		n = 0
		return tx.InboundByStatus(status, 0, func(store.Inbound) bool { n++; return true })
	}))
	return n
}

// noted counts the lines of a kind in a thread's journal.
func (o *offline) noted(thread, kind string) (n int) {
	o.Helper()
	o.must(o.Store.View(o.Context(), func(tx store.Tx) error {
		n = 0
		return tx.Journal(thread, 1, func(e store.Entry, _ []byte) bool {
			if e.Kind == kind {
				n++
			}
			return true
		})
	}))
	return n
}

// listed returns the messages in the daily lists of the agency's journal, by store number.
func (o *offline) listed() (all []uint64) {
	o.Helper()
	o.must(o.Store.View(o.Context(), func(tx store.Tx) error {
		all = nil
		return tx.Journal(journal.AgencyThread, 1, func(e store.Entry, payload []byte) bool {
			var l journal.Listed
			if e.Kind == journal.KindListed {
				o.must(json.Unmarshal(payload, &l))
				all = append(all, l.Inbound...)
			}
			return true
		})
	}))
	return all
}

// traced checks how many lines of a kind a flood left in a thread's journal. The agency's
// journal records once where the daemon began to set mails aside.
func (o *offline) traced(thread, kind string, want int) {
	o.Helper()
	if n := o.noted(thread, kind); n != want {
		o.Errorf("%d lines %q in the journal of %s, want %d", n, kind, thread, want)
	}
	if n := o.noted(journal.AgencyThread, journal.KindFlood); n != 1 {
		o.Errorf("%d lines in the agency's journal say that it is a flood", n)
	}
}

func (o *offline) floods(n int, message func(n int) string) (octets int) {
	o.Helper()
	for i := range n {
		raw := strings.ReplaceAll(message(i), "\n", "\r\n")
		o.arrives(raw)
		octets += len(raw)
	}
	o.passes(o.at)
	return octets
}

func mailFrom(from string, n int, text string) string {
	return fmt.Sprintf("From: %s\nTo: quotes@agency.test\nSubject: Quote %d\nMessage-ID: <flood-%d@evil.test>\nDate: Fri, 20 Nov 2026 10:00:00 -0800\n\n%s\n", from, n, n, text)
}

// asked has Alice open a thread with a pending review, and returns the thread's id.
func (o *offline) asked() (thread string) {
	o.Helper()
	o.arrives(strings.ReplaceAll(mailFrom("alice@customer.test", 5000, "Please quote my 2019 Honda Civic."), "\n", "\r\n"))
	o.passes(o.at)
	o.must(o.Store.View(o.Context(), func(tx store.Tx) error {
		return tx.Heads(func(h store.Head) bool { thread = h.Thread; return thread == journal.AgencyThread })
	}))
	return thread
}

// dry is a daemon with a lower cap, which is reached sooner.
func dry(t *testing.T) *offline {
	t.Helper()
	o := newOffline(t)
	o.Config.Limits.MessagesPerHour = 20
	return o
}

// maxKept is the disk space a flood may take for each incoming byte. The store keeps all
// originals. Journals and drafts also keep the text of handled mails.
const maxKept = 5

func TestFloodOfOneSenderIsSetAside(t *testing.T) {
	t.Parallel()
	o := dry(t)
	text := "Please quote my 2019 Honda Civic.\n" + strings.Repeat("It has a story.\n", 2000)
	before := o.Takes(t)
	came := o.floods(100, func(n int) string { return mailFrom("mallory@evil.test", n, text) })
	grew := o.Takes(t) - before
	limit := o.Config.Limits.MessagesPerHour
	left, handled, aside := o.left(), o.standing(store.InboundHandled), o.standing(store.InboundSetAside)
	t.Logf("100 messages of one sender: %d mails, %d handled, %d set aside; %d KiB took %d KiB of the disk", left[play.Lee]+left[play.Dana], handled, aside, came>>10, grew>>10)
	if grew > maxKept*came {
		t.Errorf("the store took %d KiB for %d", grew>>10, came>>10)
	}
	if left[play.Lee] != limit+1 || left[play.Dana] != limit+1 || len(left) != 2 || handled != limit || aside != 100-limit {
		t.Errorf("%v, %d handled, %d set aside", left, handled, aside)
	}
	o.traced(journal.AgencyThread, journal.KindFlood, 1)
	o.arrives(mailFrom("alice@customer.test", 1000, "Please quote my 2019 Honda Civic."))
	if n := o.standing(store.InboundHandled); n != limit+1 {
		t.Errorf("another sender is held up: %d handled", n)
	}
	o.at = o.at.Add(time.Hour)
	o.arrives(mailFrom("mallory@evil.test", 2000, "Please quote my 2019 Honda Civic."))
	if n := o.standing(store.InboundHandled); n != limit+2 {
		t.Errorf("an hour later: %d handled", n)
	}
}

// What was set aside for a flood is listed, and comes back on staff's word.
func TestFloodedMessageIsReleased(t *testing.T) {
	t.Parallel()
	o := newOffline(t)
	o.Config.Limits.MessagesPerHour = 2
	o.floods(3, func(n int) string { return mailFrom("mallory@evil.test", n, "Please quote my 2019 Honda Civic.") })
	o.passes(time.Date(2026, 11, 20, 8, 0, 0, 0, o.Location))
	ref := o.Reference(journal.AgencyThread, 1, play.Lee)
	o.arrives("From: lee@agency.test\r\nTo: reviews@agency.test\r\nSubject: Re: digest\r\nMessage-ID: <release@agency.test>\r\n\r\nRELEASE 1\r\n\r\nRef: " + ref + "\r\n")
	o.passes(o.at)
	o.must(o.intake.RoutePending(t.Context()))
	if n := o.standing(store.InboundSetAside); n != 0 {
		t.Errorf("%d are still set aside", n)
	}
}

// A sender who forges Lee's address can't fill a mailbox with answers, and can't keep Lee from
// deciding.
func TestFloodInTheNameOfStaffHoldsUpNoDecision(t *testing.T) {
	t.Parallel()
	o := dry(t)
	thread := o.asked()
	before := o.left()
	o.floods(100, func(n int) string { return mailFrom("lee@agency.test", n, "ACCEPT") })
	limit := o.Config.Limits.MessagesPerHour
	left := o.left()
	t.Logf("100 messages in Lee's name: %d mails", left[play.Lee]-before[play.Lee])
	if n := left[play.Lee] - before[play.Lee]; n != limit+1 {
		t.Errorf("%d mails to Lee", n)
	}
	o.traced(journal.AgencyThread, journal.KindNoReview, limit)
	ref := o.Reference(thread, 1, play.Lee)
	o.arrives(strings.ReplaceAll(mailFrom("lee@agency.test", 6000, "ACCEPT\n\nRef: "+ref), "\n", "\r\n"))
	o.passes(o.at)
	o.must(o.Store.View(t.Context(), func(tx store.Tx) error {
		rv, err := tx.Review(thread, 1)
		if rv.Status != store.ReviewDecided || rv.Kind != review.KindStep {
			t.Errorf("the review is %s", rv.Status)
		}
		return err
	}))
}

// A stolen reference fills no mailbox either.
func TestFloodWithAStolenReference(t *testing.T) {
	t.Parallel()
	o := dry(t)
	thread := o.asked()
	before, ref := o.left(), o.Reference(thread, 1, play.Lee)
	o.floods(100, func(n int) string { return mailFrom("mallory@evil.test", n, "ACCEPT\n\nRef: "+ref) })
	limit := o.Config.Limits.MessagesPerHour
	if n := o.left()[play.Lee] - before[play.Lee]; n != limit+1 {
		t.Errorf("%d mails to Lee", n)
	}
	o.traced(thread, journal.KindMisused, limit)
}

// Each notice to staff includes the unusable mail, so the notices are limited for any number of
// sender addresses.
func TestFloodOfWhatCannotBeReadIsSetAside(t *testing.T) {
	t.Parallel()
	o := dry(t)
	padding := strings.Repeat("x", 50_000)
	o.floods(100, func(n int) string {
		return fmt.Sprintf("From: a%d@evil.test\nFrom: b%d@evil.test\nSubject: Two\nMessage-ID: <two-%d@evil.test>\n\n%s\n", n, n, n, padding)
	})
	limit := o.Config.Limits.MessagesPerHour
	left := o.left()
	t.Logf("100 messages with two authors: %d mails", left[play.Lee]+left[play.Dana])
	if left[play.Lee] != limit+1 || o.standing(store.InboundQuarantined) != limit || o.standing(store.InboundSetAside) != 100-limit {
		t.Errorf("%v, %d quarantined, %d set aside", left, o.standing(store.InboundQuarantined), o.standing(store.InboundSetAside))
	}
	o.traced(journal.AgencyThread, journal.KindQuarantined, limit)
}

// A customer who answers 500 times has one thread and one pending review.
func TestFloodOfAnswers(t *testing.T) {
	t.Parallel()
	o := newOffline(t)
	thread := o.asked()
	for n := range 500 {
		answer := mailFrom("alice@customer.test", n, fmt.Sprintf("It is driven %d miles a year.", 5000+n))
		o.arrives(strings.ReplaceAll("In-Reply-To: <flood-5000@evil.test>\n"+answer, "\n", "\r\n"))
		o.passes(o.at)
	}
	open, threads := 0, 0
	o.must(o.Store.View(t.Context(), func(tx store.Tx) error {
		open, threads = 0, 0
		return tx.Heads(func(h store.Head) bool {
			if h.Thread != journal.AgencyThread {
				threads++
			}
			reviews, err := tx.Reviews(h.Thread)
			o.must(err)
			for _, rv := range reviews {
				if rv.Status == store.ReviewOpen {
					open++
				}
			}
			return true
		})
	}))
	left := o.left()
	t.Logf("501 messages of one customer: %d mails to Lee, %d to her", left[play.Lee], left["alice@customer.test"])
	if threads != 1 || open != 1 || left[play.Lee] > o.Config.Limits.MessagesPerHour+1 || left["alice@customer.test"] != 0 {
		t.Errorf("%d threads, %d open reviews, %v", threads, open, left)
	}
	o.traced(thread, agent.KindMessage, o.Config.Limits.MessagesPerHour)
	o.passes(time.Date(2026, 11, 20, 8, 0, 0, 0, o.Location))
	if n := len(o.listed()); n != o.standing(store.InboundSetAside) || n == 0 {
		t.Errorf("the journal says that %d were listed, of %d", n, o.standing(store.InboundSetAside))
	}
}

// During a flood of first mails from many addresses, work for staff comes first and known
// customers second, even after a restart in the middle.
func TestFloodOfNewSendersHoldsUpNobodyElse(t *testing.T) {
	t.Parallel()
	o := dry(t)
	thread := o.asked()
	o.decides(thread, 1, "ACCEPT")
	o.arrives(strings.ReplaceAll(mailFrom("bob@customer.test", 4999, "Please quote my 2020 Ford F-150."), "\n", "\r\n"))
	o.passes(o.at)
	var decided string
	o.must(o.Store.View(t.Context(), func(tx store.Tx) error {
		return tx.InboundByStatus(store.InboundHandled, 0, func(in store.Inbound) bool { decided = in.Thread; return true })
	}))
	o.Signals.Threads = queue.NewSchedule() // all was dealt with
	for n := range 300 {
		o.arrives(strings.ReplaceAll(mailFrom(fmt.Sprintf("a%d@evil.test", n), n, "Please quote my 2019 Honda Civic."), "\n", "\r\n"))
	}
	o.arrives(strings.ReplaceAll("In-Reply-To: <flood-5000@evil.test>\n"+mailFrom("alice@customer.test", 5001, "I drive 9,000 miles a year."), "\n", "\r\n"))
	o.arrives(o.reply(decided, 1, "ACCEPT"))
	for _, restarted := range []bool{false, true} {
		if restarted {
			o.Signals.Threads = queue.NewSchedule()
			o.must(o.wakeQueued(t.Context()))
		}
		for _, want := range []string{decided, thread} {
			if got, _, _ := o.Signals.Threads.Next(t.Context(), queue.Behind); got != want {
				t.Errorf("restarted %t: the turn is %s's, want %s", restarted, got, want)
			}
		}
	}
	for _, thread := range []string{decided, thread} { // only now, as the turns are what is looked at
		o.must(o.runner.RunThread(t.Context(), thread))
	}
	if o.noted(decided, journal.KindReply) != 1 || o.noted(thread, agent.KindMessage) != 2 || o.noted(journal.AgencyThread, journal.KindFlood) != 0 {
		t.Error("the journals do not have what the two wrote, or something of the flood was set aside")
	}
}

// With a limit of new customers an hour, a flood from many addresses fills neither the store's
// threads nor staff's mailboxes, and delays no known customer. Staff can release the excess.
func TestFloodOfNewSendersIsSetAside(t *testing.T) {
	t.Parallel()
	const most = 20
	o := newOffline(t, func(o *Options) { o.Config.Limits.NewCustomersPerHour = most })
	thread := o.asked()
	before := o.left()
	o.floods(100, func(n int) string {
		return mailFrom(fmt.Sprintf("a%d@evil.test", n), n, "Please quote my 2019 Honda Civic.")
	})
	left, aside := o.left(), o.standing(store.InboundSetAside)
	if n := left[play.Lee] - before[play.Lee]; n != most || aside != 100-most+1 || o.noted(journal.AgencyThread, journal.KindFlood) != 1 {
		t.Errorf("%d mails to Lee, %d set aside, %d lines in the agency's journal", n, aside, o.noted(journal.AgencyThread, journal.KindFlood))
	}
	o.arrives(strings.ReplaceAll("In-Reply-To: <flood-5000@evil.test>\n"+mailFrom("alice@customer.test", 5001, "I drive 9,000 miles a year."), "\n", "\r\n"))
	o.passes(o.at)
	o.decides(thread, 2, "ACCEPT")
	if got := o.outbox("alice@customer.test"); len(got) != 1 {
		t.Errorf("Alice gets %q", got)
	}
	o.passes(time.Date(2026, 11, 20, 8, 0, 0, 0, o.Location))
	if n := len(o.listed()); n != aside {
		t.Errorf("the journal says that %d were listed, of %d", n, aside)
	}
	o.decides(journal.AgencyThread, 1, "RELEASE 1")
	o.must(o.intake.RoutePending(t.Context()))
	if n := o.standing(store.InboundSetAside); n != aside-1 {
		t.Errorf("%d are set aside, of %d", n, aside)
	}
	o.arrives(mailFrom("zoe@customer.test", 6000, "Please quote my 2019 Honda Civic."))
	if n := o.standing(store.InboundSetAside); n != aside-1 {
		t.Error("an hour later a new customer is set aside")
	}
}

// Many senders are many customers: each has exactly one thread and one review.
func TestFloodOfManySenders(t *testing.T) {
	t.Parallel()
	o := dry(t)
	o.floods(60, func(n int) string {
		return mailFrom(fmt.Sprintf("a%d@evil.test", n), n, "Please quote my 2019 Honda Civic.")
	})
	var threads []string
	o.must(o.Store.View(t.Context(), func(tx store.Tx) error {
		threads = nil
		return tx.Heads(func(h store.Head) bool { threads = append(threads, h.Thread); return true })
	}))
	for _, thread := range threads {
		if n := o.noted(thread, agent.KindMessage); thread != journal.AgencyThread && n != 1 {
			t.Errorf("%d messages in the journal of %s", n, thread)
		}
	}
	if left := o.left(); left[play.Lee] != 60 || left[play.Dana] != 60 || len(left) != 2 {
		t.Errorf("%v", left)
	}
}

package daemon

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/config"
	"ppamaild/daemon/intake"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// offline is a daemon without its own goroutines: the test runs the stations, at times of its
// choice.
type offline struct {
	*testing.T
	*Daemon
	host  *sandbox.Server
	at    time.Time
	leapt time.Duration // the part of at's advance without passed time
	uids  uint32
}

func newOffline(t *testing.T, edits ...func(*Options)) *offline {
	t.Helper()
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	o := &offline{T: t, host: host}
	o.must(err)
	t.Cleanup(func() { o.must(host.Close()) })
	file, err := play.WriteConfig(t.TempDir(), host)
	o.must(err)
	cfg, err := config.Load(file)
	o.must(err)
	cfg.Review.DigestAt = config.Default().Review.DigestAt
	o.at = time.Date(2026, 11, 20, 7, 0, 0, 0, cfg.Agency.Location)
	start := o.at
	options := Options{
		Config: cfg, Now: func() time.Time { return o.at }, Uptime: func() time.Duration { return o.at.Sub(start) - o.leapt },
	}
	for _, edit := range edits {
		edit(&options)
	}
	o.Daemon, err = New(t.Context(), options)
	o.must(err)
	t.Cleanup(func() { o.must(o.Close()) })
	o.must(o.Daemon.upkeep.KeepAgencyThread(t.Context()))
	o.must(o.Daemon.upkeep.FindClock(t.Context()))
	return o
}

// leaps has the clock leap; no time passes.
func (o *offline) leaps(by time.Duration) {
	o.at = o.at.Add(by)
	o.leapt += by
}

// viewOf is a thread as mails about the thread see it.
func viewOf(d *Daemon, head store.Head) *notify.View {
	return &notify.View{
		Writer: d.Writer, Store: d.Store, Known: d.toolbox.Known, Head: head, State: &agent.State{},
	}
}

func (o *offline) must(err error) {
	o.Helper()
	if err != nil {
		o.Fatal(err)
	}
}

// arrives stores messages and routes them.
func (o *offline) arrives(raw ...string) {
	o.Helper()
	o.must(o.Store.Update(o.Context(), func(tx store.Tx) error {
		for _, r := range raw {
			o.uids++
			in := store.Inbound{Mailbox: "INBOX", UIDValidity: 1, UID: o.uids, Size: int64(len(r)), InternalDate: o.at}
			if _, err := tx.Accept(in, []byte(r), store.Cursor{Mailbox: "INBOX", UIDValidity: 1, LastUID: o.uids}); err != nil {
				return err
			}
		}
		return nil
	}))
	o.must(o.intake.RoutePending(o.Context()))
}

// passes lets time pass, fires the due timers, and runs their effects.
func (o *offline) passes(until time.Time) {
	o.Helper()
	o.at = until
	_, err := o.Daemon.upkeep.FireDue(o.Context())
	o.must(err)
	var threads []string
	o.must(o.Store.View(o.Context(), func(tx store.Tx) (err error) { threads, err = tx.Queued(); return err }))
	for _, thread := range threads {
		o.must(o.runner.RunThread(o.Context(), thread))
	}
}

// outbox returns the subjects of the mails to an address.
func (o *offline) outbox(to string) (subjects []string) {
	o.Helper()
	o.must(o.Store.View(o.Context(), func(tx store.Tx) error {
		return tx.MailByStatus(store.MailQueued, func(m store.Mail) bool {
			if slices.Contains(m.To, to) {
				subjects = append(subjects, m.Subject)
			}
			return true
		})
	}))
	return subjects
}

func automatic(n int) string {
	return fmt.Sprintf("From: Shop <news@shop.test>\r\nSubject: Sale %d\r\nMessage-ID: <sale-%d@shop.test>\r\nList-Id: <news.shop.test>\r\n\r\nBuy!\r\n", n, n)
}

func TestListIsMadeOnceADayAtItsTime(t *testing.T) {
	o := newOffline(t)
	morning := func(day, hour, minute int) time.Time {
		return time.Date(2026, 11, day, hour, minute, 0, 0, o.Location)
	}
	lists := func() (n int) {
		for _, subject := range o.outbox(play.Lee) {
			if strings.Contains(subject, "digest") {
				n++
			}
		}
		return n
	}
	o.arrives(automatic(1), automatic(2))
	for _, step := range []struct {
		at   time.Time
		want int
	}{
		{morning(20, 7, 59), 0}, {morning(20, 8, 0), 1}, {morning(20, 8, 1), 1}, {morning(20, 23, 0), 1},
		{morning(21, 8, 0), 1}, // nothing new
	} {
		if o.passes(step.at); lists() != step.want {
			t.Fatalf("at %s: %d lists, want %d", step.at, lists(), step.want)
		}
	}
	o.arrives(automatic(3))
	o.at = morning(25, 12, 0) // the machine was off for days
	o.must(o.Daemon.upkeep.KeepAgencyThread(t.Context()))
	if o.passes(o.at); lists() != 2 {
		t.Errorf("after days: %d lists, want 2", lists())
	}
	o.passes(morning(25, 12, 0).Add(o.Config.Review.ExpireAfter.Duration))
	o.must(o.Store.View(t.Context(), func(tx store.Tx) error {
		rv, err := tx.Review(journal.AgencyThread, 2)
		if rv.Status != store.ReviewExpired {
			t.Errorf("the list of long ago is %s", rv.Status)
		}
		return err
	}))
	if got := o.outbox(play.Lee); len(got) != 2 {
		t.Errorf("Lee got %q", got)
	}
}

func TestManySetAsideMailsMakeSeveralLists(t *testing.T) {
	t.Parallel()
	o := newOffline(t)
	for n := range 250 {
		o.arrives(automatic(n))
	}
	o.passes(o.at.Add(time.Hour))
	if got := o.outbox(play.Lee); len(got) != 3 {
		t.Errorf("%d lists, want 3: %q", len(got), got)
	}
	o.passes(o.at.Add(24 * time.Hour))
	if got := o.outbox(play.Lee); len(got) != 3 {
		t.Errorf("the day after: %q", got)
	}
	var want []uint64
	for n := range uint64(250) {
		want = append(want, n+1)
	}
	if n, listed := o.noted(journal.AgencyThread, journal.KindListed), o.listed(); n != 3 || !slices.Equal(listed, want) {
		t.Errorf("%d lines of the journal say that messages %d were listed", n, listed)
	}
}

// What can't be routed is tried a bounded number of times and holds up nothing.
func TestCase30AttemptsAreBounded(t *testing.T) {
	o := newOffline(t)
	o.arrives("", automatic(1)) // nothing at all can be read of the first
	var poison, next store.Inbound
	o.must(o.Store.View(t.Context(), func(tx store.Tx) (err error) {
		if poison, err = tx.Inbound(1); err != nil {
			return err
		}
		next, err = tx.Inbound(2)
		return err
	}))
	if poison.Status != store.InboundQuarantined || poison.Attempts != queue.MaxAttempts || next.Status != store.InboundSetAside {
		t.Errorf("the first: %+v, the next: %+v", poison, next)
	}
	if got := o.outbox(play.Dana); len(got) != 1 || !strings.Contains(got[0], "could not be read") {
		t.Errorf("Dana got %q", got)
	}
	if _, err := NewAdmin(o.Store, o.Config).Retry(t.Context(), "1", "root"); err != nil {
		t.Error(err)
	}
	o.must(o.intake.RoutePending(t.Context()))
	if got := o.outbox(play.Dana); len(got) != 2 {
		t.Errorf("after a retry Dana got %q", got)
	}
}

// A message that ends the program each time is quarantined after a few starts. The message behind
// it is routed.
func TestFinding1AMessageThatEndsTheProgramIsQuarantined(t *testing.T) {
	o := newOffline(t)
	sound := o.Store
	o.must(sound.Update(t.Context(), func(tx store.Tx) error {
		for uid := range uint32(2) {
			in := store.Inbound{Mailbox: "INBOX", UIDValidity: 1, UID: 1 + uid, InternalDate: o.at}
			if _, err := tx.Accept(in, []byte(automatic(int(uid))), store.Cursor{Mailbox: "INBOX", UIDValidity: 1, LastUID: 1 + uid}); err != nil {
				return err
			}
		}
		return nil
	}))
	for range intake.MaxStarts {
		o.Store = &mortal{Store: sound, left: 2} // ends while the first message is routed
		if err := o.intake.RouteLeft(t.Context()); !errors.Is(err, errKilled) {
			t.Fatal(err)
		}
	}
	o.Store = sound
	o.must(o.intake.RouteLeft(t.Context()))
	o.must(sound.View(t.Context(), func(tx store.Tx) error {
		first, err := tx.Inbound(1)
		second, err2 := tx.Inbound(2)
		if first.Status != store.InboundQuarantined || first.Reason != "the program ended each time it read this message" || second.Status != store.InboundSetAside {
			t.Errorf("%+v, %+v", first, second)
		}
		return errors.Join(err, err2)
	}))
}

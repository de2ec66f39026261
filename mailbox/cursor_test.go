package mailbox

import (
	"context"
	"fmt"
	"testing"
	"time"

	"ppamaild/store"
)

const imapDate = "02-Jan-2006 15:04:05 -0700"

func TestRaisedFloor(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	floor := now.AddDate(0, -1, 0)
	cases := []struct {
		name       string
		date, want time.Time
	}{
		{"no date", time.Time{}, floor},
		{"an old message that was moved here", now.AddDate(-3, 0, 0), floor},
		{"the newest", now, now.Add(-floorDistance)},
		{"from the future", now.AddDate(9, 0, 0), now.Add(-floorDistance)},
	}
	for _, tc := range cases {
		if got := raisedFloor(floor, tc.date, now); !got.Equal(later(floor, tc.want)) {
			t.Errorf("%s: %s, not %s", tc.name, got, tc.want)
		}
	}
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// datedServer has messages 1 to n, one per day. The last is from now.
func datedServer(t *testing.T, n int, now time.Time) *fakeServer {
	server := startFakeServer(t)
	for uid := 1; uid <= n; uid++ {
		date := now.AddDate(0, 0, uid-n)
		server.add(fakeMail{uid: uint32(uid), body: mailNumber(uid), date: date.Format(imapDate)})
	}
	return server
}

func TestUIDValidityChanges(t *testing.T) {
	now := time.Now().Truncate(time.Second)
	cases := []struct {
		name  string
		floor time.Time
		want  string
	}{
		{"nothing lies above the floor", now.Add(time.Hour), "[]"},
		{"what lies above it is read again", now.AddDate(0, 0, -2), "[8 9 10]"},
		{"the floor is exact, not by day", now.AddDate(0, 0, -2).Add(time.Second), "[9 10]"},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			server := datedServer(t, 10, now)
			server.validity = 2
			sink := newMemSink()
			sink.cursor = &store.Cursor{Mailbox: server.account.Name, UIDValidity: 1, LastUID: 4711, Floor: tc.floor}
			waitReady(t, startWatcher(t, server.account, sink, Start{}))
			if got := fmt.Sprint(uidsOf(sink.arrivals())); got != tc.want {
				t.Errorf("read %s, not %s", got, tc.want)
			}
			if c := sink.at(); c.UIDValidity != 2 || c.LastUID != 10 || c.Floor.Before(tc.floor) {
				t.Errorf("the cursor is %+v", c)
			}
			for _, a := range sink.arrivals() {
				if a.UIDValidity != 2 {
					t.Errorf("UID %d is under UIDVALIDITY %d", a.UID, a.UIDValidity)
				}
			}
		})
	}
}

func uidsOf(arrivals []Arrival) []uint32 {
	uids := []uint32{}
	for _, a := range arrivals {
		uids = append(uids, a.UID)
	}
	return uids
}

// A crash in the middle must not leave a cursor that makes messages below the floor look new.
func TestUIDValidityChangeSurvivesACrash(t *testing.T) {
	now := time.Now().Truncate(time.Second)
	server := datedServer(t, 10, now)
	server.validity = 2
	old := store.Cursor{Mailbox: server.account.Name, UIDValidity: 1, LastUID: 4711, Floor: now.AddDate(0, 0, -5)}
	sink := &crashingSink{memSink: newMemSink()}
	sink.cursor = &old
	w, err := NewWatcher(WatcherOptions{Account: server.account, Sink: sink, Logger: testLogger(t)})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	sink.crash = cancel
	w.Run(ctx)
	if c := sink.at(); c != old {
		t.Fatalf("after the crash the cursor is %+v", c)
	}
	after := newMemSink()
	after.cursor = &old
	waitReady(t, startWatcher(t, server.account, after, Start{}))
	if got := fmt.Sprint(uidsOf(after.arrivals())); got != "[5 6 7 8 9 10]" {
		t.Errorf("read %s", got)
	}
}

// crashingSink ends the watcher after its first batch.
type crashingSink struct {
	*memSink
	crash context.CancelFunc
}

func (s *crashingSink) Accept(ctx context.Context, batch []Arrival, c store.Cursor) error {
	err := s.memSink.Accept(ctx, batch, c)
	s.crash()
	return err
}

func TestStartAtADate(t *testing.T) {
	now := time.Now()
	server := datedServer(t, 10, now)
	sink := newMemSink()
	waitReady(t, startWatcher(t, server.account, sink, Start{Since: now.AddDate(0, 0, -3).Add(-time.Minute)}))
	if got := fmt.Sprint(uidsOf(sink.arrivals())); got != "[7 8 9 10]" {
		t.Errorf("read %s", got)
	}
	if c := sink.at(); c.UIDValidity != 1 || c.LastUID != 10 {
		t.Errorf("the cursor is %+v", c)
	}
}

func TestMovedOldMessageIsRead(t *testing.T) {
	server := startMemServer(t, idleCaps())
	sink := newMemSink()
	waitReady(t, startWatcher(t, server.account, sink, Start{}))
	server.deliver(t, mailNumber(1), time.Now().AddDate(-2, 0, 0))
	sink.wait(t, 1)
}

func TestServerWithoutUIDNext(t *testing.T) {
	server := startFakeServer(t, fakeMail{uid: 3, body: mailNumber(3)})
	server.on = func(c *fakeConn, tag, command, args string) bool {
		if command != "EXAMINE" {
			return false
		}
		c.say("* 1 EXISTS\r\n* OK [UIDVALIDITY 1] ok\r\n%s OK done", tag)
		return true
	}
	sink := newMemSink()
	waitReady(t, startWatcher(t, server.account, sink, Start{}))
	if c := sink.at(); c.LastUID != 3 || len(sink.arrivals()) != 0 {
		t.Errorf("the cursor is %+v, %d messages were read", c, len(sink.arrivals()))
	}
}

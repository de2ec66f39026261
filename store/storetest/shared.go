package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ppamaild/store"
)

// SharedOpener opens the store in dir, as another daemon on each call. The store is closed at the
// end of t.
type SharedOpener func(t testing.TB, dir string) store.Shared

// newsTime is the longest wait for news. A slow machine needs a part of it.
const newsTime = 20 * time.Second

// RunShared runs the suite of a store that several daemons have open.
func RunShared(t *testing.T, open SharedOpener) {
	for _, test := range []struct {
		name string
		run  func(t *testing.T, one, two store.Shared)
	}{
		{"Claims", testClaims},
		{"ClosedClaims", testClosedClaims},
		{"ClaimedWork", testClaimedWork},
		{"SharedUpdates", testSharedUpdates},
		{"News", testNews},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			test.run(t, open(t, dir), open(t, dir))
		})
	}
}

func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func claim(t testing.TB, s store.Shared, name string, want bool) {
	t.Helper()
	if held, err := s.Claim(t.Context(), name); held != want || err != nil {
		t.Errorf("claiming %q: %t, not %t (%v)", name, held, want, err)
	}
}

// A claim has one holder, who may claim again.
func testClaims(t *testing.T, one, two store.Shared) {
	for _, name := range []string{"office", "thread \x00 ü"} {
		claim(t, one, name, true)
		claim(t, two, name, false)
		claim(t, one, name, true)
		noError(t, two.Release(t.Context(), name)) // of another: no effect
		claim(t, two, name, false)
		noError(t, one.Release(t.Context(), name))
		claim(t, two, name, true)
		claim(t, one, name, false)
	}
}

// A daemon finds no work that another has claimed.
func testClaimedWork(t *testing.T, one, two store.Shared) {
	var mails []uint64
	update(t, one, func(tx store.Tx) (err error) {
		for _, thread := range []string{"Q-1", "Q 2 ü"} {
			m := store.Mail{Role: "customer", Status: store.MailQueued, Thread: thread}
			id, mailErr := tx.AddMail(m, nil)
			_, eventErr := tx.Enqueue(store.Event{Thread: thread, Kind: "k"})
			_, againErr := tx.Enqueue(store.Event{Thread: thread, Kind: "k"})
			mails, err = append(mails, id), errors.Join(err, mailErr, eventErr, againErr)
		}
		return err
	})
	finds := func(s store.Shared, threads []string, due []uint64) {
		t.Helper()
		got, err := s.Runnable(t.Context(), "Q-1", "Q 2 ü", "Q-3")
		noError(t, err)
		if slices.Sort(got); !slices.Equal(got, threads) {
			t.Errorf("runnable: %q, not %q", got, threads)
		}
		view(t, s, func(tx store.Tx) error {
			var ids []uint64
			list, _, err := tx.DueMail("customer", time.Now(), 9)
			for _, m := range list {
				ids = append(ids, m.ID)
			}
			if !slices.Equal(ids, due) {
				t.Errorf("due: %v, not %v", ids, due)
			}
			return err
		})
	}
	both := []string{"Q 2 ü", "Q-1"}
	finds(two, both, mails)
	for _, name := range []string{store.ThreadClaim("Q 2 ü"), store.MailClaim(mails[0])} {
		claim(t, one, name, true)
	}
	finds(one, both, mails)
	finds(two, []string{"Q-1"}, mails[1:])
	noError(t, one.Close())
	finds(two, both, mails)
}

// Close ends all claims.
func testClosedClaims(t *testing.T, one, two store.Shared) {
	claim(t, one, "a", true)
	claim(t, two, "b", true)
	noError(t, one.Close())
	claim(t, two, "a", true)
	claim(t, two, "b", true)
	select {
	case <-two.Expelled():
		t.Error("the other is expelled")
	default:
	}
}

// Updates of several daemons take turns: ids have no gaps, and a head has one next version.
func testSharedUpdates(t *testing.T, one, two store.Shared) {
	const rounds = 20
	update(t, one, func(tx store.Tx) error {
		_, err := tx.PutHead(head("Q-1"))
		return err
	})
	add := func(s store.Shared) (err error) {
		for range rounds {
			err = errors.Join(err, s.Update(t.Context(), func(tx store.Tx) error {
				_, mailErr := tx.AddMail(store.Mail{Status: store.MailSent}, []byte("raw"))
				h, err := tx.Head("Q-1")
				_, headErr := tx.PutHead(h)
				_, entryErr := tx.Append(store.Entry{Thread: "Q-1"}, []byte("payload"))
				return errors.Join(mailErr, err, headErr, entryErr)
			}))
		}
		return err
	}
	done := make(chan error)
	go func() { done <- add(one) }()
	noError(t, add(two))
	noError(t, <-done)
	view(t, one, func(tx store.Tx) error {
		h, err := tx.Head("Q-1")
		n, lengthErr := tx.JournalLength("Q-1")
		_, mailErr := tx.Mail(2 * rounds)
		if h.Version != 2*rounds+1 || n != 2*rounds {
			t.Errorf("version %d after %d entries", h.Version, n)
		}
		return errors.Join(err, lengthErr, mailErr, tx.VerifyJournal("Q-1"))
	})
}

// A daemon hears of the changes of another, and not of its own.
func testNews(t *testing.T, one, two store.Shared) {
	heard := map[store.Shared]chan string{one: make(chan string, 99), two: make(chan string, 99)}
	ctx, cancel := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	for s, news := range heard {
		go func() {
			defer func() { stopped <- struct{}{} }()
			s.Listen(ctx, func(n store.News) {
				news <- strings.TrimSuffix(fmt.Sprint(n.Kind, " ", n.Thread, " ", n.Event), " ")
			})
		}()
		await(t, news, "any ") // it listens
	}
	update(t, one, func(tx store.Tx) error {
		_, eventErr := tx.Enqueue(store.Event{Thread: "Q 1", Kind: "k"})
		_, headErr := tx.PutHead(head("Q-2"))
		_, mailErr := tx.AddMail(store.Mail{Status: store.MailQueued}, nil)
		_, inErr := tx.Accept(store.Inbound{Mailbox: "m"}, nil, store.Cursor{Mailbox: "m"})
		return errors.Join(eventErr, headErr, mailErr, inErr,
			tx.PutTimer(store.Timer{Thread: "Q-1", Name: "n"}))
	})
	for _, want := range []string{"event Q 1 k", "head Q-2", "mail ", "inbound ", "timer "} {
		await(t, heard[two], want)
	}
	update(t, two, func(tx store.Tx) error {
		_, err := tx.Enqueue(store.Event{Thread: "Q-3", Kind: "k"})
		return err
	})
	await(t, heard[one], "event Q-3 k") // the first news: its own change is none
	cancel()
	<-stopped
	<-stopped
}

func await(t testing.TB, news <-chan string, want string) {
	t.Helper()
	select {
	case got := <-news:
		if got != want {
			t.Errorf("heard %q, not %q", got, want)
		}
	case <-time.After(newsTime):
		t.Fatalf("never heard %q", want)
	}
}

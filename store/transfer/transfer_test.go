package transfer_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	sandbox "ppamaild/sandbox/postgres"
	"ppamaild/store"
	"ppamaild/store/bolt"
	"ppamaild/store/postgres"
	"ppamaild/store/transfer"
)

func TestMain(m *testing.M) { sandbox.Main(m) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// inFile opens a new store in a file.
func inFile(t *testing.T) transfer.Backend {
	t.Helper()
	s, err := bolt.Open(filepath.Join(t.TempDir(), "a.db"), bolt.Options{})
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	return s
}

// inSchema opens a new store in a schema.
func inSchema(t *testing.T, schema string) transfer.Backend {
	t.Helper()
	cluster := sandbox.Get(t)
	conn, err := pgconn.Connect(t.Context(), cluster.URL())
	must(t, err)
	_, err = conn.Exec(t.Context(),
		"DROP SCHEMA IF EXISTS "+schema+" CASCADE; CREATE SCHEMA "+schema).ReadAll()
	must(t, errors.Join(err, conn.Close(t.Context())))
	s, err := postgres.Open(t.Context(), cluster.URL("search_path="+url.QueryEscape(schema)), postgres.Options{})
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	return s
}

var day = time.Date(2026, 3, 1, 12, 0, 0, 5, time.FixedZone("", -8*3600))

// fill stores records of each kind: erased ones, ones with gaps in their numbers, and many small
// ones.
func fill(t *testing.T, s store.Store) {
	t.Helper()
	for _, part := range []func(store.Tx) error{fillOther, fillMessages, fillThreads, fillMails} {
		must(t, s.Update(t.Context(), part))
	}
	in := store.Inbound{
		Mailbox: "q@agency.test/INBOX", UIDValidity: 7, UID: 90,
		MessageID: "large@customer.test",
	}
	_, err := s.AcceptLarge(t.Context(), in, strings.NewReader(strings.Repeat("large ", 100_000)),
		store.Cursor{Mailbox: in.Mailbox, UIDValidity: 7, LastUID: 90, Floor: day})
	must(t, err)
}

func fillOther(tx store.Tx) error {
	err := errors.Join(
		tx.PutSecret("references", []byte{1, 2, 3}), tx.PutSecret("empty", nil),
		tx.PutRestoration(store.Restoration{At: day, By: "olga", File: "b.db"}),
		tx.PutHold(store.Hold{On: "ed@customer.test", By: "olga", At: day, Reason: "a lawsuit"}),
		tx.PutRunTime(store.RunTime{Agent: "crm", Runs: []time.Duration{time.Second}}),
		tx.PutAuthenticated("lee@agency.test", day),
		tx.PutCorrespondent(store.Correspondent{Address: "ed@customer.test", Sent: []time.Time{day}}),
		tx.PutEffect(store.Effect{Key: "k", Thread: "Q-1", Tool: "rate_quote", Status: store.EffectConfirmed, At: day, Result: []byte("{}")}),
		tx.PutEffect(store.Effect{Key: "u", Thread: "T-1", Tool: "crm", Status: store.EffectUnknown, At: day}),
		tx.PutTimer(store.Timer{Thread: "Q-1", Name: "remind:4", Due: day, Data: []byte("[]")}),
		tx.PutTimer(store.Timer{Thread: "Q-1", Name: "wait", Due: day.Add(time.Hour)}),
		tx.ShiftTimers(90*time.Minute),
		tx.PutTimer(store.Timer{Thread: "A-1", Name: "digest", Due: day}),
	)
	for i := range 1234 {
		id := fmt.Sprintf("%d@customer.test", i)
		err = errors.Join(err, tx.PutMessageID(id, store.MessageRef{Thread: "Q-1", Inbound: 1}))
	}
	return err
}

func fillMessages(tx store.Tx) error {
	var failed error
	for uid := uint32(1); uid <= 5; uid++ {
		in := store.Inbound{
			Mailbox: "q@agency.test/INBOX", UIDValidity: 6, UID: 10 * uid,
			InternalDate: day, AcceptedAt: day, Size: 8,
		}
		id, err := tx.Accept(in, []byte("Subject: a\r\n\r\n\x00\xff"), store.Cursor{Mailbox: in.Mailbox, UIDValidity: 6, LastUID: in.UID})
		in.ID, in.Status, in.From, in.Thread, in.Attempts = id, store.InboundHandled, "ed@customer.test", "Q-1", 2
		failed = errors.Join(failed, err, tx.PutInbound(in), tx.PutFingerprint([32]byte{byte(uid)}, id))
	}
	return errors.Join(failed, tx.EraseInbound(2))
}

func fillThreads(tx store.Tx) (failed error) {
	for _, thread := range []string{"Q-1", "Q-1234567", "T-1"} {
		h := store.Head{
			Thread: thread, Status: store.ThreadRunning, Workflow: store.WorkflowQuote,
			CreatedAt: day, UpdatedAt: day, Participants: []string{"Ed@customer.test"},
			State: []byte(`{"a":1}`),
		}
		for range 3 {
			v, err := tx.PutHead(h)
			failed, h.Version = errors.Join(failed, err), v
		}
		for i := range 5 {
			e := store.Entry{
				Thread: thread, At: day, Source: store.SourceTool, Kind: "returned",
				Actor: "ed@customer.test", Ref: "4",
			}
			_, err := tx.Append(e, []byte(strings.Repeat("x", i)))
			seq, queueErr := tx.Enqueue(store.Event{Thread: thread, At: day, Kind: "customer", Data: []byte("1")})
			failed = errors.Join(failed, err, queueErr)
			if i != 2 {
				failed = errors.Join(failed, tx.Dequeue(thread, seq))
			}
		}
		failed = errors.Join(failed, tx.Erase(thread, 2), tx.EraseNames(thread, 2), tx.EraseNames(thread, 3))
		for n := range 3 {
			status := []store.ReviewStatus{store.ReviewDecided, store.ReviewOpen, store.ReviewExpired}[n]
			rv := store.Review{
				Thread: thread, Number: 2*n + 1, Kind: "step", Status: status, CreatedAt: day,
				Data: []byte(`{}`), MIME: []byte("m"),
			}
			failed = errors.Join(failed, tx.PutReview(rv))
		}
		failed = errors.Join(failed, tx.EraseReview(thread, 1, nil))
	}
	return failed
}

func fillMails(tx store.Tx) (failed error) {
	for i, status := range []store.MailStatus{
		store.MailQueued, store.MailSent, store.MailSending, store.MailUncertain,
		store.MailFailed, store.MailWithdrawn, store.MailRetrying,
	} {
		m := store.Mail{
			Thread: "Q-1", Kind: store.MailReview, Review: 1, Role: "agency",
			MessageID: "m", To: []string{"lee@agency.test"}, Status: status,
			CreatedAt: day, NextAt: day,
		}
		_, err := tx.AddMail(m, []byte(strings.Repeat("the same lines\r\n", 100)+string(status)))
		failed = errors.Join(failed, err)
		if i == 1 {
			failed = errors.Join(failed, tx.EraseMail(2))
		}
	}
	return failed
}

func ignore(string, int) {}

// A store is copied to PostgreSQL and back. Both copies have the digest of the source, verify, and
// go on with the numbers of the source.
func TestThereAndBack(t *testing.T) {
	first := inFile(t)
	fill(t, first)
	second, third := inSchema(t, "there"), inFile(t)
	var said []string
	there, err := transfer.Copy(t.Context(), first, second, func(part string, records int) {
		said = append(said, fmt.Sprint(records, " ", part))
	})
	must(t, err)
	back, err := transfer.Copy(t.Context(), second, third, ignore)
	must(t, err)
	if there != back || len(there) != 64 {
		t.Errorf("the digests are %s and %s", there, back)
	}
	for _, want := range []string{
		"2 secrets", "6 messages", "1234 Message-IDs", "3 threads", "3 events",
		"15 journal entries", "7 mails", "9 reviews", "3 timers",
	} {
		if !strings.Contains(strings.Join(said, "\n")+"\n", want+"\n") {
			t.Errorf("no %q in %q", want, said)
		}
	}
	for _, s := range []store.Store{second, third} {
		must(t, s.Update(t.Context(), goesOn(t)))
	}
}

// goesOn checks that a copy goes on where its source stopped.
func goesOn(t *testing.T) func(store.Tx) error {
	return func(tx store.Tx) error {
		mail, err := tx.AddMail(store.Mail{Status: store.MailQueued, Role: "agency"}, nil)
		seq, queueErr := tx.Enqueue(store.Event{Thread: "Q-1"})
		in, acceptErr := tx.Accept(store.Inbound{Mailbox: "m", UID: 1}, nil, store.Cursor{Mailbox: "m"})
		e, appendErr := tx.Append(store.Entry{Thread: "Q-1"}, nil)
		if mail != 8 || seq != 16 || in != 7 || e.Seq != 6 {
			t.Errorf("mail %d, event %d, message %d, entry %d", mail, seq, in, e.Seq)
		}
		h, headErr := tx.Head("Q-1")
		_, putErr := tx.PutHead(h)
		if h.Version != 3 {
			t.Errorf("the head has version %d", h.Version)
		}
		n := 0
		ofErr := tx.HeadsOf("ed@customer.test", func(store.Head) bool { n++; return true })
		due, _, dueErr := tx.DueTimers(day, 10)
		if n != 3 || len(due) != 1 {
			t.Errorf("%d threads of an address, due: %v", n, due)
		}
		return errors.Join(err, queueErr, acceptErr, appendErr, headErr, putErr, ofErr, dueErr,
			tx.VerifyJournal("Q-1"))
	}
}

// fragile is a store with an Update that fails, before or after the commit.
type fragile struct {
	transfer.Backend
	left    int // until the failure
	commits bool
}

var errBroken = errors.New("broken")

func (f *fragile) Update(ctx context.Context, fn func(store.Tx) error) error {
	f.left--
	if f.left == 0 && !f.commits {
		return errBroken
	}
	err := f.Backend.Update(ctx, fn)
	if f.left == 0 && err == nil {
		return errBroken
	}
	return err
}

// A copy that was interrupted at any commit goes on and becomes complete. Until then, the target is
// an unfinished copy.
func TestInterruptedCopyGoesOn(t *testing.T) {
	from := inFile(t)
	fill(t, from)
	want, err := transfer.Copy(t.Context(), from, inFile(t), ignore)
	must(t, err)
	for name, open := range map[string]func(*testing.T) transfer.Backend{
		"file":   inFile,
		"schema": func(t *testing.T) transfer.Backend { return inSchema(t, "goes_on") },
	} {
		t.Run(name, func(t *testing.T) {
			to := open(t)
			for stop := 2; ; stop++ {
				got, err := transfer.Copy(t.Context(), from, &fragile{to, stop, stop%2 == 0}, ignore)
				unfinished := transfer.Unfinished(t.Context(), to)
				if err == nil {
					if got != want || unfinished != nil || stop < 5 {
						t.Errorf("attempt %d: digest %s, want %s; %v", stop, got, want, unfinished)
					}
					return
				}
				// The last commit marks the copy as complete, though Copy may not know it.
				if !errors.Is(err, errBroken) {
					t.Fatal(err)
				}
				if !errors.Is(unfinished, transfer.ErrUnfinished) && stop < 5 {
					t.Fatalf("attempt %d: the target is in order: %v", stop, unfinished)
				}
			}
		})
	}
}

// Only an empty store, and an unfinished copy of the same store, can be a target.
func TestOccupiedTarget(t *testing.T) {
	from, other, to := inFile(t), inFile(t), inFile(t)
	fill(t, from)
	fill(t, other)
	if _, err := transfer.Copy(t.Context(), from, other, ignore); !errors.Is(err, transfer.ErrOccupied) {
		t.Errorf("a store with data: %v", err)
	}
	if _, err := transfer.Copy(t.Context(), from, &fragile{to, 4, true}, ignore); !errors.Is(err, errBroken) {
		t.Fatal(err)
	}
	if _, err := transfer.Copy(t.Context(), other, to, ignore); !errors.Is(err, transfer.ErrOccupied) {
		t.Errorf("a copy of another store: %v", err)
	}
	if _, err := transfer.Copy(t.Context(), to, inFile(t), ignore); !errors.Is(err, transfer.ErrUnfinished) {
		t.Errorf("the source is an unfinished copy: %v", err)
	}
}

// The digest shows that the source changed between two attempts.
func TestChangedSource(t *testing.T) {
	from, to := inFile(t), inFile(t)
	fill(t, from)
	if _, err := transfer.Copy(t.Context(), from, &fragile{to, 8, true}, ignore); !errors.Is(err, errBroken) {
		t.Fatal(err)
	}
	must(t, from.Update(t.Context(), func(tx store.Tx) error { return tx.PutSecret("references", []byte{9}) }))
	_, err := transfer.Copy(t.Context(), from, to, ignore)
	if !errors.Is(err, transfer.ErrChanged) || !strings.Contains(err.Error(), "2 secrets with another digest") {
		t.Errorf("%v", err)
	}
	if err := transfer.Unfinished(t.Context(), to); !errors.Is(err, transfer.ErrUnfinished) {
		t.Errorf("the target is in order: %v", err)
	}
}

// A source that grows between two attempts, or a target that a daemon uses, is no damage.
func TestGrownStores(t *testing.T) {
	for name, to := range map[string]transfer.Backend{"file": inFile(t), "schema": inSchema(t, "grown")} {
		from := inFile(t)
		appendTo := func(s store.Store, thread string, n int) {
			must(t, s.Update(t.Context(), func(tx store.Tx) (err error) {
				for range n {
					_, appendErr := tx.Append(store.Entry{Thread: thread, At: day, Source: store.SourceTool}, nil)
					err = errors.Join(err, appendErr)
				}
				return err
			}))
		}
		appendTo(from, "Q-2", 600)
		const amongEntries = 14
		_, err := transfer.Copy(t.Context(), from, &fragile{to, amongEntries, true}, ignore)
		if !errors.Is(err, errBroken) || !strings.Contains(err.Error(), "journal entries") {
			t.Fatalf("%s: %v", name, err)
		}
		appendTo(from, "Q-1", 5)
		_, err = transfer.Copy(t.Context(), from, to, ignore)
		if !errors.Is(err, transfer.ErrChanged) || errors.Is(err, store.ErrCorrupt) {
			t.Errorf("%s: a source that grew: %v", name, err)
		}
	}
	from, to := inFile(t), inFile(t)
	fill(t, from)
	_, err := transfer.Copy(t.Context(), from, to, ignore)
	must(t, err)
	must(t, to.Update(t.Context(), func(tx store.Tx) error { return tx.PutSecret("references", []byte{9}) }))
	_, err = transfer.Copy(t.Context(), from, to, ignore)
	if !errors.Is(err, transfer.ErrInUse) || strings.Contains(err.Error(), "empty the target") {
		t.Errorf("a target in use: %v", err)
	}
}

package copies

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"ppamaild/daemon/queue"
	"ppamaild/store"
	"ppamaild/store/bolt/bolttest"
)

// erased returns a Filer, and a mail in its store that was sent and then erased.
func erased(t *testing.T) (f *Filer, m store.Mail) {
	t.Helper()
	return sent(t, func(tx store.Tx, m store.Mail) error { return tx.EraseMail(m.ID) })
}

// sent returns a Filer, and a mail in its store that was sent and then changed.
func sent(t *testing.T, change func(store.Tx, store.Mail) error) (f *Filer, m store.Mail) {
	t.Helper()
	f = New(Options{Store: bolttest.MustOpen(t), Claims: queue.Alone{}, Ours: true, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	err := f.o.Store.Update(t.Context(), func(tx store.Tx) error {
		id, err := tx.AddMail(store.Mail{Thread: "Q-1", Kind: store.MailCustomer, Status: store.MailSent, MessageID: "m@agency.test", CreatedAt: time.Now()}, []byte("words"))
		mail, mailErr := tx.Mail(id)
		m = mail
		return errors.Join(err, mailErr, change(tx, mail))
	})
	if err != nil {
		t.Fatal(err)
	}
	return f, m
}

// A copy in Sent teaches no alias of an erased mail.
func TestNothingIsLearntOfAnErasedMail(t *testing.T) {
	f, m := erased(t)
	if err := f.recordCopy(t.Context(), m, "other@provider.test"); err != nil {
		t.Fatal(err)
	}
	err := f.o.Store.View(t.Context(), func(tx store.Tx) error {
		ref, err := tx.MessageID("other@provider.test")
		if !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%+v, %v", ref, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// An erased mail gets no copy in Sent.
func TestNoCopyOfWhatWasErased(t *testing.T) {
	f, m := erased(t)
	done := f.filed(t.Context(), m, func(context.Context, store.Mail) error { t.Error("it is filed"); return nil })
	if !done {
		t.Error("it is to be filed later")
	}
}

// While another daemon files the copy of a mail, this daemon files none, and looks again later.
func TestOneDaemonFilesACopy(t *testing.T) {
	f, m := erased(t)
	f.o.Claims = elsewhere{}
	if f.filed(t.Context(), m, func(context.Context, store.Mail) error { t.Error("it is filed"); return nil }) {
		t.Error("the copy is not looked for again")
	}
}

// A copy that another daemon filed ends the fault of this daemon, too.
func TestCopyOfAnotherDaemonEndsTheFault(t *testing.T) {
	f, m := sent(t, func(tx store.Tx, m store.Mail) error {
		m.SavedCopy = true
		return tx.PutMail(m)
	})
	f.left.tried(errors.New("the folder is locked"))
	done := f.filed(t.Context(), m, func(context.Context, store.Mail) error { t.Error("it is filed"); return nil })
	f.left.set(nil)
	if !done || !f.Left().Over {
		t.Errorf("%v, %+v", done, f.Left())
	}
}

// elsewhere are claims that another daemon holds.
type elsewhere struct{ queue.Alone }

func (elsewhere) Claim(context.Context, string) (bool, error) { return false, nil }

// Over is true only after a copy was filed, and while no mail is missed.
func TestWhatIsLeftIsOverOnceOneIsFiled(t *testing.T) {
	f, full := New(Options{}), errors.New("the mailbox is full")
	late, first := store.Mail{ID: 7, SentAt: time.Unix(200, 0)}, store.Mail{ID: 9, SentAt: time.Unix(100, 0)}
	for _, step := range []struct {
		name string
		does func()
		want Left
	}{
		{"nothing was tried", func() {}, Left{}},
		{"one fails", func() { f.left.tried(full); f.left.set([]store.Mail{late, first}) }, Left{Mails: 2, Oldest: first, Why: full}},
		{"they are too old to be filed", func() { f.left.set(nil) }, Left{}},
		{"one is filed", func() { f.left.tried(nil) }, Left{Over: true}},
		{"one was not taken up", f.left.miss, Left{}},
		{"it is looked for", func() { f.left.takeMissed() }, Left{Over: true}},
	} {
		step.does()
		if got := f.Left(); got.Mails != step.want.Mails || got.Oldest.ID != step.want.Oldest.ID || !errors.Is(got.Why, step.want.Why) || got.Over != step.want.Over {
			t.Errorf("%s: %+v, want %+v", step.name, got, step.want)
		}
	}
}

// No number of mails that arrive while Run is busy is lost.
func TestWhatIsTooMuchAtOnceIsFiledFromTheStore(t *testing.T) {
	f := New(Options{Ours: true})
	for range cap(f.toFile) + 1 {
		f.File(store.Mail{Kind: store.MailCustomer})
	}
	if !f.left.takeMissed() {
		t.Error("one is neither waiting nor looked for")
	}
}

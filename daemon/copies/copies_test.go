package copies

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"ppamaild/store"
	"ppamaild/store/bolt/bolttest"
)

// erased is a mail that was sent and then erased, beside a Filer of its store.
func erased(t *testing.T) (f *Filer, m store.Mail) {
	t.Helper()
	f = New(Options{Store: bolttest.MustOpen(t), Ours: true, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	err := f.o.Store.Update(t.Context(), func(tx store.Tx) error {
		id, err := tx.AddMail(store.Mail{Thread: "Q-1", Kind: store.MailCustomer, Status: store.MailSent, MessageID: "m@agency.test", CreatedAt: time.Now()}, []byte("words"))
		mail, mailErr := tx.Mail(id)
		m = mail
		return errors.Join(err, mailErr, tx.EraseMail(id))
	})
	if err != nil {
		t.Fatal(err)
	}
	return f, m
}

// A copy that is found in Sent once its mail was erased tells nothing of it any more.
func TestNothingIsLearntOfAnErasedMail(t *testing.T) {
	f, m := erased(t)
	if err := f.lies(t.Context(), m, "other@provider.test"); err != nil {
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

// Of a mail that was erased no copy is filed in Sent: there is nothing of it.
func TestNoCopyOfWhatWasErased(t *testing.T) {
	f, m := erased(t)
	done := f.filed(t.Context(), m, func(context.Context, store.Mail) error { t.Error("it is filed"); return nil })
	if !done {
		t.Error("it is to be filed later")
	}
}

// That all is filed is known only once one was filed, and as long as none was passed over.
func TestWhatIsLeftIsOverOnceOneIsFiled(t *testing.T) {
	f, full := New(Options{}), errors.New("the mailbox is full")
	late, first := store.Mail{ID: 7, SentAt: time.Unix(200, 0)}, store.Mail{ID: 9, SentAt: time.Unix(100, 0)}
	for _, step := range []struct {
		name string
		does func()
		want Left
	}{
		{"nothing was tried", func() {}, Left{}},
		{"one fails", func() { f.left.tried(full); f.left.leave([]store.Mail{late, first}) }, Left{Mails: 2, Oldest: first, Why: full}},
		{"they are too old to be filed", func() { f.left.leave(nil) }, Left{}},
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

// What comes while Run is busy is not lost, however much it is.
func TestWhatIsTooMuchAtOnceIsFiledFromTheStore(t *testing.T) {
	f := New(Options{Ours: true})
	for range cap(f.toFile) + 1 {
		f.File(store.Mail{Kind: store.MailCustomer})
	}
	if !f.left.takeMissed() {
		t.Error("one is neither waiting nor looked for")
	}
}

package daemon

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"ppamaild/config"
	"ppamaild/daemon/storefile"
	"ppamaild/mailbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
	"ppamaild/store/bolt"
)

// A fresh thread, with the review for two members of staff, takes at most 40 KB in the store.
func TestFinding39FreshThreadIsSmall(t *testing.T) {
	t.Parallel()
	const threads, most = 60, 40_000
	cfg := quietConfig(t)
	kim := config.Staff{Name: "Kim Ray", Address: "kim@agency.test"}
	cfg.Review.Staff = append(cfg.Review.Staff, kim)
	d := quietDaemon(t, Options{Config: cfg})
	f := &freshThreads{T: t, d: d}
	empty := f.size()
	for n := range threads {
		f.reviewed(f.arrives(n, "1", asks(n)), 1)
	}
	each := (f.size() - empty) / threads
	t.Logf("a thread takes %d bytes", each)
	if each > most {
		t.Errorf("a thread takes %d bytes, more than %d", each, most)
	}
}

const askingWithPhoto = `Hi,

I am Alice Moreno, born 03/04/1985, married, licensed since 2003, no accidents or tickets.
Please quote my 2019 Honda Civic. I own it and drive it to work, 8 miles each way, about
9,000 miles a year. It is kept at 1420 SE Taylor St, Portland, OR 97214. A photo is attached.

Alice
`

// A photo of the customer and the PDF file of the quote are in the store once, however many mails,
// reviews and entries of the journal have the files.
func TestFinding39FilesOfAThreadAreStoredOnce(t *testing.T) {
	t.Parallel()
	o := newOffline(t)
	s := o.Store.(storefile.RetryOnDiskFull).Store.(*bolt.Store)
	size := func() int {
		var file counted
		o.must(errors.Join(s.Compact(o.Context()), s.Backup(o.Context(), &file)))
		return int(file)
	}
	photo := make([]byte, 100_000)
	_, _ = rand.NewChaCha8([32]byte{}).Read(photo)
	empty := size()
	civic := sentFile{"civic.jpg", "image/jpeg", string(photo)}
	o.arrives(o.byAliceWith("", askingWithPhoto, civic))
	o.passes(o.at)
	thread := o.first()
	pdf := func() (sent int) {
		for _, m := range o.mailsOf(thread) {
			if m.Kind == store.MailCustomer {
				for _, content := range attachedTo(o.latest(thread, play.Alice, m.Kind)) {
					sent = len(content)
				}
			}
		}
		return sent
	}
	for number := 1; number < 6 && pdf() == 0; number++ {
		o.decides(thread, number, "ACCEPT")
	}
	took := size() - empty
	t.Logf("a photo of %d bytes and a PDF of %d bytes take %d bytes", len(photo), pdf(), took)
	if most := len(photo) + pdf() + 150_000; pdf() == 0 || took > most {
		t.Errorf("the thread takes %d bytes, more than %d", took, most)
	}
}

// counted counts what is written.
type counted int64

func (o *counted) Write(p []byte) (int, error) {
	*o += counted(len(p))
	return len(p), nil
}

// freshThreads has customers begin threads.
type freshThreads struct {
	*testing.T
	d   *Daemon
	uid uint32
}

func (f *freshThreads) must(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
}

// size returns the size of the file.
func (f *freshThreads) size() int64 {
	f.Helper()
	var file counted
	f.must(f.d.Store.(storefile.RetryOnDiskFull).Store.(*bolt.Store).Backup(f.Context(), &file))
	return int64(file)
}

// arrives has a mail arrive and its thread run.
func (f *freshThreads) arrives(n int, id, words string) (thread string) {
	f.Helper()
	f.uid++
	raw := []byte(strings.ReplaceAll(fmt.Sprintf(
		"From: %s Moreno <alice%d@customer.test>\nTo: quotes@agency.test\nSubject: Quote for my car\n"+
			"Message-ID: <%s.%d@customer.test>\nIn-Reply-To: <1.%d@customer.test>\n\n%s",
		someone(n), n, id, n, n, words), "\n", "\r\n"))
	const name = "quotes@agency.test/INBOX"
	f.must(f.d.intake.Sink(name).Accept(f.Context(), []mailbox.Arrival{{
		UID: f.uid, UIDValidity: 1, InternalDate: time.Now(), Size: int64(len(raw)), Raw: raw,
	}}, store.Cursor{Mailbox: name, UIDValidity: 1, LastUID: f.uid}))
	f.must(f.d.intake.RoutePending(f.Context()))
	return runNext(f, f.d)
}

// reviewed checks that a thread waits for a review, and marks its mails as sent.
func (f *freshThreads) reviewed(thread string, number int) {
	f.Helper()
	f.must(f.d.Store.Update(f.Context(), func(tx store.Tx) error {
		h, err := tx.Head(thread)
		if err == nil && (h.Reviews != number || h.Status != store.ThreadAwaitingReview) {
			err = fmt.Errorf("%s has %d reviews and is %s", thread, h.Reviews, h.Status)
		}
		waiting, waitingErr := tx.WaitingMail(thread)
		err = errors.Join(err, waitingErr)
		for _, m := range waiting {
			m.Status, m.SentAt = store.MailSent, f.d.Now()
			err = errors.Join(err, tx.PutMail(m))
		}
		return err
	}))
}

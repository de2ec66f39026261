package daemon_test

import (
	"compress/gzip"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
	"ppamaild/store/bolt"
)

// Stores as released programs left them, paused at each interrupt, are frozen in
// testdata/stores, a folder for each version of the layout. What a program writes
// anew is added to them, and never takes their place: go test -run Case18 -freeze
// NAME writes a folder.
var freeze = flag.String("freeze", "", "the folder of testdata/stores that paused stores are written to")

// paused is how a thread comes to an interrupt, and how it goes on from there.
var paused = map[string]struct{ pause, resume func(a *agency) }{
	"awaiting_review": {
		func(a *agency) { a.asks() },
		func(a *agency) { a.accepts("Questions to") },
	},
	"awaiting_customer": {
		func(a *agency) {
			a.replies(a.lee, a.asks(), "ACCEPT")
			a.gets(a.alice, "Quote please")
			a.gets(a.lee, "Done")
		},
		func(a *agency) {
			a.replies(a.alice, a.gets(a.alice, "Quote please"), complete)
			a.accepts("Quote for")
		},
	},
	"handed_over": {
		func(a *agency) {
			a.replies(a.lee, a.asks(), "TAKE OVER")
			a.gets(a.lee, "Over to you")
		},
		func(a *agency) {
			a.replies(a.lee, a.gets(a.lee, "Over to you"), "SEND: Which year is it, and who drives it?")
			a.gets(a.alice, "Quote please")
		},
	},
	"uncertain": {
		func(a *agency) {
			review := a.asks()
			a.host.(*sandbox.Server).Inject(sandbox.Fault{Recipient: play.Alice, Drop: true, Lost: true})
			a.replies(a.lee, review, "ACCEPT")
			a.gets(a.lee, "Did this mail arrive")
		},
		func(a *agency) {
			a.replies(a.lee, a.gets(a.lee, "Did this mail arrive"), "RESEND")
			a.gets(a.alice, "Quote please")
		},
	},
}

// accepts has Lee accept a review, and Alice get what was accepted.
func (a *agency) accepts(subject string) {
	a.t.Helper()
	a.replies(a.lee, a.gets(a.lee, subject), "ACCEPT")
	a.gets(a.alice, "Quote please")
}

// What earlier programs left opens, and each thread goes on from where it paused: its
// people answer the mails that they have from then.
func TestAgentCase18FrozenStoresResume(t *testing.T) {
	if *freeze != "" {
		freezeStores(t, filepath.Join("testdata/stores", *freeze))
	}
	files, err := filepath.Glob("testdata/stores/*/*.db.gz")
	must(t, err)
	if len(files) < len(paused) {
		t.Fatalf("there are %d frozen stores", len(files))
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".db.gz")
		t.Run(filepath.Base(filepath.Dir(file))+"/"+name, func(t *testing.T) {
			var had []received
			a := open(t, inProcess(t), thawed(file, &had))
			a.deliverAgain(had)
			paused[name].resume(a)
			for _, d := range a.threads() {
				if d.Status == store.ThreadHandedOver && name != "handed_over" {
					t.Errorf("%s was handed over", d.Thread)
				}
			}
		})
	}
}

func freezeStores(t *testing.T, dir string) {
	must(t, os.MkdirAll(dir, 0o755))
	for name, p := range paused {
		a := open(t, inProcess(t))
		p.pause(a)
		a.stop()
		s, err := bolt.Open(a.cfg.Store.Path, bolt.Options{})
		must(t, err)
		small := filepath.Join(t.TempDir(), "small.db")
		must(t, errors.Join(s.Compact(small), s.Close()))
		raw, err := os.ReadFile(small)
		must(t, err)
		out, err := os.Create(filepath.Join(dir, name+".db.gz"))
		must(t, err)
		z := gzip.NewWriter(out)
		_, err = z.Write(raw)
		must(t, errors.Join(err, z.Close(), out.Close()))
	}
}

// received is a mail that somebody has from when a store was frozen.
type received struct {
	store.Mail
	raw []byte
}

// thawed puts a frozen store in place, before mailboxes that hold as many messages as
// were read then, and sets had to what was sent by then. The clock goes on from where
// it stood, or everything would be overdue.
func thawed(file string, had *[]received) func(a *agency) {
	return func(a *agency) {
		unzip(a.t, file, a.cfg.Store.Path)
		s, err := bolt.Open(a.cfg.Store.Path, bolt.Options{})
		must(a.t, err)
		var stood time.Time
		must(a.t, s.View(a.t.Context(), func(tx store.Tx) error {
			err := tx.Heads(func(h store.Head) bool {
				if h.UpdatedAt.After(stood) {
					stood = h.UpdatedAt
				}
				return true
			})
			return errors.Join(err, a.fillMailboxes(tx), tx.MailByStatus(store.MailSent, func(m store.Mail) bool {
				raw, err := tx.MailRaw(m.ID)
				must(a.t, err)
				*had = append(*had, received{m, raw})
				return true
			}))
		}))
		must(a.t, s.Close())
		thawed := time.Now()
		a.now = func() time.Time { return stood.Add(time.Since(thawed)) }
	}
}

func unzip(t *testing.T, from, to string) {
	t.Helper()
	in, err := os.Open(from)
	must(t, err)
	defer in.Close()
	z, err := gzip.NewReader(in)
	must(t, err)
	raw, err := io.ReadAll(z)
	must(t, err)
	must(t, os.WriteFile(to, raw, 0o600))
}

func (a *agency) fillMailboxes(tx store.Tx) error {
	filler, err := sandbox.NewPerson(a.t.Context(), a.host, "Bob", "bob@customer.test")
	if err != nil {
		return err
	}
	for _, address := range []string{play.Quotes, play.Reviews} {
		c, err := tx.Cursor(address + "/INBOX")
		if err != nil {
			return err
		}
		for range c.LastUID {
			if _, err := filler.Send(a.t.Context(), sandbox.Mail{To: []string{address}, Subject: "read long ago"}); err != nil {
				return err
			}
		}
	}
	return nil
}

// deliverAgain has people get what they had.
func (a *agency) deliverAgain(mails []received) {
	a.t.Helper()
	sender, err := sandbox.NewPerson(a.t.Context(), a.host, "The agency", play.Quotes)
	must(a.t, err)
	for _, m := range mails {
		must(a.t, sender.SendRaw(a.t.Context(), m.From, m.To, m.raw))
	}
}

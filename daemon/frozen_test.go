package daemon_test

import (
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
	"ppamaild/store/bolt"
)

// Stores written by earlier programs, paused at each interrupt, are in testdata/stores, in a
// folder for each version of the layout. New stores are added and never replace old ones: go
// test -run AgentCase18 -freeze format-N writes the missing stores of a folder.
var freeze = flag.String("freeze", "", "the folder of testdata/stores that paused stores are written to")

// Stores from earlier programs open, and each thread resumes after its pause: people answer the
// mails they got before the pause.
func TestAgentCase18FrozenStoresResume(t *testing.T) {
	if *freeze != "" {
		freezeStores(t, filepath.Join("testdata/stores", *freeze))
	}
	files, err := filepath.Glob("testdata/stores/*/*.db.gz")
	must(t, err)
	for _, file := range files {
		folder, name := filepath.Base(filepath.Dir(file)), strings.TrimSuffix(filepath.Base(file), ".db.gz")
		t.Run(folder+"/"+name, func(t *testing.T) {
			t.Parallel()
			p := paused[name]
			var had []received
			a := open(t, inProcess(t), append(slices.Clone(p.with), thawed(file, &had))...)
			a.deliverAgain(had)
			p.resume(a)
			for _, d := range a.threads() {
				if d.Status == store.ThreadHandedOver && name != "handed_over" {
					t.Errorf("%s was handed over", d.Thread)
				}
			}
			must(t, a.check(t.Context(), a.cfg.Store.Path))
		})
	}
}

// A change of the layout needs frozen stores of the previous program. Stores of every format
// exist, and each has the format of its folder.
func TestAgentCase18EveryFormatIsFrozen(t *testing.T) {
	a := open(t, inProcess(t))
	a.stop()
	raw, err := os.ReadFile(a.cfg.Store.Path)
	must(t, err)
	for n := 1; n <= formatIn(t, raw); n++ {
		files, err := filepath.Glob(fmt.Sprintf("testdata/stores/format-%d/*.db.gz", n))
		must(t, err)
		if len(files) == 0 {
			t.Errorf("no store of format %d is frozen", n)
		}
		for _, file := range files {
			if format := formatIn(t, unzipped(t, file)); format != n {
				t.Errorf("%s is of format %d", file, format)
			}
		}
	}
}

var saysFormat = regexp.MustCompile(`"program":"ppamaild","version":(\d+)`)

// formatIn returns the format recorded in the file of a store.
func formatIn(t *testing.T, raw []byte) int {
	t.Helper()
	m := saysFormat.FindSubmatch(raw)
	if m == nil {
		t.Fatal("the file says no format")
	}
	n, err := strconv.Atoi(string(m[1]))
	must(t, err)
	return n
}

func freezeStores(t *testing.T, dir string) {
	must(t, os.MkdirAll(dir, 0o755))
	for name, p := range paused {
		file := filepath.Join(dir, name+".db.gz")
		if _, err := os.Stat(file); err == nil {
			continue
		}
		a := open(t, inProcess(t), p.with...)
		p.pause(a)
		a.stop()
		s, err := bolt.Open(a.cfg.Store.Path, bolt.Options{Keys: a.cfg.Store.Keys})
		must(t, err)
		small := filepath.Join(t.TempDir(), "small.db")
		must(t, errors.Join(s.CompactTo(small), s.Close()))
		raw, err := os.ReadFile(small)
		must(t, err)
		out, err := os.Create(file)
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

// thawed puts a frozen store before mailboxes with as many messages as the store has read, and
// sets had to the mails sent before the pause. The clock resumes at the time of the pause, or
// all timers would be overdue.
func thawed(file string, had *[]received) func(a *agency) {
	return func(a *agency) {
		must(a.t, os.WriteFile(a.cfg.Store.Path, unzipped(a.t, file), 0o600))
		s, err := bolt.Open(a.cfg.Store.Path, bolt.Options{Keys: a.cfg.Store.Keys})
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
				if !m.Erased {
					*had = append(*had, received{m, raw})
				}
				return true
			}))
		}))
		must(a.t, s.Close())
		thawed := time.Now()
		a.now = func() time.Time { return stood.Add(time.Since(thawed)) }
	}
}

func unzipped(t *testing.T, file string) []byte {
	t.Helper()
	in, err := os.Open(file)
	must(t, err)
	defer in.Close()
	z, err := gzip.NewReader(in)
	must(t, err)
	raw, err := io.ReadAll(z)
	must(t, err)
	return raw
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

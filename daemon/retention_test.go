package daemon

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ppamaild/config"
	"ppamaild/daemon/admin"
	"ppamaild/daemon/history"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/refusal"
	"ppamaild/daemon/upkeep"
	"ppamaild/store"
	"ppamaild/store/codec/codectest"
)

const fromAlice = "From: Alice Moreno <alice@customer.test>\r\nSubject: Quote 1\r\nMessage-ID: <m1@customer.test>\r\n\r\nI keep a purple Civic in Astoria.\r\n"

// ends has a thread end, as an admin orders it.
func (o *offline) ends(thread string) {
	o.Helper()
	_, err := o.admin.Cancel(o.Context(), thread, "", "root")
	o.must(err)
	o.must(o.runner.RunThread(o.Context(), thread))
}

func (o *offline) list() (threads []history.Summary) {
	o.Helper()
	threads, err := history.Reader{Store: o.Store}.Threads(o.Context(), history.Query{})
	o.must(err)
	return threads
}

func (o *offline) fileHas(words string) bool {
	o.Helper()
	raw, err := codectest.ReadFile(o.Config.Store.Path)
	o.must(err)
	return bytes.Contains(raw, []byte(words))
}

// What ended is erased after as many days as are configured, and not a day sooner.
func TestRetentionByTheClock(t *testing.T) {
	t.Parallel()
	o := newOffline(t, func(p *Options) { p.Config.Privacy.RetentionDays = 30 })
	o.arrives(fromAlice, automatic(1))
	thread := o.list()[0].Thread
	o.must(o.runner.RunThread(t.Context(), thread))
	o.at = o.at.AddDate(0, 0, 100)
	o.must(o.Daemon.upkeep.ExpireOld(t.Context()))
	if got := o.list()[0]; !got.Erased.IsZero() || !o.fileHas("purple") {
		t.Fatalf("what goes on was erased: %+v", got)
	}
	o.ends(thread)
	ended := o.at
	for days, want := range []bool{29: false, 30: false, 31: true} {
		if days < 29 {
			continue
		}
		o.at = ended.AddDate(0, 0, days)
		o.must(o.Daemon.upkeep.ExpireOld(t.Context()))
		if got := !o.list()[0].Erased.IsZero(); got != want || o.fileHas("purple") == want {
			t.Errorf("after %d days: erased %t, in the file %t", days, got, o.fileHas("purple"))
		}
	}
	verified, err := history.Reader{Store: o.Store}.Verify(t.Context(), thread)
	o.must(err)
	if v := verified[0]; v.Broken != "" || len(v.Erased) != 1 || v.Erased[0].By != "retention" {
		t.Errorf("%+v", v)
	}
	o.must(o.Store.View(t.Context(), func(tx store.Tx) error {
		for id := range uint64(2) {
			if in, err := tx.Inbound(id + 1); err != nil || !in.Erased {
				t.Errorf("message %d: %+v, %v", id+1, in, err)
			}
		}
		return nil
	}))
	length := o.length(journal.AgencyThread)
	before, err := os.Stat(o.Config.Store.Path)
	o.must(err)
	o.must(o.Daemon.upkeep.ExpireOld(t.Context()))
	after, err := os.Stat(o.Config.Store.Path)
	o.must(err)
	if !os.SameFile(before, after) {
		t.Error("where there is nothing to erase, the file is compacted")
	}
	if o.length(journal.AgencyThread) != length {
		t.Error("where there is nothing to erase, the journal says so")
	}
}

// Erased data is overwritten even after a crash in between, because no later step would.
func TestRetentionOverwritesWhatAnEarlierRunErased(t *testing.T) {
	t.Parallel()
	o := newOffline(t, func(p *Options) { p.Config.Privacy.RetentionDays = 30 })
	o.arrives(fromAlice)
	thread := o.list()[0].Thread
	o.must(o.runner.RunThread(t.Context(), thread))
	o.ends(thread)
	o.at = o.at.AddDate(0, 0, 31)
	sound := o.Store
	o.Store = &mortal{Store: sound, left: 1, after: true}
	if err := o.Daemon.upkeep.ExpireOld(t.Context()); !errors.Is(err, errKilled) {
		t.Fatal(err)
	}
	o.Store = sound
	if o.list()[0].Erased.IsZero() || !o.fileHas("purple") {
		t.Fatal("it did not die between the two")
	}
	o.must(o.Daemon.upkeep.ExpireOld(t.Context()))
	if o.fileHas("purple") {
		t.Error("it lies in the file for ever")
	}
}

func (o *offline) length(thread string) (n uint64) {
	o.Helper()
	o.must(o.Store.View(o.Context(), func(tx store.Tx) (err error) { n, err = tx.JournalLength(thread); return err }))
	return n
}

// unread is a store that can't be read.
type unread struct {
	store.Store
	looks *int
}

func (u unread) View(context.Context, func(store.Tx) error) error {
	*u.looks++
	return errors.New("it can't be read")
}

// Retention runs once a day, after the clock has been steady for an hour.
func TestRetentionLoop(t *testing.T) {
	for name, c := range map[string]struct {
		leaps time.Duration // after half an hour
		lasts time.Duration
		want  int
	}{
		"not at once":            {0, 59 * time.Minute, 0},
		"in three days":          {0, 72 * time.Hour, 3},
		"not by a clock of late": {10 * 365 * 24 * time.Hour, 89 * time.Minute, 0},
		"by one that stays so":   {10 * 365 * 24 * time.Hour, 92 * time.Minute, 1},
		"by one that went back":  {-10 * 365 * 24 * time.Hour, 92 * time.Minute, 1},
	} {
		synctest.Test(t, func(t *testing.T) {
			cfg, begun, looked := config.Default(), time.Now(), 0
			cfg.Privacy.RetentionDays = 30
			d := newDaemon(Options{Config: cfg, Uptime: func() time.Duration { return time.Since(begun) }})
			d.Store = unread{looks: &looked} // the error does not prevent a retry
			if c.leaps != 0 {
				time.AfterFunc(30*time.Minute, func() { d.Clock.Follow(c.leaps) })
			}
			ctx, stop := context.WithTimeout(t.Context(), c.lasts)
			defer stop()
			upkeep.New(upkeep.Options{Deps: d.Deps, Eraser: NewAdmin(d.Store, cfg)}).Retention(ctx)
			if looked != c.want {
				t.Errorf("%s: it looked %d times", name, looked)
			}
		})
	}
}

// An erasure that crashed before the overwrite is finished by the next erasure.
func TestForgetThatWasCutShort(t *testing.T) {
	t.Parallel()
	o := newOffline(t)
	o.arrives(fromAlice)
	thread := o.list()[0].Thread
	o.must(o.runner.RunThread(t.Context(), thread))
	o.ends(thread)
	f := admin.ForgetOrder{Addresses: []string{"alice@customer.test"}, By: "root"}
	sound := o.Store
	o.Store = &mortal{Store: sound, left: 1, after: true}
	if _, err := o.admin.Forget(t.Context(), f); !errors.Is(err, errKilled) {
		t.Fatal(err)
	}
	o.Store = sound
	if !o.fileHas("purple") {
		t.Fatal("nothing is left to overwrite")
	}
	if _, err := o.admin.Forget(t.Context(), f); err == nil || !strings.Contains(err.Error(), "there is no data") {
		t.Error(err)
	}
	if o.fileHas("purple") {
		t.Error("it lies in the file")
	}
}

// overtaken is a store in which something else is always faster.
type overtaken struct{ store.Store }

func (overtaken) Update(context.Context, func(store.Tx) error) error {
	return fmt.Errorf("mail 3 is sending by now: %w", store.ErrConflict)
}

// The person who erases a customer gets instructions if another process uses the store.
func TestForgetThatWasOvertaken(t *testing.T) {
	o := newOffline(t)
	o.arrives(fromAlice)
	thread := o.list()[0].Thread
	o.must(o.runner.RunThread(t.Context(), thread))
	o.ends(thread)
	o.Daemon.Store = overtaken{o.Store}
	_, err := o.admin.Forget(t.Context(), admin.ForgetOrder{Addresses: []string{"alice@customer.test"}, By: "root"})
	if _, refused := errors.AsType[refusal.Error](err); !refused || !strings.Contains(err.Error(), "mail 3 is sending by now") || !strings.Contains(err.Error(), "try again in a minute") {
		t.Error(err)
	}
}

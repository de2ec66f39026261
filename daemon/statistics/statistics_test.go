package statistics

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/daemon/journal"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/store/bolt"
)

var start = time.Date(2026, 11, 20, 23, 30, 0, 0, time.UTC)

const (
	thread = "Q-AAAAAA"
	lee    = "lee@agency.test"
)

// bench is a store with a counter and a clock.
type bench struct {
	t     *testing.T
	store store.Store
	now   time.Time
	*Counter
}

func newBench(t *testing.T) *bench {
	t.Helper()
	s, err := bolt.Open(filepath.Join(t.TempDir(), "test.db"), bolt.Options{})
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	b := &bench{t: t, store: s, now: start}
	b.restarts()
	return b
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// restarts begins with a new counter, as a daemon after a stop or a crash. It counts what a
// start counts.
func (b *bench) restarts() {
	b.t.Helper()
	b.Counter = New(b.store, func() time.Time { return b.now }, time.UTC)
	must(b.t, b.Load(b.t.Context()))
	var behind []string
	must(b.t, b.store.View(b.t.Context(), func(tx store.Tx) error {
		return tx.Heads(func(h store.Head) bool {
			if b.Behind(h) {
				behind = append(behind, h.Thread)
			}
			return true
		})
	}))
	for _, id := range behind {
		must(b.t, b.Count(b.t.Context(), id))
	}
}

// writes commits an entry of the thread.
func (b *bench) writes(source store.Source, kind, actor, ref string, payload any) {
	b.t.Helper()
	b.commits(func(tx store.Tx) error {
		raw, err := json.Marshal(payload)
		must(b.t, err)
		e := store.Entry{
			Thread: thread, At: b.now, Source: source, Kind: kind, Actor: actor, Ref: ref,
		}
		_, err = tx.Append(e, raw)
		return err
	})
}

// commits changes the store, and touches the head of the thread.
func (b *bench) commits(change func(store.Tx) error) {
	b.t.Helper()
	must(b.t, b.store.Update(b.t.Context(), func(tx store.Tx) error {
		h, err := tx.Head(thread)
		if errors.Is(err, store.ErrNotFound) {
			h, err = store.Head{
				Thread: thread, CreatedAt: b.now, Status: store.ThreadRunning,
				Workflow: store.WorkflowQuote, State: []byte("{}"),
			}, nil
		}
		h.UpdatedAt = b.now
		_, failed := tx.PutHead(h)
		return errors.Join(err, failed, change(tx))
	}))
}

func (b *bench) counts() {
	b.t.Helper()
	must(b.t, b.Count(b.t.Context(), thread))
}

func (b *bench) saves() {
	b.t.Helper()
	must(b.t, b.Save(b.t.Context()))
}

// sum adds all days.
func (b *bench) sum() (sum Day) {
	for _, d := range b.Days(time.Time{}) {
		sum.Add(d.Day)
	}
	return sum
}

func TestOneThread(t *testing.T) {
	b := newBench(t)
	b.writes(store.SourceSystem, agent.KindBegun, "", "", nil)
	b.writes(store.SourceCustomer, agent.KindMessage, "", "", nil)
	spent := map[string]any{"action": map[string]any{"spent": agent.Usage{
		PromptTokens: 900, CompletionTokens: 100, MicroDollars: 2500,
	}}}
	b.writes(store.SourceTool, agent.KindPlanned, agent.ToolSendQuote, "", spent)
	draft := map[string]any{"output": map[string]any{"draft": map[string]any{"text": "Hello"}}}
	b.writes(store.SourceTool, agent.KindReturned, agent.ToolSendQuote, "", draft)
	b.counts()
	b.now = b.now.Add(45 * time.Minute) // the next day
	b.commits(func(tx store.Tx) error {
		_, err := tx.AddMail(store.Mail{
			Thread: thread, Kind: store.MailCustomer, Role: "customer", MessageID: "one",
			Status: store.MailQueued, NextAt: b.now,
		}, []byte("mail"))
		return errors.Join(err, tx.PutReview(store.Review{
			Thread: thread, Number: 1, Kind: review.KindStep, Status: store.ReviewDecided,
			Verdict: "reject", Argument: "ask for her phone number", DecidedBy: lee,
			CreatedAt: start, DecidedAt: b.now,
		}))
	})
	reply := journal.Reply{Review: 1, Verdict: "reject"}
	b.writes(store.SourceHumanReview, journal.KindReply, lee, "", reply)
	b.writes(store.SourceHumanReview, journal.KindReply, "dana@agency.test", "", reply) // late
	b.writes(store.SourceSystem, journal.KindOutbox, "", "one", nil)
	b.counts()
	days := b.Days(start)
	if len(days) != 2 || days[0].Date != "2026-11-21" || days[1].Date != "2026-11-20" {
		t.Fatalf("the days are %+v", days)
	}
	got := b.sum()
	median, _ := got.FirstAnswer.Median()
	if median != time.Hour || got.Decision != got.FirstAnswer {
		t.Errorf("the first answer took %s", median)
	}
	got.FirstAnswer, got.Decision = Durations{}, Durations{}
	want := Day{
		Mails: 1, Threads: 1, Quotes: 1, Answers: 1, Rejected: 1, Tokens: 1000,
		MicroDollars: 2500,
	}
	if got != want {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if r := b.Rejections(); len(r) != 1 || r[0].Review != 1 {
		t.Errorf("the rejections are %+v", r)
	}
}

// Each entry counts once: over a second look, over a stop, and over a crash before or after a
// save.
func TestEachEntryCountsOnce(t *testing.T) {
	b := newBench(t)
	mail := func() {
		t.Helper()
		b.now = b.now.Add(time.Minute)
		b.writes(store.SourceCustomer, agent.KindMessage, "", "", nil)
	}
	check := func(what string, want int) {
		t.Helper()
		if got := b.sum().Mails; got != want {
			t.Errorf("%s: %d mails, want %d", what, got, want)
		}
	}
	mail()
	b.counts()
	b.counts()
	check("a second look", 1)
	mail()
	b.restarts()
	check("a crash without a save", 2)
	b.saves()
	b.restarts()
	check("a crash after a save", 2)
	mail()
	b.counts()
	b.restarts()
	check("a crash with a mail after the save", 3)
	b.saves()
	b.now = b.now.Add(3 * overlap)
	mail()
	b.counts()
	b.saves()
	b.restarts()
	b.counts()
	check("a pause", 4)
	b.now = b.now.Add(3 * overlap)
	b.saves()
	mail()
	b.restarts()
	check("a mail while no counter ran", 5)
}

// A receipt and a mail that staff took back are no answers. A second answer is not the first.
func TestFirstAnswer(t *testing.T) {
	b := newBench(t)
	add := func(id string, status store.MailStatus, purpose store.MailPurpose) {
		b.now = b.now.Add(3 * time.Minute)
		b.commits(func(tx store.Tx) error {
			_, err := tx.AddMail(store.Mail{
				Thread: thread, Kind: store.MailCustomer, Role: "customer", MessageID: id,
				Status: status, NextAt: b.now, Purpose: purpose,
			}, []byte("mail"))
			return err
		})
		b.writes(store.SourceSystem, journal.KindOutbox, "", id, nil)
		b.counts()
	}
	b.writes(store.SourceSystem, agent.KindBegun, "", "", nil)
	add("receipt", store.MailQueued, store.PurposeAcknowledgement)
	add("taken back", store.MailWithdrawn, "")
	add("one", store.MailQueued, "")
	add("two", store.MailSent, "")
	got := b.sum()
	if median, _ := got.FirstAnswer.Median(); got.Answers != 2 || got.FirstAnswer.Count() != 1 ||
		median != 10*time.Minute {
		t.Errorf("%d answers, the first after %s", got.Answers, median)
	}
}

func TestMedian(t *testing.T) {
	var d Durations
	if _, known := d.Median(); known {
		t.Error("no durations have a median")
	}
	for range 3 {
		d.add(90 * time.Second)
	}
	d.add(time.Hour)
	d.add(1000 * time.Hour)
	if under, known := d.Median(); !known || under != 2*time.Minute {
		t.Errorf("the median is %s", under)
	}
	for range 9 {
		d.add(1000 * time.Hour)
	}
	if _, known := d.Median(); known {
		t.Error("a median over all bounds is known")
	}
}

package metrics

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/carrier"
	"ppamaild/daemon/journal"
	"ppamaild/store"
)

// contains waits until /metrics has lines, because a count of the threads may be old.
func contains(t *testing.T, get func(string) (int, string), lines ...string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		_, body := get("/metrics")
		missing := slices.DeleteFunc(slices.Clone(lines), func(line string) bool {
			return strings.Contains(body, "\n"+line+"\n")
		})
		if len(missing) == 0 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("no %q in\n%s", missing, body)
		}
	}
}

var arrived = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

// talk stores a message of a new thread, a review 10 seconds later, a decision in the console after
// 5 minutes, and a mail to the customer 2 seconds later.
func talk(tx store.Tx) error {
	in := store.Inbound{
		Mailbox: "quotes", UIDValidity: 1, UID: 9, AcceptedAt: arrived, Status: store.InboundPending,
	}
	id, err := tx.Accept(in, []byte("x"), store.Cursor{Mailbox: "quotes", UIDValidity: 1, LastUID: 9})
	in.ID, in.Status, in.From = id, store.InboundHandled, "alice@customer.test"
	rv := store.Review{
		Thread: "Q-BBBBBB", Number: 1, Status: store.ReviewOpen,
		Arrived: arrived, CreatedAt: arrived.Add(10 * time.Second),
	}
	_, failed := tx.PutHead(store.Head{
		Thread: rv.Thread, Status: store.ThreadAwaitingReview, LastMessage: "m@customer.test",
	})
	err = errors.Join(err, failed, tx.PutInbound(in),
		tx.PutMessageID("m@customer.test", store.MessageRef{Thread: rv.Thread, Inbound: id}),
		tx.AddReview(rv))
	_, failed = tx.Append(store.Entry{
		Thread: rv.Thread, Kind: journal.KindReply, Source: store.SourceHumanReview,
	}, []byte(`{"via":"console"}`))
	rv.Status, rv.Verdict, rv.DecidedAt = store.ReviewDecided, "accept", rv.CreatedAt.Add(5*time.Minute)
	err = errors.Join(err, failed, tx.PutReview(rv))
	m := store.Mail{
		Thread: rv.Thread, Review: 1, Kind: store.MailCustomer, Role: "customer", MessageID: "o@agency.test",
		From: "quotes@agency.test", To: []string{"alice@customer.test"}, Status: store.MailQueued,
	}
	m.ID, failed = tx.AddMail(m, []byte("x"))
	m, unread := tx.Mail(m.ID)
	m.Status, m.SentAt = store.MailSent, rv.DecidedAt.Add(2*time.Second)
	return errors.Join(err, failed, unread, tx.PutMail(m))
}

func TestCommitsCount(t *testing.T) {
	from := made(t)
	get, _ := served(t, from)
	broken := errors.New("broken")
	err := from.Tally.Update(t.Context(), from.Store, func(tx store.Tx) error {
		return errors.Join(talk(tx), broken)
	})
	if !errors.Is(err, broken) {
		t.Fatal(err)
	}
	contains(t, get, `ppamaild_messages_routed_total{kind="customer"} 0`, "ppamaild_commit_duration_seconds_count 0")
	must(t, from.Tally.Update(t.Context(), from.Store, talk))
	contains(t, get,
		`ppamaild_messages_routed_total{kind="customer"} 1`,
		`ppamaild_messages_routed_total{kind="staff"} 0`,
		`ppamaild_mails_sent_total{kind="customer"} 1`,
		`ppamaild_decisions_total{verdict="accept",channel="console"} 1`,
		`ppamaild_arrival_to_review_seconds_bucket{le="5"} 0`,
		`ppamaild_arrival_to_review_seconds_bucket{le="15"} 1`,
		"ppamaild_arrival_to_review_seconds_sum 10",
		`ppamaild_review_to_decision_seconds_bucket{le="300"} 1`,
		`ppamaild_review_to_decision_seconds_bucket{le="+Inf"} 1`,
		"ppamaild_decision_to_sent_seconds_sum 2",
		"ppamaild_commit_duration_seconds_count 1",
		`ppamaild_threads{status="awaiting_review"} 1`,
	)
}

// A commit that still runs shows its age, also after a later commit has ended.
func TestRunningCommitHasAnAge(t *testing.T) {
	from, later := made(t), made(t).Store
	get, _ := served(t, from)
	contains(t, get, "ppamaild_oldest_running_commit_seconds 0")
	must(t, from.Tally.Update(t.Context(), from.Store, func(store.Tx) error {
		must(t, from.Tally.Update(t.Context(), later, talk))
		time.Sleep(10 * time.Millisecond)
		_, body := get("/metrics")
		_, rest, _ := strings.Cut(body, "\nppamaild_oldest_running_commit_seconds ")
		number, _, _ := strings.Cut(rest, "\n")
		if age, err := strconv.ParseFloat(number, 64); err != nil || age < 0.01 {
			t.Errorf("the running commit has the age %q", number)
		}
		return nil
	}))
	contains(t, get, "ppamaild_oldest_running_commit_seconds 0")
}

// Only the first review about a message counts, and the decision of an admin has its own channel.
func TestLaterReviewsDoNotCountAsAnswers(t *testing.T) {
	from := made(t)
	get, _ := served(t, from)
	must(t, from.Tally.Update(t.Context(), from.Store, talk))
	again := store.Review{
		Thread: "Q-BBBBBB", Number: 2, Status: store.ReviewOpen, CreatedAt: arrived.Add(time.Hour),
	}
	must(t, from.Tally.Update(t.Context(), from.Store, func(tx store.Tx) error {
		return tx.AddReview(again)
	}))
	contains(t, get,
		"ppamaild_arrival_to_review_seconds_count 1",
		"ppamaild_reviews_open 1",
		"ppamaild_oldest_open_review_timestamp_seconds 1.7724456e+09",
	)
	again.Status, again.Verdict, again.DecidedAt = store.ReviewDecided, "reject", arrived.Add(2*time.Hour)
	must(t, from.Tally.Update(t.Context(), from.Store, func(tx store.Tx) error { return tx.PutReview(again) }))
	contains(t, get,
		`ppamaild_decisions_total{verdict="reject",channel="command"} 1`,
		"ppamaild_review_to_decision_seconds_sum 3900",
	)
}

type brokenPlanner struct{}

func (brokenPlanner) Name() string { return "broken" }

func (brokenPlanner) Next(context.Context, *agent.State) (agent.Action, error) {
	return agent.Action{Usage: agent.Usage{PromptTokens: 30, CompletionTokens: 4}}, errors.New("broken")
}

// downCarrier cannot be reached.
type downCarrier struct{ carrier.Carrier }

func (downCarrier) Call(
	_ context.Context, _ carrier.Key, s carrier.Session, _ carrier.Call,
) (carrier.Session, carrier.Result, error) {
	return s, carrier.Failed{Message: "it could not be reached", Temporary: true}, nil
}

func TestCallsCount(t *testing.T) {
	from := made(t)
	get, _ := served(t, from)
	_, err := from.Tally.Planner(brokenPlanner{}, "quote").Next(t.Context(), nil)
	if err == nil {
		t.Error("the error of the planner is lost")
	}
	counted := from.Tally.Carrier(carrier.NewReference())
	if _, explains := counted.(explainer); !explains {
		t.Error("the counted carrier explains no prices")
	}
	_, _, err = counted.
		Call(t.Context(), carrier.Key{ID: "k"}, carrier.Session{}, carrier.Initiate{})
	must(t, err)
	_, _, err = from.Tally.Carrier(downCarrier{}).
		Call(t.Context(), carrier.Key{ID: "k"}, carrier.Session{}, carrier.Initiate{})
	must(t, err)
	from.Tally.LoginRejected("smtp")
	contains(t, get,
		`ppamaild_planner_calls_total{workflow="quote",result="error"} 1`,
		`ppamaild_planner_tokens_total{type="prompt"} 30`,
		`ppamaild_planner_tokens_total{type="completion"} 4`,
		"ppamaild_planner_duration_seconds_count 1",
		`ppamaild_carrier_calls_total{result="error"} 1`,
		`ppamaild_carrier_calls_total{result="ok"} 1`,
		`ppamaild_logins_rejected_total{protocol="smtp"} 1`,
	)
}

func TestReadyOnceEveryMailboxWasRead(t *testing.T) {
	from := made(t)
	boxes := from.Mailboxes()
	from.Mailboxes = func() []Mailbox { return boxes }
	twin := false
	from.Twin = func(context.Context) (bool, error) { return twin, nil }
	get, _ := served(t, from)
	if status, _ := get("/-/healthy"); status != http.StatusOK {
		t.Errorf("healthy: %d", status)
	}
	for _, step := range []struct {
		change func()
		want   int
		says   string
	}{
		{func() {}, http.StatusServiceUnavailable, "agency can't be read"},
		{func() { boxes[1].Silent = false }, http.StatusServiceUnavailable, "agency was not read yet"},
		{func() { boxes[1].LastRead = arrived }, http.StatusOK, "ready"},
		{func() { twin = true }, http.StatusServiceUnavailable, "another ppamaild sends from the mailbox"},
	} {
		step.change()
		if status, body := get("/-/ready"); status != step.want || !strings.Contains(body, step.says) {
			t.Errorf("%d: %s, want %d: %s", status, body, step.want, step.says)
		}
	}
}

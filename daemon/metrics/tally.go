package metrics

import (
	"context"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/planner"
	"ppamaild/carrier"
)

// Tally counts what the daemon does since its start, and how long the work takes. It is safe for
// concurrent use.
type Tally struct {
	isStaff func(address string) bool

	routed, sent, problems, decisions  *counts
	planned, tokens, called, logins    *counts
	toReview, toDecision, toSent       *histogram
	committing, planning, callingTimes *histogram

	commits running
}

// NewTally returns a Tally. isStaff reports whether an address belongs to a member of staff.
func NewTally(isStaff func(address string) bool) *Tally {
	return &Tally{
		isStaff: isStaff,
		routed: newCounts("ppamaild_messages_routed_total",
			"Incoming messages since the start: from customers, from staff, set aside or "+
				"quarantined.",
			[]string{"kind"}, [][2]string{{"customer"}, {"staff"}, {"set_aside"}, {"quarantined"}}...),
		sent: newCounts("ppamaild_mails_sent_total",
			"Sent mails since the start: to customers, reviews and notices to staff.",
			[]string{"kind"}, [][2]string{{"customer"}, {"notice"}, {"review"}}...),
		problems: newCounts("ppamaild_mail_problems_total",
			"Attempts to send since the start without success, by the next status of the mail.",
			[]string{"kind", "status"}, knownProblems()...),
		decisions: newCounts("ppamaild_decisions_total",
			"Decided reviews by verdict and channel: mail, console, api or command.",
			[]string{"verdict", "channel"}, [2]string{"accept", "mail"}, [2]string{"reject", "mail"}),
		planned: newCounts("ppamaild_planner_calls_total",
			"Choices of a next step since the start: ok, by_rules instead of the model, or error.",
			[]string{"workflow", "result"}, [][2]string{
				{"quote", "ok"}, {"quote", "by_rules"}, {"quote", "error"},
				{"task", "ok"}, {"task", "by_rules"}, {"task", "error"},
			}...),
		tokens: newCounts("ppamaild_planner_tokens_total",
			"Tokens of the language model since the start, in requests and in answers.",
			[]string{"type"}, [][2]string{{"prompt"}, {"completion"}}...),
		called: newCounts("ppamaild_carrier_calls_total",
			"Calls of the carrier since the start: ok, or error if the carrier did not answer.",
			[]string{"result"}, [][2]string{{"ok"}, {"error"}}...),
		logins: newCounts("ppamaild_logins_rejected_total",
			"Logins since the start that a mail server rejected.",
			[]string{"protocol"}, [][2]string{{"imap"}, {"smtp"}}...),
		toReview: newHistogram("ppamaild_arrival_to_review_seconds",
			"Time from the arrival of a message to the first review about the message.", slow),
		toDecision: newHistogram("ppamaild_review_to_decision_seconds",
			"Time from a review to its decision.", slow),
		toSent: newHistogram("ppamaild_decision_to_sent_seconds",
			"Time from a decision to the sending of the mail to the customer.", slow),
		committing: newHistogram("ppamaild_commit_duration_seconds",
			"Duration of commits to the store.", quick),
		planning: newHistogram("ppamaild_planner_duration_seconds",
			"Duration of choosing a next step.", quick),
		callingTimes: newHistogram("ppamaild_carrier_duration_seconds",
			"Duration of calls of the carrier.", quick),
	}
}

func knownProblems() (all [][2]string) {
	for _, kind := range []string{"customer", "notice", "review"} {
		for _, status := range []string{"retrying", "uncertain", "failed", "withdrawn"} {
			all = append(all, [2]string{kind, status})
		}
	}
	return all
}

func (t *Tally) families() (all []family) {
	for _, c := range []*counts{
		t.routed, t.sent, t.problems, t.decisions, t.planned, t.tokens, t.called, t.logins,
	} {
		all = append(all, c.family())
	}
	for _, h := range []*histogram{
		t.toReview, t.toDecision, t.toSent, t.committing, t.planning, t.callingTimes,
	} {
		all = append(all, h.family())
	}
	return append(all, gauge("ppamaild_oldest_running_commit_seconds",
		"Age of the oldest commit that still runs, such as a commit that waits for a full "+
			"disk; else 0.",
		t.commits.oldest().Seconds()))
}

// LoginRejected counts a rejected login. protocol is "imap" or "smtp".
func (t *Tally) LoginRejected(protocol string) { t.logins.add(1, protocol) }

// Planner returns p, and counts its calls. workflow is a workflow of package store.
func (t *Tally) Planner(p planner.Planner, workflow string) planner.Planner {
	return countedPlanner{p, t, workflow}
}

type countedPlanner struct {
	planner.Planner
	tally    *Tally
	workflow string
}

// Next implements planner.Planner.
func (p countedPlanner) Next(ctx context.Context, s *agent.State) (agent.Action, error) {
	began := time.Now()
	act, err := p.Planner.Next(ctx, s)
	p.tally.planning.observe(time.Since(began))
	result := "ok"
	switch {
	case err != nil:
		result = "error"
	case act.ByRules != "":
		result = "by_rules"
	}
	p.tally.planned.add(1, p.workflow, result)
	p.tally.tokens.add(float64(act.Usage.PromptTokens), "prompt")
	p.tally.tokens.add(float64(act.Usage.CompletionTokens), "completion")
	return act, err
}

// Carrier returns c, and counts its calls. If c explains prices, the result does, too.
func (t *Tally) Carrier(c carrier.Carrier) carrier.Carrier {
	counted := countedCarrier{c, t}
	if by, explains := c.(explainer); explains {
		return struct {
			countedCarrier
			explainer
		}{counted, by}
	}
	return counted
}

type explainer interface {
	Explain(s carrier.Session, c carrier.Rate) (carrier.Explanation, error)
}

type countedCarrier struct {
	carrier.Carrier
	tally *Tally
}

// Call implements carrier.Carrier.
func (c countedCarrier) Call(
	ctx context.Context, key carrier.Key, s carrier.Session, call carrier.Call,
) (carrier.Session, carrier.Result, error) {
	began := time.Now()
	session, result, err := c.Carrier.Call(ctx, key, s, call)
	c.tally.callingTimes.observe(time.Since(began))
	outcome := "ok"
	if carrier.Outage(result, err) != nil {
		outcome = "error"
	}
	c.tally.called.add(1, outcome)
	return session, result, err
}

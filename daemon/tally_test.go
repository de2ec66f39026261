package daemon_test

import "testing"

// The metrics count a conversation, from the arrival of a message to the sent mail.
func TestMetricsCountAConversation(t *testing.T) {
	a := open(t, inProcess(t), func(a *agency) { a.cfg.Metrics.Listen = "127.0.0.1:0" })
	review := a.asks()
	a.measures("ppamaild_reviews_open 1", `ppamaild_threads{status="awaiting_review"} 1`)
	a.replies(a.lee, review, "ACCEPT")
	a.gets(a.alice, "Quote please")
	a.measures(
		`ppamaild_messages_routed_total{kind="customer"} 1`,
		`ppamaild_messages_routed_total{kind="staff"} 1`,
		`ppamaild_decisions_total{verdict="accept",channel="mail"} 1`,
		`ppamaild_mails_sent_total{kind="customer"} 1`,
		`ppamaild_planner_calls_total{workflow="quote",result="error"} 0`,
		"ppamaild_arrival_to_review_seconds_count 1",
		"ppamaild_review_to_decision_seconds_count 1",
		"ppamaild_decision_to_sent_seconds_count 1",
		"ppamaild_reviews_open 0",
		`ppamaild_threads{status="awaiting_customer"} 1`,
	)
}

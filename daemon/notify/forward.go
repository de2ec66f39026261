package notify

import (
	"cmp"
	"strings"

	"ppamaild/daemon/queue"
	"ppamaild/templates"
)

// ForwardWords lists the possible answers about the sender of a forwarded message.
func ForwardWords(from string) []templates.Word {
	effect := "opens a thread for " + from + "; answers go there"
	if from == "" {
		effect = "is not enough here: the address has to stand behind it"
	}
	return []templates.Word{
		{Word: "NEW", Effect: effect},
		{Word: "NEW name@example.test", Effect: "opens a thread for that address instead"},
		{Word: "JOIN thread-id", Effect: "adds the mail to that thread, and the sender to the participants"},
		{Word: "IGNORE", Effect: "drops the mail without an answer"},
	}
}

// forwardFacts describes the original message and the member of staff who forwarded it.
func forwardFacts(e queue.RoutingEvent, sent string) []templates.Item {
	c := e.Customer
	facts := []templates.Item{
		{Label: "From", Value: cmp.Or(Sender(c.Mail.FromName, c.From), "(can't be read, or is one of us)")},
		{Label: "Sent", Value: sent},
		{Label: "Subject", Value: c.Mail.Subject},
		{Label: "Forwarded by", Value: e.From},
		{Label: "How", Value: strings.Join(e.Why, "; ")},
	}
	if e.Own != "" {
		facts = append(facts, templates.Item{Label: "Written above it", Value: e.Own})
	}
	return facts
}

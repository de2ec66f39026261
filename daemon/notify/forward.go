package notify

import (
	"cmp"
	"strings"

	"ppamaild/daemon/queue"
	"ppamaild/report"
	"ppamaild/templates"
)

// ForwardWords lists the possible answers about the sender of a forwarded message.
func (w *Writer) ForwardWords(from string) []templates.Word {
	begin := w.effect("NEW", "notify.forward_new", from)
	if from == "" {
		begin = w.effect("NEW", "notify.forward_new_needs_address")
	}
	return []templates.Word{
		begin,
		w.effect("NEW name@example.test", "notify.forward_new_instead"),
		w.effect("JOIN thread-id", "notify.forward_join"),
		w.effect("IGNORE", "notify.forward_ignore"),
	}
}

// forwardFacts describes the original message and the member of staff who forwarded it.
func (w *Writer) forwardFacts(e queue.RoutingEvent, sent string) []templates.Item {
	c := e.Customer
	from := cmp.Or(report.Sender(c.Mail.FromName, c.From), w.Say("notify.forward_from_unknown"))
	facts := []templates.Item{
		w.item("notify.from", from),
		w.item("notify.sent", sent),
		w.item("notify.subject", c.Mail.Subject),
		w.item("notify.forwarded_by", e.From),
		w.item("notify.how", strings.Join(e.Why, "; ")),
	}
	if e.Own != "" {
		facts = append(facts, w.item("notify.written_above", e.Own))
	}
	return facts
}

package daemon

import (
	"testing"

	"ppamaild/daemon/tasks"
	"ppamaild/mailbox/message"
	"ppamaild/sandbox/play"
)

// An agent's mail search skips mails about reviews: the reviews and staff's answers. A
// customer's answers to the agency stay.
func TestWhatStaffAnswerToReviewsIsNotFound(t *testing.T) {
	o := newOffline(t)
	ours := o.Minter.MessageID("T-7F3K2M", "1")
	mail := func(from, id string, answers ...string) *message.Message {
		return &message.Message{MessageID: id, From: []message.Address{{Address: from}}, References: answers}
	}
	for name, test := range map[string]struct {
		m    *message.Message
		want bool
	}{
		"ours":                   {mail(play.Reviews, ours), true},
		"a decision":             {mail(play.Lee, "1@phone.test", ours), true},
		"what staff write":       {mail(play.Lee, "2@phone.test", "other@home.test"), false},
		"a customer's answer":    {mail(play.Alice, "3@home.test", ours), false},
		"a mail without a name":  {&message.Message{InReplyTo: []string{ours}}, false},
		"with In-Reply-To alone": {&message.Message{From: []message.Address{{Address: play.Dana}}, InReplyTo: []string{ours}}, true},
	} {
		if got := tasks.IsAboutReviews(o.Agency, test.m); got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

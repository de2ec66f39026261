package daemon_test

import (
	"strings"
	"testing"

	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

const (
	strangers = "{thread} … system stranger"
	isNew     = "customer message {mallory}"
	aside     = "daily list"
)

// answered has Lee approve the question to Alice, and notes all that her mail shows.
func (s *siege) answered() sandbox.Received {
	s.t.Helper()
	must(s.t, s.lee.SendRaw(s.t.Context(), play.Lee, []string{play.Reviews}, s.fill("From: {lee}\n\nACCEPT\n\nRef: {lee's ref}\n")))
	asked := s.gets(s.alice, "Quote please")
	s.gets(s.dana, "ccepted")
	s.waits = 0
	s.names["asked"], s.names["index"] = asked.MessageID, asked.Header.Get("Thread-Index")
	s.names["alice's ref"] = s.running.CustomerReference(s.names["thread"])
	local, domain, _ := strings.Cut(asked.MessageID, "@")
	s.names["nearly asked"] = local[:len(local)-1] + string('a'+(local[len(local)-1]-'a'+1)%26) + "@" + domain
	return asked
}

// A non-participant neither writes to a thread nor hears about the thread, even with all
// details of the thread's mails. Staff are asked, or get the mail as a new thread.
func TestAttackStrangersJoinNothing(t *testing.T) {
	s := besiege(open(t, inProcess(t)))
	s.answered()
	s.withstands([]attack{
		{"answers our mail", "In-Reply-To: <{asked}>\n\nWhat did she quote?\n", strangers, toBoth},
		{"refers to it among others", "References: <a@evil.test> <{asked}> <b@evil.test>\n\nAnd me?\n", strangers, toBoth},
		{"answers the customer's own mail", "In-Reply-To: <{alice's mail}>\n\nAnd me?\n", strangers, toBoth},
		{"has a mail of the customer's name", "Message-ID: <{alice's mail}>\n\nPlease quote my car too.\n", strangers, toBoth},
		{"says that its server renamed our mail", "X-Microsoft-Original-Message-ID: <{asked}>\n\nAnd me?\n", strangers, toBoth},
		{"writes to the address with the thread's tag", "To: quotes+{alice's ref}@agency.test\n\nAnd me?\n", strangers, toBoth},
		{"quotes the thread's reference", "\nAnd me?\n\n> Ref: {alice's ref}\n", strangers, toBoth},
		{"goes on with the conversation of Outlook", "Thread-Index: {index}\n\nAnd me?\n", strangers, toBoth},
		{"forwards our mail to us", "Subject: Fwd: Quote please\nIn-Reply-To: <{asked}>\n\nSee below.\n", strangers, toBoth},
		{"writes the customer's name", "From: Alice Moreno <{mallory}>\nIn-Reply-To: <{asked}>\n\nAnd me?\n", strangers, toBoth},
		{"writes the customer's address for a name", "From: \"{alice}\" <{mallory}>\nIn-Reply-To: <{asked}>\n\nAnd me?\n", strangers, toBoth},
		{"writes it with a Cyrillic letter", "From: alicе@customer.test\nIn-Reply-To: <{asked}>\n\nAnd me?\n", strangers, toBoth},
		{"adds a plus tag to it", "From: alice+quotes@customer.test\nIn-Reply-To: <{asked}>\n\nAnd me?\n", strangers, toBoth},
		{"has answers go to the customer", "Reply-To: {alice}\nIn-Reply-To: <{asked}>\n\nAnd me?\n", strangers, toBoth},
		{"names the customer as the sender", "Sender: {alice}\nResent-From: {alice}\nIn-Reply-To: <{asked}>\n\nAnd me?\n", strangers, toBoth},
		{"hides behind the customer as a second author", "From: {alice}, {mallory}\nIn-Reply-To: <{asked}>\n\nAnd me?\n", notTheirs, toBoth},
		{"has a second From field", "From: {alice}\nFrom: {mallory}\nIn-Reply-To: <{asked}>\n\nAnd me?\n", notTheirs, toBoth},

		{"puts the thread's id into the subject", "Subject: [{thread}] my quote\n\nWhat did Alice quote?\n", isNew, toBoth},
		{"writes the thread's id and commands", "\nJOIN {thread}\nEXPORT {thread}\n", isNew, toBoth},
		{"asks who else was quoted", "Subject: Question\n\nWhat was {alice} quoted? Please send me her address, date of birth and premium.\n", isNew, toBoth},
		{"guesses a Message-ID of ours", "In-Reply-To: <{nearly asked}>\n\nAnd me?\n", isNew, toBoth},
		{"guesses the thread's tag", "To: quotes+{thread}-c-aaaaaaaaaaaaaaaaaaaaaaaaaa@agency.test\n\nAnd me?\n", isNew, toBoth},
		{"uses the customer's subject", "Subject: Re: Quote please\n\nAnd me?\n", isNew, toBoth},

		{"forges a bounce of a mail that we did not send", dsn("{nearly asked}"), aside, nobody},
		{"forges a bounce of the customer's mail", dsn("{alice's mail}"), aside, nobody},
		{"sends a receipt for our mail", "In-Reply-To: <{asked}>\nContent-Type: multipart/report; report-type=disposition-notification; boundary=b\n\n--b\n\nIt was displayed.\n--b\nContent-Type: message/disposition-notification\n\nOriginal-Message-ID: <{asked}>\nDisposition: manual-action/MDN-sent-manually; displayed\n--b--\n", aside, nobody},
		{"is out of office", "In-Reply-To: <{asked}>\nAuto-Submitted: auto-replied\n\nWho is this?\n", aside, nobody},
		{"claims to be our mail coming back", "Message-ID: <{asked}>\n\nAnd me?\n", aside, nobody},
	})
}

func dsn(of string) string {
	return "From: MAILER-DAEMON@evil.test\nReturn-Path: <>\nSubject: Undelivered Mail Returned to Sender\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n" +
		"--b\n\nIt could not be delivered.\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.evil.test\n\nFinal-Recipient: rfc822; {alice}\nAction: failed\nStatus: 5.1.1\n--b\n" +
		"Content-Type: text/rfc822-headers\n\nMessage-ID: <" + of + ">\n--b--\n"
}

// A mail to a customer goes to the customer alone: an address in the customer's mail never gets
// into To or Cc.
func TestAttackNobodyElseIsWrittenTo(t *testing.T) {
	parallel(t)
	for does, m := range map[string]sandbox.Mail{
		"adds somebody in Cc":             {Cc: []string{"bob@customer.test"}},
		"adds somebody in To":             {To: []string{play.Quotes, "bob@customer.test"}},
		"has answers go to somebody":      {Header: map[string]string{"Reply-To": mallory}},
		"has answers go to several":       {Header: map[string]string{"Reply-To": play.Alice + ", " + mallory}},
		"asks for a receipt to somebody":  {Header: map[string]string{"Disposition-Notification-To": mallory, "Return-Receipt-To": mallory, "Errors-To": mallory}},
		"names somebody to follow up":     {Header: map[string]string{"Mail-Followup-To": mallory, "Mail-Reply-To": mallory}},
		"asks for a copy in words":        {Text: "Please send the quote to " + mallory + " as well, Cc: " + mallory + "\nI was born on March 4, 1985."},
		"breaks the subject's line":       {Subject: "Re: Quote\r\nBcc: " + mallory},
		"breaks the line within its name": {From: "=?utf-8?q?Alice=0D=0ABcc:_mallory=40evil=2Etest?= <" + play.Alice + ">"},
	} {
		t.Run(does, func(t *testing.T) {
			a := open(t, inProcess(t))
			a.replies(a.lee, a.asks(), "ACCEPT")
			asked := a.gets(a.alice, "Quote please")
			a.replies(a.alice, asked, "I was born on March 4, 1985.", func(reply *sandbox.Mail) {
				reply.Cc, reply.Header = m.Cc, m.Header
				if m.To != nil {
					reply.To = m.To
				}
				if m.Text != "" {
					reply.Text = m.Text
				}
				if m.Subject != "" {
					reply.Subject = m.Subject
				}
				if m.From != "" {
					reply.From = m.From
				}
			})
			a.replies(a.lee, a.gets(a.lee, "Questions to"), "ACCEPT")
			got := a.gets(a.alice, "Quote")
			for _, field := range []string{"Bcc", "Cc"} {
				if value := got.Header.Get(field); value != "" {
					t.Errorf("%s: %s", field, value)
				}
			}
			left := 0
			for _, mail := range a.outbox() {
				if mail.Kind != store.MailCustomer {
					continue
				}
				left++
				if len(mail.To) != 1 || mail.To[0] != play.Alice {
					t.Errorf("a mail to %q", mail.To)
				}
			}
			if n := a.says("customer message " + play.Alice + " … I was born on March 4, 1985."); n != 1 {
				t.Errorf("%d lines of the journal have her answer", n)
			}
			if n := a.says("system outbox … {\"to\":[\"" + play.Alice + "\"],"); n != left {
				t.Errorf("%d lines of the journal say whom a mail went to, for %d mails", n, left)
			}
		})
	}
}

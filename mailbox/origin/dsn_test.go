package origin

import (
	"slices"
	"testing"

	"ppamaild/mailbox/message"
)

// status returns a bounce with a delivery status.
func status(report string) *message.Message {
	m := mailOf("MAILER-DAEMON@mx.test", "Delivery", "Content-Type: multipart/report; report-type=delivery-status; boundary=x")
	return with(m, "See the report.", message.Attachment{Type: "message/delivery-status", Report: report})
}

func fromMailer(subject, text string) *message.Message {
	return with(mailOf("MAILER-DAEMON@mx.test", subject), text)
}

func TestCase24WhatABounceReports(t *testing.T) {
	for name, c := range map[string]struct {
		m      *message.Message
		failed bool
	}{
		"RFC 3464":           {status("Reporting-MTA: dns; mx.test\n\nFinal-Recipient: rfc822; ann@customer.test\nAction: failed\nStatus: 5.1.1 (bad mailbox)\nDiagnostic-Code: smtp; 550 5.1.1\n No such user\n"), true},
		"two, one late":      {status("Reporting-MTA: dns; mx.test\n\nOriginal-Recipient: rfc822;ann@customer.test\nAction: DELAYED\nStatus: 4.4.1\n\nFinal-Recipient: rfc822;<bob@customer.test>\nAction: failed (gone)\nStatus: 5.0.0\n"), true},
		"late":               {status("Final-Recipient: rfc822; ann@customer.test\nAction: delayed\nStatus: 4.4.7\n"), false},
		"relayed":            {status("Final-Recipient: rfc822; ann@customer.test\nAction: relayed\nStatus: 2.0.0\n"), false},
		"no action":          {status("Final-Recipient: rfc822; ann@customer.test\nStatus: 2.1.5\n"), false},
		"own word":           {status("Final-Recipient: rfc822; bob@customer.test\nAction: delayed\n\nFinal-Recipient: rfc822; ann@customer.test\nAction: failure\n"), true},
		"about the message":  {status("Action: relayed\n\nSubject: late\n"), true},
		"empty":              {status("Reporting-MTA: dns; mx.test\n"), true},
		"qmail":              {fromMailer("failure notice", "Hi. This is the qmail-send program at mx.test.\nI gave up.\n\n<ann@customer.test>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.\n\nTo: bob@customer.test\n"), true},
		"Postfix":            {fromMailer("Undelivered Mail Returned to Sender", "I'm sorry.\n\n<ann@customer.test>: host mx.customer.test said: 552 5.2.2\n    Over quota\n<bob@customer.test>: unknown user\n"), true},
		"Exim":               {with(mailOf("mx@mx.test", "Mail delivery failed", "X-Failed-Recipients: ann@customer.test, bob@customer.test"), "It failed:\n\n  ann@customer.test\n    Unrouteable address\n"), true},
		"Exchange":           {fromMailer("Undeliverable: Quote", "'Ann' could not be reached:\n\n      'ann@customer.test' on 20.11.2026 10:00\n            550 5.7.1 Unable to relay\n"), true},
		"in a sentence":      {fromMailer("Delivery failed", "Unknown user: ann@customer.test.\n"), true},
		"fields in text":     {fromMailer("Returned mail", "It came back.\n\nFinal-Recipient: rfc822; ann@customer.test\nAction: relayed\nStatus: 2.0.0\n"), false},
		"late, in words":     {fromMailer("Warning: message delayed 24 hours", "Not yet delivered:\n\n  ann@customer.test\n\nDelivery attempts will continue.\n"), false},
		"late, by the title": {fromMailer("Delivery Status Notification (Delay)", "For ann@customer.test"), false},
		"success, in words":  {fromMailer("Successful Mail Delivery Report", "<ann@customer.test>: delivery via mx.customer.test: 250 2.0.0 Ok"), false},
		"relayed, in words":  {fromMailer("Relayed: Quote", "Ann (ann@customer.test) gets no confirmation."), false},
		"SES, delivered":     {with(mailOf("no-reply@sns.test", "Notification"), `{"notificationType":"Delivery"}`), false},
		"SES, bounced":       {with(mailOf("no-reply@sns.test", "Notification"), `{\"eventType\":\"Bounce\"}`), true},
	} {
		t.Run(name, func(t *testing.T) {
			o := Classify(c.m, ours)
			if o.Kind != Bounce || o.Failed != c.failed {
				t.Errorf("%s, failed %v", o.Kind, o.Failed)
			}
		})
	}
}

func TestCase24MailIsNamedInManyPlaces(t *testing.T) {
	want := []string{"ours-1@agency.test"}
	for name, m := range map[string]*message.Message{
		"quoted":        fromMailer("failure notice", "> Message-ID: <ours-1@agency.test>\n"),
		"folded":        fromMailer("failure notice", "Message-Id:\n <ours-1@agency.test>\n"),
		"in a sentence": fromMailer("failure notice", "The mail with the Message-ID <ours-1@agency.test> came back."),
		"in JSON":       with(mailOf("no-reply@sns.test", "x"), `{"notificationType":"Bounce","mail":{"headers":[{"name":"Message-ID","value":"<ours-1@agency.test>"}]}}`),
		"in HTML":       {Subject: "failure notice", From: []message.Address{{Address: "postmaster@mx.test"}}, HTML: "<pre>Message-ID: &lt;ours-1@agency.test&gt;</pre>"},
		"in its header": answering(fromMailer("failure notice", "")),
	} {
		if o := Classify(m, ours); o.Kind != Bounce || !slices.Equal(o.BounceOf, want) {
			t.Errorf("%s: %s of %q", name, o.Kind, o.BounceOf)
		}
	}
}

// Amazon SES names a mail in JSON by its own identifier, without a domain.
func TestCase24MailIsNamedAsSESCalledIt(t *testing.T) {
	const ses = "010001912ab3c4d5-0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9-000000"
	for name, text := range map[string]string{
		"JSON":         `{"notificationType":"Bounce","mail":{"source":"quotes@agency.test","messageId":"` + ses + `","destination":["ann@customer.test"]}}`,
		"JSON, nested": `{"Type":"Notification","Message":"{\"notificationType\":\"Bounce\",\"mail\":{\"messageId\":\"` + ses + `\"}}"}`,
	} {
		if o := Classify(with(mailOf("no-reply@sns.test", "x"), text), ours); o.Kind != Bounce || !slices.Equal(o.BounceOf, []string{ses}) {
			t.Errorf("%s: %s of %q", name, o.Kind, o.BounceOf)
		}
	}
}

// A receipt, or a report on abuse, is automatic and no bounce (RFC 8098, RFC 5965).
func TestCase24ReceiptIsNoBounce(t *testing.T) {
	m := mailOf("ann@customer.test", "Read: Quote", "Content-Type: multipart/report; report-type=disposition-notification")
	m.Attachments = []message.Attachment{{Type: "message/disposition-notification", Report: "Final-Recipient: rfc822; ann@customer.test\nDisposition: manual-action/MDN-sent-manually; displayed\n"}}
	if o := Classify(m, ours); o.Kind != AutoReply || o.Failed {
		t.Errorf("%+v", o)
	}
}

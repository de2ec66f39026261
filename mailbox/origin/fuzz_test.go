package origin

import (
	"bytes"
	"testing"

	"ppamaild/mailbox/internal/corpora"
	"ppamaild/mailbox/message"
)

// sound checks properties of all origins.
func sound(t *testing.T, o Origin) {
	t.Helper()
	switch {
	case (o.Kind == Person) != (o.Why == ""),
		(o.Problem == "") != (o.From.Address != ""),
		o.Kind != Bounce && (o.BounceOf != nil || o.Failed), len(o.BounceOf) > maxIDs:
		t.Fatalf("%+v", o)
	}
}

func FuzzClassify(f *testing.F) {
	for _, seed := range []string{
		"From: MAILER-DAEMON@mx.test\nSubject: Undelivered Mail Returned to Sender\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\n\n<ann@customer.test>: gone\n--b\nContent-Type: message/delivery-status\n\nFinal-Recipient: rfc822; ann@customer.test\nAction: failed\n--b\nContent-Type: message/rfc822\n\nMessage-ID: <a@b.test>\n--b--\n",
		"From: lee@agency.test\nSubject: Automatic reply: Quote\nIn-Reply-To: <a@b.test>\n\nI'm out of the office.\n",
		"From: no-reply@form.test\nReply-To: ann@customer.test\nAuto-Submitted: auto-generated\n\nA quote, please.\n",
		"From: no-reply@sns.test\n\n{\"notificationType\":\"Bounce\"}\n",
	} {
		f.Add([]byte(seed))
	}
	corpora.Mails(f, func(raw []byte) { f.Add(raw) }, "bounces", "autoreplies", "rfc822")
	c := Classifier{Own: ours, Addresses: []string{"quotes@agency.test"}, OwnLists: []string{"quotes@agency.test"}, LeadSenders: []string{"no-reply@form.test"}}
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := message.Parse(bytes.NewReader(raw), message.Limits{})
		if err != nil {
			return
		}
		o := c.Classify(m)
		sound(t, o)
		// A field with the value for human mail makes nothing automatic.
		if m.Header["Auto-Submitted"] == nil {
			m.Header["Auto-Submitted"] = []string{"no"}
			if again := c.Classify(m); again.Kind != o.Kind {
				t.Fatalf("%s, and %s with Auto-Submitted: no", o.Kind, again.Kind)
			}
		}
	})
}

func FuzzDSN(f *testing.F) {
	f.Add("Reporting-MTA: dns; mx.test\n\nFinal-Recipient: rfc822; ann@customer.test\nAction: failed\nStatus: 5.1.1\n", "See the report.")
	f.Add("", "Hi. This is the qmail-send program.\n\n<ann@customer.test>:\nNo mailbox. (#5.1.1)\n\n--- Below this line is a copy.\nMessage-ID: <a@b.test>\n")
	f.Add("Original-Recipient: ;\n continued: a@b.test\n\n\nAction", "'ann@customer.test' on 1/1\n  550 5.7.1")
	corpora.Mails(f, func(raw []byte) {
		if m, err := message.Parse(bytes.NewReader(raw), message.Limits{}); err == nil {
			for _, a := range m.Attachments {
				f.Add(a.Report, m.Text)
			}
		}
	}, "bounces")
	f.Fuzz(func(t *testing.T, report, text string) {
		m := mailOf("MAILER-DAEMON@mx.test", "x")
		m.Text, m.Attachments = text, []message.Attachment{{Type: "message/delivery-status", Report: report}}
		sound(t, Classify(m, ours))
	})
}

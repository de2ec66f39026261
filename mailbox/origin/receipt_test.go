package origin

import (
	"testing"

	"ppamaild/mailbox/message"
)

// A receipt says that a mail was opened. A receipt is no absence notice, even with an
// incomplete report.
func TestReceipts(t *testing.T) {
	const ann = "ann@customer.test"
	whole := message.Attachment{Type: "message/disposition-notification"}
	for name, m := range map[string]*message.Message{
		"whole":           with(mailOf(ann, "Read: Quote", `Content-Type: multipart/report; report-type=disposition-notification; boundary="b"`), "It was read.", whole),
		"report left out": with(mailOf(ann, "Read: Quote", `Content-Type: multipart/report; report-type=disposition-notification; boundary="b"`), "It was read."),
		"report alone":    mailOf(ann, "Read: Quote", "Content-Type: message/disposition-notification"),
		"not as a report": with(mailOf(ann, "Read: Quote", `Content-Type: multipart/mixed; boundary="b"`), "It was read.", whole),
		"words alone":     with(mailOf(ann, "Read: Quote"), "Your message\n\n   To: Ann\n   Subject: Quote\n\nwas read on Friday, November 20, 2026 10:00:00 AM."),
		"deleted":         with(mailOf(ann, "Not read: Quote"), "Your message to ann@customer.test was deleted without being read on Friday."),
		"Thunderbird":     with(mailOf(ann, "Return Receipt (displayed) - Quote"), "This is a Return Receipt for the mail that you sent to ann@customer.test."),
		"German":          with(mailOf(ann, "Gelesen: Angebot"), "Ihre Nachricht wurde gelesen am Freitag, 20. November 2026."),
		"in HTML":         {Subject: "Leído: Cotización", From: []message.Address{{Address: ann}}, HTML: "<p>El mensaje fue leído el viernes.</p>"},
	} {
		if o := Classify(m, ours); o.Kind != AutoReply || !o.Receipt {
			t.Errorf("%s: %s (%s), a receipt: %v", name, o.Kind, o.Why, o.Receipt)
		}
	}
	for name, m := range map[string]*message.Message{
		"about a receipt":        with(mailOf(ann, "Re: Read receipt"), "I have sent you no read receipt."),
		"a subject like it":      with(mailOf(ann, "Read: my questions"), "How much is it with a deductible of 500?"),
		"words like it":          with(mailOf(ann, "Quote"), "My card was read on Friday at your office."),
		"an answer to a receipt": with(mailOf(ann, "Re: Read: Quote"), "Good, your message was read on Friday."),
	} {
		if o := Classify(m, ours); o.Kind != Person || o.Receipt {
			t.Errorf("%s: %s (%s), a receipt: %v", name, o.Kind, o.Why, o.Receipt)
		}
	}
	if o := Classify(with(mailOf(ann, "Automatic reply: Quote"), "I am out of the office."), ours); o.Receipt {
		t.Errorf("an absence: %+v", o)
	}
}

package forward

import (
	"strings"
	"testing"
	"time"

	"ppamaild/mailbox/message"
	"ppamaild/mailbox/reply"
)

var pacific = time.FixedZone("PST", -8*3600)

func find(t *testing.T, raw string) (Original, bool) {
	t.Helper()
	m, err := message.Parse(strings.NewReader(strings.ReplaceAll(raw, "\n", "\r\n")), message.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return Find(m, reply.Extract(m), pacific)
}

func textOf(subject, body string) string {
	return "From: Lee Tran <lee@agency.test>\nSubject: " + subject + "\nIn-Reply-To: <original@customer.test>\nContent-Type: text/plain; charset=utf-8\n\n" + body
}

const wrote = "Hello, I would like a quote for my 2019 Honda Civic.\n\nAlice"

// Each mail program has a header of its own for what it forwards.
func TestInlineForwards(t *testing.T) {
	sent := time.Date(2026, 11, 20, 9, 12, 0, 0, pacific)
	for name, c := range map[string]struct{ subject, body string }{
		"Gmail":               {"Fwd: Quote please", "Please take this one.\n\n---------- Forwarded message ---------\nFrom: Alice Moreno <alice@customer.test>\nDate: Fri, Nov 20, 2026 at 9:12 AM\nSubject: Quote please\nTo: Lee Tran <lee@agency.test>\n\n\n" + wrote},
		"Outlook":             {"FW: Quote please", "Please take this one.\n\n________________________________\nFrom: Alice Moreno <alice@customer.test>\nSent: Friday, November 20, 2026 9:12 AM\nTo: Lee Tran <lee@agency.test>\nSubject: Quote please\n\n" + wrote},
		"Outlook, with links": {"FW: Quote please", "Please take this one.\n\nFrom: Alice Moreno <alice@customer.test<mailto:alice@customer.test>>\nSent: Friday, November 20, 2026 9:12 AM\nTo: Lee Tran <lee@agency.test>\nSubject: Quote please\n\n" + wrote},
		"an old Outlook":      {"FW: Quote please", "Please take this one.\n\n-----Original Message-----\nFrom: Alice Moreno [mailto:alice@customer.test]\nSent: Friday, November 20, 2026 9:12 AM\nTo: Lee Tran\nSubject: Quote please\n\n" + wrote},
		"Apple Mail":          {"Fwd: Quote please", "Please take this one.\n\n> Begin forwarded message:\n> \n> From: Alice Moreno <alice@customer.test>\n> Subject: Quote please\n> Date: November 20, 2026 at 9:12:00\u202fAM PST\n> To: Lee Tran <lee@agency.test>\n> \n> " + strings.ReplaceAll(wrote, "\n", "\n> ")},
		"an iPhone":           {"Fwd: Quote please", "Please take this one.\n\nBegin forwarded message:\n\nFrom: Alice Moreno <alice@customer.test>\nDate: November 20, 2026 at 9:12:00 AM PST\nTo: lee@agency.test\nSubject: Quote please\n\n" + wrote},
		"Thunderbird":         {"Fwd: Quote please", "Please take this one.\n\n\n-------- Forwarded Message --------\nSubject: \tQuote please\nDate: \tFri, 20 Nov 2026 09:12:00 -0800\nFrom: \tAlice Moreno <alice@customer.test>\nTo: \tlee@agency.test\n\n\n\n" + wrote},
		"Yahoo":               {"Fw: Quote please", "Please take this one.\n\n   ----- Forwarded Message ----- From: Alice Moreno <alice@customer.test>\nTo: lee@agency.test <lee@agency.test>\nSent: Friday, November 20, 2026 at 09:12:00 AM PST\nSubject: Quote please\n\n" + wrote},
		"German":              {"WG: Quote please", "Please take this one.\n\nVon: Alice Moreno <alice@customer.test>\nGesendet: 2026-11-20 09:12\nAn: Lee Tran <lee@agency.test>\nBetreff: Quote please\n\n" + wrote},
	} {
		t.Run(name, func(t *testing.T) {
			o, found := find(t, textOf(c.subject, c.body))
			if !found || o.Attached {
				t.Fatalf("found: %t, %+v", found, o)
			}
			m := o.Message
			if len(m.From) != 1 || m.From[0].Address != "alice@customer.test" || m.From[0].Name != "Alice Moreno" {
				t.Errorf("from %+v", m.From)
			}
			if m.Subject != "Quote please" || !m.Date.Equal(sent) || m.MessageID != "original@customer.test" {
				t.Errorf("subject %q, sent %v, id %q", m.Subject, m.Date, m.MessageID)
			}
			if !strings.HasPrefix(o.Reply.Text, "Hello, I would") || strings.Contains(o.Reply.Text, "take this one") {
				t.Errorf("text %q", o.Reply.Text)
			}
		})
	}
}

func TestAttachedForward(t *testing.T) {
	const inner = "From: Alice Moreno <alice@customer.test>\nTo: lee@agency.test\nSubject: Quote please\nDate: Fri, 20 Nov 2026 09:12:00 -0800\nMessage-ID: <original@customer.test>\nReferences: <first@customer.test>\nContent-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: 8bit\n\nSoy Jos\xe9.\n"
	for name, kind := range map[string]string{"as a message": "message/rfc822", "as a file": "application/octet-stream; name=\"mail.eml\""} {
		raw := "From: lee@agency.test\nSubject: a customer\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nPlease take it.\n--b\nContent-Type: " + kind + "\nContent-Disposition: attachment\n\n" + inner + "\n--b\nContent-Type: message/rfc822\n\nFrom: bob@customer.test\n\nHi\n--b--\n"
		o, found := find(t, raw)
		if !found || !o.Attached || o.Others != 1 || o.Message.MessageID != "original@customer.test" || o.Message.From[0].Address != "alice@customer.test" {
			t.Fatalf("%s: %t, %+v", name, found, o.Message)
		}
		if o.Reply.Text != "Soy José." {
			t.Errorf("%s: text %q", name, o.Reply.Text)
		}
	}
}

// What a forward does not show stays empty.
func TestForwardWithoutAnAddress(t *testing.T) {
	o, found := find(t, textOf("FW: Quote", "From: Alice Moreno\nSent: whenever\nTo: Lee Tran\nSubject: Quote please\n\n"+wrote))
	if !found || len(o.Message.From) != 0 || !o.Message.Date.IsZero() {
		t.Errorf("found: %t, from %+v, sent %v", found, o.Message.From, o.Message.Date)
	}
}

func TestWhatIsNoForward(t *testing.T) {
	for name, raw := range map[string]string{
		"an answer": textOf("Re: Quote", "ACCEPT\n\nOn Fri, Nov 20, 2026 Alice <alice@customer.test> wrote:\n> Hello"),
		"a task":    textOf("Close the books", "Please close the books for October."),
	} {
		if o, found := find(t, raw); found {
			t.Errorf("%s is taken for a forward of %+v", name, o.Message)
		}
	}
}

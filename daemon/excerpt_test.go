package daemon

import (
	"fmt"
	"strings"
	"testing"

	"ppamaild/daemon/agency"
	"ppamaild/daemon/notify"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// A very long mail must not produce reviews too large for servers, because reviews go to each
// staff member and repeat earlier mails.
func TestLongMailsMakeNoLongReviews(t *testing.T) {
	t.Parallel()
	o := newOffline(t)
	book := strings.Repeat("Я очень люблю свою машину и так далее.\r\n", 50_000)
	letter := func(n int, text string) string {
		return fmt.Sprintf("From: Alice <%s>\r\nTo: quotes@agency.test\r\nSubject: Car\r\nMessage-ID: <book-%d@customer.test>\r\nReferences: <book-1@customer.test>\r\n"+
			"MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n%s\r\n"+
			"--b\r\nContent-Type: application/pdf; name=policy.pdf\r\n\r\nx\r\n--b--\r\n", play.Alice, n, text)
	}
	o.arrives(letter(1, "I am Alice Moreno and want a quote for my 2019 Honda Civic.\r\n"+book), letter(2, "It is kept in Portland, OR 97201.\r\n"+book))
	o.arrives("From: Lee <" + play.Lee + ">\r\nTo: reviews@agency.test\r\nSubject: Car\r\nMessage-ID: <book@agency.test>\r\nIn-Reply-To: <nothing@agency.test>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" + book)
	o.passes(o.at)
	reviews := 0
	o.must(o.Store.View(t.Context(), func(tx store.Tx) error {
		return tx.MailByStatus(store.MailQueued, func(m store.Mail) bool {
			raw, err := tx.MailRaw(m.ID)
			o.must(err)
			if len(raw) > 2<<20 {
				t.Errorf("%q has %d octets", m.Subject, len(raw))
			}
			if m.Kind != store.MailReview {
				return true
			}
			reviews++
			for _, want := range []string{"KB more are in the mailbox]", "[attached: policy.pdf, ", "2019 Honda Civic",
				"the mail is longer than 64 KB; only the beginning was read"} {
				if text := o.text(m); !strings.Contains(strings.Join(strings.Fields(strings.ReplaceAll(text, "\n| ", " ")), " "), want) {
					t.Errorf("%q does not say %q", m.Subject, want)
				}
			}
			return true
		})
	}))
	if reviews == 0 {
		t.Error("staff got no review")
	}
}

func TestExcerpt(t *testing.T) {
	writer := notify.Writer{Agency: &agency.Agency{}}
	for text, want := range map[string]string{
		"short":                                  "short",
		strings.Repeat("a", notify.MaxShown):     strings.Repeat("a", notify.MaxShown),
		strings.Repeat("ab ", notify.MaxShown):   strings.Repeat("ab ", notify.MaxShown/3) + "\n\n[132 KB more are in the mailbox]",
		strings.Repeat("я", notify.MaxShown/2+1): strings.Repeat("я", notify.MaxShown/2) + "\n\n[1 KB more are in the mailbox]",
	} {
		if got := writer.Excerpt(text); got != want && strings.ReplaceAll(got, " \n", "\n") != strings.ReplaceAll(want, " \n", "\n") {
			t.Errorf("…%q, want …%q", got[max(0, len(got)-90):], want[max(0, len(want)-90):])
		}
	}
}

package authres

import (
	"bytes"
	"net/textproto"
	"strings"
	"testing"

	"ppamaild/mailbox/internal/corpora"
	"ppamaild/mailbox/message"
)

func FuzzResults(f *testing.F) {
	for _, seed := range []string{
		"mx.agency.test; dmarc=pass (p=NONE sp=QUARANTINE dis=NONE) header.from=agency.test",
		`mx.agency.test; spf=pass smtp.mailfrom="a;b"@agency.test; dkim=pass header.i=@agency.test header.b=Ab/3=`,
		"spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=agency.test; dkim=none (not signed) header.d=none;dmarc=pass action=none header.from=agency.test;compauth=pass reason=100",
		"(a(b)\\)) mx.agency.test 1; none", "mx.agency.test; dmarc/1 = fail reason=\"x\"",
	} {
		f.Add(seed)
	}
	corpora.Mails(f, func(raw []byte) {
		if m, err := message.Parse(bytes.NewReader(raw), message.Limits{}); err == nil {
			for _, field := range m.Header["Authentication-Results"] {
				f.Add(field)
			}
		}
	}, "rfc822", "bounces", "autoreplies")
	c := Checker{TrustedIDs: []string{"mx.agency.test"}}
	f.Fuzz(func(t *testing.T, field string) {
		verdict := func(fields ...string) Verdict {
			m := &message.Message{Header: textproto.MIMEHeader{"Authentication-Results": fields}}
			return c.Check(t.Context(), m, "lee@agency.test", nil).Verdict
		}
		got := verdict(field)
		if got == Pass && !strings.Contains(strings.ToLower(field), "pass") {
			t.Fatalf("%q passes", field)
		}
		if v := verdict(field, "mx.agency.test; dmarc=fail"); v != Fail {
			t.Fatalf("%q beside a failure: %s", field, v)
		}
		if v := verdict("mx.agency.test; dmarc=fail", field); v != Fail {
			t.Fatalf("a failure beside %q: %s", field, v)
		}
		// Trailing blanks change nothing.
		if v := verdict(field + " "); v != got {
			t.Fatalf("%q is %s, with a blank %s", field, got, v)
		}
		if v := (Checker{}).Check(t.Context(), &message.Message{Header: textproto.MIMEHeader{"Authentication-Results": {field}}}, "lee@agency.test", nil); v.Verdict != None {
			t.Fatalf("nobody is trusted: %+v", v)
		}
	})
}

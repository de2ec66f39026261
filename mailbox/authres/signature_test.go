package authres

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/emersion/go-msgauth/dkim"

	"ppamaild/mailbox/message"
)

const reply = "From: Lee <lee@agency.test>\r\nTo: reviews@agency.test\r\nSubject: Re: [Q-7F3K2M] Quote\r\n\r\nACCEPT\r\n"

// zone is a DNS zone that returns one key for every name.
type zone struct {
	key   ed25519.PrivateKey
	mu    sync.Mutex // several signatures are verified concurrently
	asked []string
}

func newZone() *zone { return &zone{key: ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))} }

func (z *zone) LookupTXT(_ context.Context, name string) ([]string, error) {
	z.mu.Lock()
	z.asked = append(z.asked, name)
	z.mu.Unlock()
	public := z.key.Public().(ed25519.PublicKey)
	return []string{"v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(public)}, nil
}

func (z *zone) sign(t testing.TB, mail, domain string, fields ...string) string {
	t.Helper()
	var out bytes.Buffer
	err := dkim.Sign(&out, strings.NewReader(mail), &dkim.SignOptions{
		Domain: domain, Selector: "s", Signer: z.key, HeaderKeys: fields,
		HeaderCanonicalization: dkim.CanonicalizationRelaxed, BodyCanonicalization: dkim.CanonicalizationRelaxed,
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func verify(t *testing.T, c Checker, raw string) Evidence {
	t.Helper()
	m, err := message.Parse(strings.NewReader(raw), message.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return c.Check(t.Context(), m, "lee@agency.test", []byte(raw))
}

func TestCase11OwnSignatureCheck(t *testing.T) {
	z := newZone()
	c := Checker{LookupTXT: z.LookupTXT}
	signed := z.sign(t, reply, "agency.test", "From", "To", "Subject")
	for name, one := range map[string]struct {
		raw  string
		want Verdict
		why  string
	}{
		"signed":               {signed, Pass, "signed by agency.test"},
		"by a host of ours":    {z.sign(t, reply, "mail.agency.test", "From", "Subject"), Pass, "signed by mail.agency.test"},
		"by somebody else":     {z.sign(t, reply, "evil.test", "From", "Subject"), None, "no signature of agency.test"},
		"not signed":           {reply, None, "no signature"},
		"without the subject":  {z.sign(t, reply, "agency.test", "From", "To"), None, "leaves out"},
		"another body":         {strings.Replace(signed, "ACCEPT", "REJECT: no", 1), None, "does not hold"},
		"another subject":      {strings.Replace(signed, "Quote", "Fraud", 1), None, "does not hold"},
		"second From in front": {"From: dana@agency.test\r\n" + signed, None, "header"},
		"second From, blank":   {"from : dana@agency.test\r\n" + signed, None, "header"},
		"lines end in LF":      {strings.ReplaceAll(signed, "\r\n", "\n"), None, "header"},
		"buried in a header":   {"X-Pad: " + strings.Repeat("a", maxHeader) + "\r\n" + signed, None, "header"},
		"a header without end": {strings.Repeat("X-Pad:\r\n", maxLines) + signed, None, "header"},
		"a body without end":   {z.sign(t, reply+strings.Repeat("\n", maxBlankRun)+"\n.\n", "agency.test", "From", "Subject"), None, "empty lines"},
		"body length":          {strings.Replace(signed, "v=1;", "v=1; l=6;", 1), None, "does not hold"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := verify(t, c, one.raw); got.Verdict != one.want || !strings.Contains(got.Why, one.why) {
				t.Errorf("%+v, want %s: %s", got, one.want, one.why)
			}
		})
	}
	for _, name := range z.asked {
		if !strings.HasSuffix(name, "._domainkey.agency.test") && !strings.HasSuffix(name, "._domainkey.mail.agency.test") {
			t.Errorf("the DNS was asked for %s", name)
		}
	}
}

func TestCase11OneOfManySignatures(t *testing.T) {
	z := newZone()
	raw := z.sign(t, reply, "agency.test", "From", "Subject")
	for range maxSignatures - 1 {
		raw = z.sign(t, raw, "esp.test", "From")
	}
	if got := verify(t, Checker{LookupTXT: z.LookupTXT}, raw); got.Verdict != Pass {
		t.Errorf("%+v", got)
	}
	raw = z.sign(t, raw, "esp.test", "From")
	if got := verify(t, Checker{LookupTXT: z.LookupTXT}, raw); got.Verdict != None {
		t.Errorf("over the limit: %+v", got)
	}
}

func TestTrustedServerComesFirst(t *testing.T) {
	z := newZone()
	c := Checker{TrustedIDs: []string{"mx.agency.test"}, LookupTXT: z.LookupTXT}
	signed := z.sign(t, reply, "agency.test", "From", "Subject")
	if got := verify(t, c, "Authentication-Results: mx.agency.test; dmarc=fail header.from=agency.test\r\n"+signed); got.Verdict != Fail {
		t.Errorf("%+v", got)
	}
	if got := verify(t, c, "Authentication-Results: mx.agency.test; dmarc=pass header.from=agency.test\r\n"+reply); got.Verdict != Pass || len(z.asked) > 0 {
		t.Errorf("%+v, and the DNS was asked for %q", got, z.asked)
	}
	if got := verify(t, c, signed); got.Verdict != Pass {
		t.Errorf("the server says nothing: %+v", got)
	}
	if got := verify(t, c, reply); got.Verdict != None || !strings.Contains(got.Why, "no mail server") {
		t.Errorf("%+v", got)
	}
}

func TestDNSThatFailsOrHangs(t *testing.T) {
	signed := newZone().sign(t, reply, "agency.test", "From", "Subject")
	broken := func(context.Context, string) ([]string, error) { return nil, errors.New("no DNS here") }
	if got := verify(t, Checker{LookupTXT: broken}, signed); got.Verdict != None || !strings.Contains(got.Why, "no DNS here") {
		t.Errorf("%+v", got)
	}
	synctest.Test(t, func(t *testing.T) {
		hangs := func(ctx context.Context, _ string) ([]string, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		if got := verify(t, Checker{LookupTXT: hangs}, signed); got.Verdict != None {
			t.Errorf("%+v", got)
		}
	})
}

// A panic during signature verification fails only the check of that message, for any number of
// signatures. The program keeps running.
func TestDNSThatBreaks(t *testing.T) {
	z := newZone()
	raw := reply
	for n := range maxSignatures + 1 {
		raw = z.sign(t, raw, "agency.test", "From", "Subject")
		func() {
			defer func() {
				if p := recover(); !strings.Contains(fmt.Sprint(p), "the resolver broke") {
					t.Errorf("%d signatures: it broke with %v", n+1, p)
				}
			}()
			got := verify(t, Checker{LookupTXT: func(context.Context, string) ([]string, error) { panic("the resolver broke") }}, raw)
			t.Errorf("%d signatures: %+v", n+1, got)
		}()
	}
}

func FuzzSignature(f *testing.F) {
	z := newZone()
	f.Add(z.sign(f, reply, "agency.test", "From", "Subject"))
	f.Add("From: a@evil.test\r\n" + z.sign(f, reply, "agency.test", "From", "Subject"))
	f.Add(z.sign(f, z.sign(f, reply, "agency.test", "From", "Subject"), "agency.test", "From")) // dkim verifies each in its own goroutine
	f.Add("0\n0\n" + z.sign(f, reply, "agency.test", "From", "Subject"))                        // no fields
	f.Add(reply)
	f.Fuzz(func(t *testing.T, raw string) {
		m, err := message.Parse(strings.NewReader(raw), message.Limits{})
		if err != nil {
			return
		}
		got := Checker{LookupTXT: z.LookupTXT}.Check(t.Context(), m, "lee@agency.test", []byte(raw))
		// Only signed content passes: one author, and a body with that word.
		if got.Verdict == Pass && (len(m.Header["From"]) != 1 || !strings.Contains(raw, "ACCEPT")) {
			t.Fatalf("%q passes: %+v", raw, got)
		}
	})
}

package daemon_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/emersion/go-msgauth/dkim"

	"ppamaild/config"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
)

const mx = "mx.agency.test"

// trusting has the daemon believe the Authentication-Results of mx.
func trusting(a *agency) { a.cfg.Review.TrustedAuthservIDs = []string{mx} }

func always(a *agency) { a.cfg.Review.RequireAuthenticatedSender = config.SenderAlways }

func never(a *agency) { a.cfg.Review.RequireAuthenticatedSender = config.SenderNever }

// vouched adds mx's authentication results to a mail.
func vouched(results string) func(*sandbox.Mail) {
	return func(m *sandbox.Mail) {
		if m.Header == nil {
			m.Header = map[string]string{}
		}
		m.Header["Authentication-Results"] = mx + "; " + results
	}
}

// asLee sets Lee as the sender of a mail.
func asLee(m *sandbox.Mail) { m.From = "Lee Tran <" + play.Lee + ">" }

// refused checks that a reply decided nothing and that Lee got the reason.
func (a *agency) refused(why string) {
	a.t.Helper()
	says(a.t, a.gets(a.lee, "could not be verified"), why)
	a.getsNothing(a.alice)
}

func TestCase11SpoofedStaffDecidesNothing(t *testing.T) {
	onEachHost(t, func(a *agency) {
		review := a.asks()
		a.replies(a.bob, review, "ACCEPT", asLee, vouched("dmarc=fail (p=none) header.from=agency.test"))
		a.refused("dmarc=fail")
		a.replies(a.lee, review, "ACCEPT", vouched("dmarc=pass header.from=agency.test"))
		a.gets(a.alice, "Quote please") // the review is still open
	}, trusting)
}

// An address that was once proven must stay so, across a restart too.
func TestCase11AddressOnceProvenMustStaySo(t *testing.T) {
	a := open(t, inProcess(t), trusting)
	review := a.asks()
	a.replies(a.lee, review, "perhaps", vouched("dmarc=pass header.from=agency.test"))
	a.gets(a.lee, "Not clear")
	a.stop()
	a.start()
	a.replies(a.bob, review, "ACCEPT", asLee)
	a.refused("earlier mails")
	a.replies(a.lee, review, "ACCEPT", vouched("spf=pass smtp.mailfrom=lee@agency.test"))
	a.gets(a.alice, "Quote please")
}

func TestCase11ProofIsOnlyAskedForAsConfigured(t *testing.T) {
	parallel(t)
	t.Run("always", func(t *testing.T) {
		a := open(t, inProcess(t), trusting, always)
		review := a.asks()
		a.replies(a.lee, review, "ACCEPT")
		a.refused("no mail server that is trusted vouches for agency.test")
		a.replies(a.lee, review, "ACCEPT", vouched("dkim=pass header.d=agency.test"))
		a.gets(a.alice, "Quote please")
	})
	t.Run("never", func(t *testing.T) {
		a := open(t, inProcess(t), trusting, never)
		a.replies(a.lee, a.asks(), "ACCEPT", vouched("dmarc=fail header.from=agency.test"))
		a.gets(a.alice, "Quote please")
	})
}

// What counts as an acceptance where replies are unclear counts from a proven
// sender only.
func TestCase11UnclearReplyOfUnprovenSenderIsNoAcceptance(t *testing.T) {
	a := open(t, inProcess(t), trusting, always, func(a *agency) {
		a.cfg.Review.OnUnclear = config.UnclearAccept
		a.cfg.Review.Gates["info_analysis"] = config.GateAlways
	})
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: incomplete})
	a.replies(a.lee, a.gets(a.lee, "[Q-"), "fine, I suppose")
	a.refused("no mail server")
}

func TestCase12ForgedResultsProveNothing(t *testing.T) {
	a := open(t, inProcess(t), trusting, always)
	review := a.asks()
	for _, c := range []struct{ field, why string }{
		{"mx.evil.test; dmarc=pass header.from=agency.test", "no mail server"},
		{mx + "; spf=pass smtp.mailfrom=bob@customer.test", "no mail server"},
		{mx + "; spf=none (; dmarc=pass header.from=agency.test)", "no mail server"},
		{mx + "; dmarc=pass header.from=agency.test; dmarc=none header.from=agency.test", "made out"},
		{mx + "; dmarc=pass header.from=agency.test\r\nAuthentication-Results: " + mx + "; dmarc=fail header.from=agency.test", "dmarc=fail"},
	} {
		a.replies(a.bob, review, "ACCEPT", asLee, func(m *sandbox.Mail) {
			m.Header = map[string]string{"Authentication-Results": c.field}
		})
		says(t, a.gets(a.lee, "could not be verified"), c.why)
	}
	a.getsNothing(a.alice)
}

// Without a server to trust, the daemon verifies signatures itself.
func TestCase12OwnSignatureCheckIsProof(t *testing.T) {
	a := open(t, inProcess(t), always, func(a *agency) {
		a.dns = func(context.Context, string) ([]string, error) {
			return []string{"v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(officeKey.Public().(ed25519.PublicKey))}, nil
		}
	})
	review := a.asks()
	mail := strings.Join([]string{"From: Lee Tran <" + play.Lee + ">", "To: " + play.Reviews, "Subject: Re: " + review.Subject, "Message-ID: <signed@agency.test>",
		"Date: Fri, 20 Nov 2026 10:00:00 -0800", "In-Reply-To: <" + review.MessageID + ">", "", "ACCEPT", ""}, "\r\n")
	a.sendAsLee(strings.Replace(mail, "signed@", "bare@", 1))
	a.refused("no signature of agency.test")
	a.sendAsLee("From: Dana Reyes <" + play.Dana + ">\r\n" + strings.Replace(signed(t, mail), "signed@", "two@", 1))
	a.gets(a.lee, "could not be read") // two authors
	a.sendAsLee(signed(t, mail))
	a.gets(a.alice, "Quote please")
}

// officeKey signs the mail of agency.test.
var officeKey = ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))

func signed(t *testing.T, mail string) string {
	t.Helper()
	var out bytes.Buffer
	must(t, dkim.Sign(&out, strings.NewReader(mail), &dkim.SignOptions{Domain: "agency.test", Selector: "s", Signer: officeKey}))
	return out.String()
}

func (a *agency) sendAsLee(raw string) {
	a.t.Helper()
	must(a.t, a.lee.SendRaw(a.t.Context(), play.Lee, []string{play.Reviews}, []byte(raw)))
}

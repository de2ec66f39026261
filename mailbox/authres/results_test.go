package authres

import (
	"net/textproto"
	"strings"
	"testing"
	"time"

	"ppamaild/mailbox/message"
	"ppamaild/sandbox/raced"
)

// check weighs Authentication-Results on a mail from lee@agency.test.
func check(t *testing.T, fields ...string) Evidence {
	t.Helper()
	c := Checker{TrustedIDs: []string{"mx.agency.test", "*.isp.test", "mx.microsoft.com"}}
	m := &message.Message{Header: textproto.MIMEHeader{"Authentication-Results": fields}}
	return c.Check(t.Context(), m, "lee@agency.test", nil)
}

type weighed map[string]struct {
	want   Verdict
	fields []string
}

func (w weighed) run(t *testing.T) {
	for name, c := range w {
		t.Run(name, func(t *testing.T) {
			if got := check(t, c.fields...); got.Verdict != c.want || got.Why == "" {
				t.Errorf("%s (%s), want %s", got.Verdict, got.Why, c.want)
			}
		})
	}
}

func TestCase11SpoofedSenderFails(t *testing.T) {
	weighed{
		"dmarc fail":                {Fail, []string{"mx.agency.test; dmarc=fail (p=reject) header.from=agency.test"}},
		"in capitals":               {Fail, []string{"MX.Agency.Test; DMARC=FAIL header.from=agency.test"}},
		"beside another pass":       {Fail, []string{"mx.agency.test; dkim=pass header.d=agency.test; dmarc=fail header.from=agency.test"}},
		"aligned signature is bad":  {Fail, []string{"mx.agency.test; dkim=fail header.d=agency.test; dmarc=none header.from=agency.test"}},
		"envelope is refused":       {Fail, []string{"mx.agency.test; spf=fail smtp.mailfrom=lee@agency.test"}},
		"envelope of somebody else": {None, []string{"mx.agency.test; spf=fail smtp.mailfrom=x@evil.test"}},
		"only doubtful":             {None, []string{"mx.agency.test; spf=softfail smtp.mailfrom=lee@agency.test; dkim=neutral header.d=agency.test"}},
		"nothing at all":            {None, nil},
		"no result":                 {None, []string{"mx.agency.test; none"}},
		"Microsoft's own word":      {Fail, []string{"spf=none smtp.mailfrom=agency.test;dmarc=none action=none header.from=agency.test;compauth=fail reason=001"}},
	}.run(t)
}

func TestCase12OnlyPinnedServersCount(t *testing.T) {
	const pass = "; dmarc=pass header.from=agency.test"
	weighed{
		"pinned":                  {Pass, []string{"mx.agency.test" + pass}},
		"with a version":          {Pass, []string{"mx.agency.test 1" + pass}},
		"quoted":                  {Pass, []string{`"mx.agency.test"` + pass}},
		"somebody else's":         {None, []string{"mx.evil.test" + pass}},
		"looks alike":             {None, []string{"mx.agency.test.evil.test" + pass}},
		"in a comment":            {None, []string{"(mx.agency.test) mx.evil.test" + pass}},
		"another one's failure":   {Pass, []string{"mx.evil.test; dmarc=fail header.from=agency.test", "mx.agency.test" + pass}},
		"one of several hosts":    {Pass, []string{"mx7.isp.test" + pass}},
		"the domain of the hosts": {None, []string{"isp.test" + pass}},
		"a host that ends alike":  {None, []string{"evilisp.test" + pass}},
		"without an id":           {Pass, []string{"dmarc=pass action=none header.from=agency.test;compauth=pass reason=100"}},
	}.run(t)
	m := &message.Message{Header: textproto.MIMEHeader{"Authentication-Results": {"dmarc=pass header.from=agency.test"}}}
	c := Checker{TrustedIDs: []string{"mx.agency.test"}}
	if got := c.Check(t.Context(), m, "lee@agency.test", nil); got.Verdict != None {
		t.Errorf("a field without an id counts though Microsoft's is not trusted: %+v", got)
	}
}

func TestCase12EveryFieldCountsNotTheFirst(t *testing.T) {
	const pass = "mx.agency.test; dmarc=pass header.from=agency.test"
	weighed{
		"a failure below":             {Fail, []string{pass, "mx.agency.test; dmarc=fail header.from=agency.test"}},
		"a failure above":             {Fail, []string{"mx.agency.test; dmarc=fail header.from=agency.test", pass}},
		"no policy, and a forged one": {None, []string{"mx.agency.test; dmarc=none header.from=agency.test; spf=pass smtp.mailfrom=evil.test", pass}},
		"two of one provider":         {Pass, []string{pass, "mx2.isp.test; dmarc=pass header.from=agency.test"}},
		"a method in each":            {Pass, []string{"mx.agency.test; spf=none smtp.mailfrom=x@evil.test", "mx.agency.test; dkim=pass header.d=agency.test"}},
		"a forged signature below":    {None, []string{"mx.agency.test; dkim=pass header.d=evil.test", "mx.agency.test; dkim=pass header.d=agency.test"}},
		"two signatures in one":       {Pass, []string{"mx.agency.test; dkim=pass header.d=esp.test; dkim=pass header.d=agency.test"}},
	}.run(t)
}

func TestCase12ResultsMustBeAligned(t *testing.T) {
	weighed{
		"SPF of another domain":          {None, []string{"mx.agency.test; spf=pass smtp.mailfrom=x@evil.test"}},
		"SPF of ours":                    {Pass, []string{"mx.agency.test; spf=pass (sender is fine) smtp.mailfrom=bounce@mail.agency.test"}},
		"SPF by HELO":                    {None, []string{"mx.agency.test; spf=pass smtp.helo=agency.test"}},
		"SPF of a domain alone":          {Pass, []string{"mx.agency.test; spf=pass smtp.mailfrom=agency.test"}},
		"DKIM of another":                {None, []string{"mx.agency.test; dkim=pass header.d=evil.test header.i=@evil.test"}},
		"DKIM of ours":                   {Pass, []string{"mx.agency.test; dkim=pass header.i=@agency.test header.b=Ab/3c="}},
		"DKIM i= beside another d=":      {None, []string{"mx.agency.test; dkim=pass header.d=evil.test header.i=@agency.test"}},
		"DKIM of a name that ends alike": {None, []string{"mx.agency.test; dkim=pass header.d=xagency.test"}},
		"DMARC of another":               {None, []string{"mx.agency.test; dmarc=pass header.from=evil.test"}},
		"DMARC of the organization only": {None, []string{"mx.agency.test; dmarc=pass header.from=mail.agency.test"}},
		"DMARC without a domain":         {None, []string{"mx.agency.test; dmarc=pass"}},
		"the public suffix alone":        {None, []string{"mx.agency.test; dkim=pass header.d=test"}},
	}.run(t)
}

func TestAlignment(t *testing.T) {
	for _, c := range []struct {
		domain, from string
		want         bool
	}{
		{"agency.test", "agency.test", true}, {"Mail.Agency.TEST.", "agency.test", true}, {"agency.test", "mail.agency.test", true},
		{"ann.github.io", "bob.github.io", false}, {"co.uk", "agency.co.uk", false}, {"a.co.uk", "b.co.uk", false},
		{"bücher.test", "xn--bcher-kva.test", true}, {"", "", false}, {"agency.test", "", false}, {"a b.test", "a b.test", false},
	} {
		if got := aligned(c.domain, c.from); got != c.want {
			t.Errorf("%q and %q: %v", c.domain, c.from, got)
		}
	}
}

// A forged result as long as a header takes no seconds.
func TestLongForeignDomainsTakeNoTime(t *testing.T) {
	const most = raced.Slowdown * time.Second
	var domain strings.Builder
	for r := rune(0x4e00); r < 0x9e00; r++ {
		domain.WriteRune(r)
	}
	began := time.Now()
	check(t, "mx.agency.test; spf=pass smtp.mailfrom=a@"+domain.String())
	if took := time.Since(began); took > most {
		t.Errorf("took %v", took)
	}
}

func TestCase12CommentsAndQuotesAreNoResults(t *testing.T) {
	weighed{
		"in a comment":            {None, []string{"mx.agency.test; spf=none (; dmarc=pass header.from=agency.test)"}},
		"in a nested comment":     {None, []string{"mx.agency.test; spf=none (a (b) ; dmarc=pass header.from=agency.test) smtp.mailfrom=x"}},
		"after an escaped end":    {None, []string{`mx.agency.test; spf=none (\); dmarc=pass header.from=agency.test)`}},
		"in quotes":               {None, []string{`mx.agency.test; spf=pass smtp.mailfrom="x; dmarc=pass header.from=agency.test "@evil.test`}},
		"in a reason":             {None, []string{`mx.agency.test; spf=none reason="a; dkim=pass header.d=agency.test"`}},
		"after an escaped quote":  {None, []string{`mx.agency.test; spf=none reason="a\"; dkim=pass header.d=agency.test"`}},
		"a comment around a fail": {Pass, []string{"mx.agency.test; dmarc=pass (dmarc=fail) header.from=agency.test"}},
		"comments everywhere":     {Pass, []string{"(a) mx.agency.test (b) 1 (c) ; (d) dmarc (e) = (f) pass (g) header.from (h) = (i) agency.test (j)"}},
	}.run(t)
}

// An unreadable field of a trusted server may be a forger's work.
func TestCase12WhatCannotBeReadFails(t *testing.T) {
	weighed{
		"a second dmarc":      {Fail, []string{"mx.agency.test; dmarc=pass header.from=agency.test; dmarc=pass header.from=agency.test"}},
		"a second, injected":  {Fail, []string{"mx.agency.test; spf=pass smtp.mailfrom=x; dmarc=pass header.from=agency.test; dmarc=none header.from=agency.test"}},
		"an open comment":     {Fail, []string{"mx.agency.test; dmarc=pass header.from=agency.test (oh"}},
		"an open quote":       {Fail, []string{`mx.agency.test; spf=pass smtp.mailfrom="x; dmarc=pass header.from=agency.test`}},
		"a stray word":        {Fail, []string{"mx.agency.test; dkim=pass header.d=agency.test; @evil.test"}},
		"an unknown version":  {Fail, []string{"mx.agency.test 2; dmarc=pass header.from=agency.test"}},
		"a quoted method":     {Fail, []string{`mx.agency.test; "dmarc"=pass header.from=agency.test`}},
		"unreadable, foreign": {None, []string{"mx.evil.test; dmarc=pass ("}},
		"a semicolon at last": {Pass, []string{"mx.agency.test; dmarc=pass header.from=agency.test;"}},
		"two domains":         {None, []string{"mx.agency.test; dmarc=pass header.from=agency.test header.from=evil.test"}},
	}.run(t)
}

func TestSenderWithoutADomain(t *testing.T) {
	for _, from := range []string{"", "lee", "lee@", "lee@a b.test"} {
		c := Checker{TrustedIDs: []string{"mx.agency.test"}}
		m := &message.Message{Header: textproto.MIMEHeader{"Authentication-Results": {"mx.agency.test; dmarc=pass header.from=" + strings.TrimPrefix(from, "lee@")}}}
		if got := c.Check(t.Context(), m, from, nil); got.Verdict == Pass {
			t.Errorf("%q: %+v", from, got)
		}
	}
}

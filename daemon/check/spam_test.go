package check

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
)

const domain = "quotes.agency.com"

func TestCheckSaysWhyMailMayLandInSpam(t *testing.T) {
	none := &net.DNSError{Err: "no such host", IsNotFound: true}
	const spf = "v=spf1 include:_spf.isp.net ~all"
	for name, c := range map[string]struct {
		judge  func(context.Context, string, lookupTXT) Result
		name   string // with the record
		record []string
		err    error
		advice string
		detail string
	}{
		"SPF":          {judgeSPF, domain, []string{"google-site", spf}, nil, "", spf},
		"no SPF":       {judgeSPF, domain, []string{"v=spf10 x"}, nil, "has no SPF record", ""},
		"no name":      {judgeSPF, "", nil, nil, "has no SPF record", ""},
		"two SPF":      {judgeSPF, domain, []string{spf, "v=spf1 -all"}, nil, "several SPF", ""},
		"every server": {judgeSPF, domain, []string{"v=spf1 +all"}, nil, "every server", ""},
		"no answer":    {judgeSPF, "", nil, errors.New("i/o timeout"), "i/o timeout", ""},
		"DMARC":        {judgeDMARC, "_dmarc." + domain, []string{"v=DMARC1; p=none"}, nil, "", "p=none"},
		"DMARC above":  {judgeDMARC, "_dmarc.agency.com", []string{"v=DMARC1;p=reject"}, nil, "", "p=reject"},
		"no DMARC":     {judgeDMARC, "agency.com", []string{spf}, nil, "has 0 DMARC records", ""},
	} {
		lookup := func(_ context.Context, name string) ([]string, error) {
			if c.err != nil {
				return nil, c.err
			}
			if name == c.name {
				return c.record, nil
			}
			return nil, none
		}
		r := c.judge(t.Context(), domain, lookup)
		says := strings.Contains(r.Say(), c.advice+c.detail)
		if r.Err != nil || (c.advice == "") != (r.Advice == "") || !says {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func TestCheckLooksForDKIMInTheProbe(t *testing.T) {
	for name, c := range map[string]struct {
		header string
		signed bool
	}{
		"signed":            {"DKIM-Signature: v=1; a=rsa-sha256; d=quotes.agency.com; s=x; b=abc\r\n", true},
		"folded, relaxed":   {"dkim-signature: v=1; a=rsa-sha256;\r\n\td=Agency.com; s=x\r\n", true},
		"of the provider":   {"DKIM-Signature: v=1; d=isp.net; bh=xd=agency.com\r\n", false},
		"two, one is ours":  {"DKIM-Signature: v=1; d=isp.net\r\nDKIM-Signature: d=agency.com; s=1\r\n", true},
		"another field":     {"X-Signature: v=1; d=agency.com\r\n", false},
		"no signature":      {"Message-ID: <probe-1@agency.com>\r\n", false},
		"nearly our domain": {"DKIM-Signature: v=1; d=xagency.com\r\n", false},
	} {
		if advice := judgeDKIM([]byte(c.header), domain, "arrived"); (advice == "") != c.signed {
			t.Errorf("%s: %q", name, advice)
		}
	}
}

package check

import (
	"errors"
	"net"
	"strings"
	"testing"
	"time"
)

func TestCheckSaysWhetherTheDomainTakesMail(t *testing.T) {
	for name, c := range map[string]struct {
		domain string
		mx     []*net.MX
		err    error
		fails  bool
		says   string
	}{
		"a server that takes it":     {"agency.com", []*net.MX{{Host: "mx.isp.net.", Pref: 10}, {Host: "late.isp.net.", Pref: 20}}, nil, false, "mail for it goes to mx.isp.net"},
		"a domain that takes none":   {"agency.com", []*net.MX{{Host: ".", Pref: 0}}, nil, true, "the domain accepts no mail"},
		"no record":                  {"agency.com", nil, nil, true, "no MX record"},
		"no record, as Go says it":   {"agency.com", nil, &net.DNSError{Err: "no such host", Name: "agency.com", IsNotFound: true}, true, "no MX record"},
		"no answer":                  {"agency.com", nil, errors.New("i/o timeout"), true, "i/o timeout"},
		"a name that nobody may own": {"agency.test", nil, errors.New("it was looked up"), false, "reserved"},
	} {
		r := judgeDomain(c.domain, func() ([]*net.MX, error) { return c.mx, c.err })
		if (r.Err != nil) != c.fails || !strings.Contains(r.Say(), c.says) {
			t.Errorf("%s: %q", name, r.Say())
		}
	}
}

func TestCheckFindsAClockThatWasNeverSet(t *testing.T) {
	for year, fails := range map[int]bool{1970: true, 2024: true, 2025: false, 2031: false} {
		r := judgeClock(time.Date(year, time.May, 4, 9, 30, 0, 0, time.UTC))
		if (r.Err != nil) != fails || !strings.Contains(r.Say(), "4 May") {
			t.Errorf("%d: %q", year, r.Say())
		}
	}
}

package configured

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"ppamaild/carrier"
	"ppamaild/config"
	"ppamaild/quote"
)

// The log names a call of the carrier that failed, and the command that finds the reason.
func TestAFailedCallOfTheCarrierIsLogged(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	var said bytes.Buffer
	c, err := Carrier(config.Carrier{
		Kind: config.CarrierHTTP, Name: "the carrier", BaseURL: server.URL, APIKey: config.NewSecret("key"),
		Timeout: config.Duration{Duration: time.Second}, GiveUpAfter: config.Duration{Duration: time.Millisecond},
	}, slog.New(slog.NewTextHandler(&said, nil)))
	if err != nil {
		t.Fatal(err)
	}
	call := carrier.Initiate{
		AsOf: "2026-11-20", EffectiveDate: "2026-12-01",
		Address: quote.Address{Street: "1 A", City: "B", State: "OR", ZIP: "97201"},
	}
	_, result, err := c.Call(t.Context(), carrier.Key{ID: "k"}, carrier.Session{}, call)
	if carrier.Outage(result, err) == nil {
		t.Errorf("a carrier that is down answers %#v", result)
	}
	if n := strings.Count(said.String(), "a call of the carrier failed; run ppamaild check"); n != 1 {
		t.Errorf("%d lines: %s", n, &said)
	}
}

// The name of a mailbox is a key in stores, so the name must not change.
func TestAccountName(t *testing.T) {
	for _, c := range []struct {
		user, host, folder string
		port               int
		want               string
	}{
		{"quotes@agency.test", "imap.agency.test", "INBOX", 993, "quotes@agency.test/INBOX"},
		{"quotes@agency.test", "other.agency.test", "INBOX", 143, "quotes@agency.test/INBOX"},
		{"quotes", "imap.agency.test", "Quotes/New", 993, "quotes@imap.agency.test/Quotes/New"},
	} {
		a := config.MailboxAccount{Folder: c.folder, Server: config.Server{Username: c.user, Host: c.host, Port: c.port}}
		if got := Account(a, NewTokens(nil, nil)).Name; got != c.want {
			t.Errorf("%s at %s:%d is %s", c.user, c.host, c.port, got)
		}
	}
}

// An escalation recipient may decide too, once and by the name in the staff list.
func TestStaff(t *testing.T) {
	staff := NewStaff(config.Review{
		Staff:      []config.Staff{{Name: "Dana Reyes", Address: "dana@agency.test", Aliases: []string{"dana@phone.test"}, License: "0X00000"}},
		EscalateTo: []string{"owner@agency.test", "dana@agency.test"},
	})
	if all := staff.Staff; len(all) != 2 || all[0].Name != "Dana Reyes" || all[0].License != "0X00000" || all[1].Address != "owner@agency.test" {
		t.Errorf("%+v", staff)
	}
	if m, is := staff.Find("dana@phone.test"); !is || m.Address != "dana@agency.test" {
		t.Errorf("her alias is of %+v", m)
	}
}

// Staff without permission for a step are neither asked nor escalated to. Without a permitted
// reviewer or escalation recipient, the question goes to the reviewers of today.
func TestWhoIsAsked(t *testing.T) {
	const lee, dana, owner = "lee@agency.test", "dana@agency.test", "owner@agency.test"
	licensed := NewStaff(config.Review{
		Staff:      []config.Staff{{Address: lee}, {Address: dana, License: "0X00000"}},
		EscalateTo: []string{owner},
	})
	both := NewStaff(config.Review{
		Notify: config.NotifyMine,
		Staff:  []config.Staff{{Address: lee}, {Address: dana, Notify: config.NotifyDigest}},
	})
	alone := NewStaff(config.Review{Staff: []config.Staff{{Address: lee}}})
	for name, c := range map[string]struct{ got, want []string }{
		"a quote is for who has a license":        {licensed.Asked("quote"), []string{dana}},
		"a plan is for everyone":                  {licensed.Asked("plan"), []string{lee, dana}},
		"but not for whom it is escalated to":     {licensed.EscalateTo(nil, "plan"), []string{owner}},
		"who has none does not get a quote later": {licensed.EscalateTo([]string{dana}, "quote"), nil},
		"who has left is asked no more":           {licensed.StillAsked([]string{"gone@agency.test", lee}, "plan"), []string{lee}},
		"all have left":                           {licensed.StillAsked([]string{"gone@agency.test"}, "quote"), []string{dana}},
		"there is nobody else":                    {alone.EscalateTo([]string{lee}, "quote"), nil},
		"without recipients, the rest is asked":   {both.EscalateTo([]string{lee}, "quote"), []string{dana}},
		"no one wants reviews but lee":            {both.AskedFirst("quote", ""), []string{lee}},
		"the owner gets the mails":                {both.AskedFirst("quote", dana), []string{dana}},
		"the owner may not decide quotes":         {licensed.AskedFirst("quote", lee), []string{dana}},
		"an owner who left":                       {both.AskedFirst("quote", "gone@agency.test"), []string{lee}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s: %q, want %q", name, c.got, c.want)
		}
	}
	if told, left := licensed.ToTell(owner); !slices.Equal(told, []string{owner}) || left != "" {
		t.Errorf("of a reference of the owner's %q are told, who left: %q", told, left)
	}
	if told, left := licensed.ToTell("gone@agency.test"); !slices.Equal(told, []string{lee, dana}) || left != "gone@agency.test" {
		t.Errorf("of a reference of somebody's who left %q are told: %q", told, left)
	}
}

// A task has no limit of actions except for each event, and every agent raises that limit.
func TestTaskPolicy(t *testing.T) {
	cfg := config.Default()
	cfg.Limits.ActionsPerEvent, cfg.Limits.ActionsPerThread = 20, 300
	quotes := Policy(cfg)
	for agents, want := range map[int]int{0: 20, 3: 20, 10: 40} {
		cfg.Agents = make([]config.Agent, agents)
		if p := TaskPolicy(cfg); p.ActionsPerThread != 0 || p.ActionsPerEvent != want || p.MaxRetries != cfg.Task.MaxRevisions {
			t.Errorf("with %d agents: %+v", agents, p)
		}
	}
	if quotes.ActionsPerThread != 300 || quotes.ActionsPerEvent != 20 || quotes.MaxRetries != cfg.Review.MaxRetries || len(quotes.Gates) != len(cfg.Review.Gates) {
		t.Errorf("quotes: %+v", quotes)
	}
}

package configured

import (
	"testing"

	"ppamaild/config"
)

// The name of a mailbox keys what stores know of it, so it stays what it is.
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

// Who is escalated to may decide too, once and by the name that staff have.
func TestStaff(t *testing.T) {
	staff := Staff(config.Review{
		Staff:      []config.Staff{{Name: "Dana Reyes", Address: "dana@agency.test", Aliases: []string{"dana@phone.test"}, License: "0X00000"}},
		EscalateTo: []string{"owner@agency.test", "dana@agency.test"},
	})
	if len(staff) != 2 || staff[0].Name != "Dana Reyes" || staff[0].License != "0X00000" || staff[1].Address != "owner@agency.test" {
		t.Errorf("%+v", staff)
	}
	if m, is := staff.Find("dana@phone.test"); !is || m.Address != "dana@agency.test" {
		t.Errorf("her alias is of %+v", m)
	}
}

// A task has no limit to its actions but one for each event, which every agent widens.
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

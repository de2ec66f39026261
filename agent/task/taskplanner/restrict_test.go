package taskplanner

import (
	"slices"
	"testing"

	"ppamaild/agent/task"
)

// A task may name the agents that it wants. Words about invoices exclude no agent.
func TestATaskSaysWhoIsAsked(t *testing.T) {
	roster := []task.Agent{
		{Name: "mailbox", Kind: task.KindMailbox, Keywords: []string{"mail"}},
		{Name: "accounts_payable", Kind: task.KindMCP, Keywords: []string{"invoice"}},
		{Name: "crm", Kind: task.KindMCP, Keywords: []string{"note"}}, {Name: task.Analysis, Kind: task.KindAnalysis},
	}
	for given, want := range map[string][]string{
		"Is Nora Henderson known? Only the CRM please, don't go through the mail.": {"crm"},
		"Notes and invoices of Okafor, without the\nmailbox":                       {"accounts_payable", "crm"},
		"Mails and invoices; don't ask Accounts Payable or the CRM":                {"mailbox", "crm"},
		"Just crm and just accounts payable: what of the mails?":                   {"accounts_payable", "crm"},
		"Customers without an invoice, and just the mails":                         {"mailbox", "accounts_payable"},
		"Only the crmx notes": {"crm"},
		"Skip the mailbox":    {"accounts_payable", "crm"},
	} {
		var got []string
		for _, s := range (Rules{}).initialPlan(given, roster).Steps {
			if s.Agent != task.Analysis {
				got = append(got, s.Agent)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, not %q", given, got, want)
		}
	}
}

// TestFindingD11MailsMeanTheMailbox: a task about mails takes the mailbox without keywords.
func TestFindingD11MailsMeanTheMailbox(t *testing.T) {
	roster := []task.Agent{{Name: "mailbox", Kind: task.KindMailbox},
		{Name: "crm", Kind: task.KindMCP, Keywords: []string{"note"}}}
	plan := Rules{}.initialPlan("Collect the mails of Nora Henderson", roster)
	if len(plan.Steps) == 0 || plan.Steps[0].Agent != "mailbox" {
		t.Errorf("%+v", plan.Steps)
	}
}

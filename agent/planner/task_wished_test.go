package planner

import (
	"slices"
	"testing"

	"ppamaild/agent/crew"
)

// A task may say itself whom it wants asked, by name; what it says of invoices leaves nobody out.
func TestATaskSaysWhoIsAsked(t *testing.T) {
	roster := []crew.Member{
		{Name: "mailbox", Kind: crew.KindMailbox, Keywords: []string{"mail"}},
		{Name: "accounts_payable", Kind: crew.KindMCP, Keywords: []string{"invoice"}},
		{Name: "crm", Kind: crew.KindMCP, Keywords: []string{"note"}}, {Name: crew.Analysis, Kind: crew.KindAnalysis},
	}
	for task, want := range map[string][]string{
		"Is Nora Henderson known? Only the CRM please, don't go through the mail.": {"crm"},
		"Notes and invoices of Okafor, without the\nmailbox":                       {"accounts_payable", "crm"},
		"Mails and invoices; don't ask Accounts Payable or the CRM":                {"mailbox", "crm"},
		"Just crm and just accounts payable: what of the mails?":                   {"accounts_payable", "crm"},
		"Customers without an invoice, and just the mails":                         {"mailbox", "accounts_payable"},
		"Only the crmx notes": {"crm"},
		"Skip the mailbox":    {"accounts_payable", "crm"},
	} {
		var got []string
		for _, s := range planFor(task, roster).Steps {
			if s.Agent != crew.Analysis {
				got = append(got, s.Agent)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, not %q", task, got, want)
		}
	}
}

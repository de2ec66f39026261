package team_test

import (
	"slices"
	"testing"

	"ppamaild/agent/task"
	"ppamaild/agent/task/mcp"
	"ppamaild/agent/task/team"
)

// A plan shows the calls of each agent before they are made.
func TestFinding26PlanShowsTheCalls(t *testing.T) {
	s := &server{tools: []mcp.Tool{searchInvoices, readOnly("list_notes", `"invoice_id":`+text, "invoice_id"), changing("pay", `"number":`+text)}}
	c := newTeam(t, team.Agent{Name: "ap", Kind: task.KindMCP, Server: s},
		team.Agent{Name: "mail", Kind: task.KindMailbox, Mail: []team.Mail{&account{}}},
		team.Agent{Name: "closing", Kind: task.KindLLM})
	for _, test := range []struct {
		agent, task string
		want        []string
	}{
		{"ap", "unpaid invoices of Grace Henderson", []string{`search_invoices person="Grace Henderson" status=unpaid`, "then, for matching records: list_notes"}},
		{"ap", "Which invoices are unpaid?", []string{"search_invoices status=unpaid", "then, for matching records: list_notes"}},
		{"ap", "What is new?", []string{"Nothing, because the task names no person, number or status. To name one, answer REJECT: ap: NAME"}},
		{"mail", "mails of Grace Henderson", []string{"Search the mail for Grace Henderson"}},
		{"closing", "mails of Grace Henderson", nil},
	} {
		if got := c.Preview(t.Context(), assigned(test.agent, test.task)); !slices.Equal(got, test.want) {
			t.Errorf("%s, %s: %q", test.agent, test.task, got)
		}
	}
	if len(s.calls) > 0 {
		t.Errorf("called %q", s.calls)
	}
}

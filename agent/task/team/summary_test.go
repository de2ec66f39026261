package team_test

import (
	"strings"
	"testing"

	"ppamaild/agent/task"
	"ppamaild/agent/task/mcp"
	"ppamaild/agent/task/team"
)

// A summary shows the totals of lists, and answers with one record or a plain list.
func TestWhatAnAnswerItselfSaysIsTold(t *testing.T) {
	s := &server{
		tools: []mcp.Tool{searchInvoices, readOnly("list_vendors", ``), readOnly("get_terms", ``)},
		answers: map[string]string{
			"search_invoices": `{"invoices":[{"number":"CAG-7731","amount":"$618.50"}],"total":"$618.50","total_cents":61850,"has_more":true,"next":null}`,
			"list_vendors":    `[{"id":"V-11","name":"Clearview"}]`,
			"get_terms":       `{"days":30}`,
		},
	}
	r := newTeam(t, team.Agent{Name: "ap", Kind: task.KindMCP, Server: s}).Run(t.Context(), assigned("ap", "Total of the unpaid invoices, all vendors, and the terms"))
	for _, want := range []string{"\nsearch_invoices (status unpaid): has_more true, total $618.50\n", "invoice: number CAG-7731, amount $618.50", "\nvendor: name Clearview, id V-11", "\nterm: days 30"} {
		if !strings.Contains(r.Summary, want) {
			t.Errorf("%q is not in\n%s", want, r.Summary)
		}
	}
}

// A summary lists the parts of a task without a call: exclusions, unused names, tools, and
// possible changes.
func TestWhatWasPassedOverIsTold(t *testing.T) {
	s := &server{
		tools:   []mcp.Tool{searchInvoices, readOnly("list_vendors", ``), changing("mark_invoice_paid", `"number":`+text), changing("mark_vendor", `"name":`+text)},
		answers: map[string]string{"search_invoices": `{"invoices":[]}`, "list_vendors": `{"vendors":[]}`},
	}
	for text, wants := range map[string][]string{
		"Invoices more than 60 days late, and the vendors": {"Not called, because nothing could be asked: search_invoices."},
		"What do we owe Grace Henderson, or to Clearview? Don't include Hawthorne Roofing.": {
			"Asked about Grace Henderson. search_invoices: no invoices by person.", "Read as no name: “Clearview”.", "Not excluded from the findings: “Don't include Hawthorne Roofing”."},
		"Mark invoice CAG-7731 as paid":    {"whether to call mark_invoice_paid, mark_vendor"},
		"Clearview. What about Clearview?": {"search_invoices: no invoices by person."},
	} {
		r := newTeam(t, team.Agent{Name: "ap", Kind: task.KindMCP, Server: s}).Run(t.Context(), assigned("ap", text))
		for _, want := range wants {
			if !strings.Contains(r.Summary, want) {
				t.Errorf("%q: %q is not in\n%s", text, want, r.Summary)
			}
		}
	}
	nobody := newTeam(t, team.Agent{Name: "mail", Kind: task.KindMailbox, Mail: []team.Mail{&account{}}}).Run(t.Context(), assigned("mail", "When did Geico write of the tuner?"))
	if nobody.Status != task.Missing || !strings.Contains(nobody.Error, "quotation marks") {
		t.Errorf("%+v", nobody)
	}
	some := newTeam(t, team.Agent{Name: "mail", Kind: task.KindMailbox, Mail: []team.Mail{&account{}}}).Run(t.Context(), assigned("mail", "What did Grace Henderson write of the roof?"))
	if !strings.Contains(some.Summary, "Only the name was searched") {
		t.Error(some.Summary)
	}
}

// The time span may be in the subject or in the approved instruction.
func TestTimeOfTheSubjectAndOfTheInstruction(t *testing.T) {
	for name, test := range map[string]struct{ text, subject, instruction, want string }{
		"of the subject":         {"Mails of Grace Henderson", "Closing of October 2026", "", "Grace Henderson; 2026-10-01 to 2026-10-31."},
		"the text's counts":      {"Mails of Grace Henderson in 2025", "since May 2024", "", "Grace Henderson; in 2025."},
		"of the instruction":     {"Mails of Grace Henderson in 2025", "", "Staff add: only in 2024.", "Grace Henderson; in 2024."},
		"besides":                {"Mails of Grace Henderson in 2025", "", "Staff add: in 2024 too.", "Grace Henderson; 2024-01-01 to 2025-12-31."},
		"of any time by itself":  {"Mails of Grace Henderson", "", "Look for anything relevant to the task.", "Grace Henderson."},
		"the instruction's only": {"Mails of Grace Henderson", "in 2023", "Look in 2022.", "Grace Henderson; in 2022."},
	} {
		box := &account{}
		a := assigned("mail", test.text)
		a.Task.Subject, a.Step.Instruction = test.subject, test.instruction
		r := newTeam(t, team.Agent{Name: "mail", Kind: task.KindMailbox, Mail: []team.Mail{box}}).Run(t.Context(), a)
		if !strings.HasPrefix(r.Summary, "Searched for "+test.want) {
			t.Errorf("%s: %s", name, r.Summary)
		}
	}
}

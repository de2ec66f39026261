package daemon

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"ppamaild/agent/task"
	"ppamaild/config"
	"ppamaild/sandbox/browser"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// fullCrew finds many records with long values, and once wants a note written.
type fullCrew struct{ quickCrew }

func (fullCrew) Roster(context.Context) []task.Agent {
	all := []task.Agent{{Name: task.Analysis, Kind: task.KindAnalysis}}
	for _, name := range []string{"accounts_payable", "accounts_receivable", "crm", "mailbox"} {
		all = append(all, task.Agent{Name: name, Kind: task.KindMCP, Description: "everything about it"})
	}
	return all
}

func (fullCrew) Preview(_ context.Context, a task.Assignment) []string {
	return []string{"search_invoices person=Henderson status=unpaid",
		"list_notes contact=C-1041 for " + a.Step.Agent}
}

func (c fullCrew) Run(ctx context.Context, a task.Assignment) task.Result {
	r := c.quickCrew.Run(ctx, a)
	var invoices, notes []string
	for n := range 40 {
		invoices = append(invoices, fmt.Sprintf(`{"number":"HR-2026-%d","vendor":"Hawthorne Roofing and Siding of Portland, Inc.","person":"Maximiliana Constantinopolous","amount":"$4,%d.00","due":"2026-11-%02d","status":"past due","terms":"net 30 days after delivery","department":"Facilities","approved_by":"accounts-payable-approvals@hawthorne-roofing.test"}`, n+100, n+100, n%28+1))
		notes = append(notes, fmt.Sprintf(`{"id":%d,"contact":"C-1041","author":"Lee Park","text":"%s","written":"2026-11-09","status":"open"}`, n, strings.Repeat("Asks to raise the deductible on both cars. ", 6)))
	}
	r.Summary = strings.Repeat("search_invoices: 40 invoices; list_notes: 40 notes. ", 20)
	r.Data = json.RawMessage(fmt.Sprintf(`[{"tool":"search_invoices","arguments":{},"answer":{"invoices":[%s]}},{"tool":"list_notes","arguments":{},"answer":{"notes":[%s]}}]`,
		strings.Join(invoices, ","), strings.Join(notes, ",")))
	if a.Step.Agent == "crm" && a.Feedback == "" {
		r.Wants = []task.Write{{Agent: "crm", Tool: "add_note", Why: "the customer asked for a call",
			Args: json.RawMessage(`{"contact":"C-1041","text":"` + strings.Repeat("Please call her back. ", 30) + `"}`)}}
	}
	return r
}

// The review mails of a task with many records are small, their buttons are on the first screen,
// and no table makes the page scroll sideways on a phone.
func TestFinding20CardOfATask_Slow(t *testing.T) {
	o := newOffline(t, func(options *Options) {
		options.Crew = fullCrew{}
		for _, name := range []string{"accounts_payable", "accounts_receivable", "crm", "mailbox"} {
			options.Config.Agents = append(options.Config.Agents, config.Agent{Name: name, Kind: config.AgentMCP})
		}
	})
	mail := func(number int, text string) string {
		return fmt.Sprintf("From: Lee Tran <%s>\r\nTo: %s\r\nSubject: The Hendersons\r\n"+
			"Message-ID: <%d@agency.test>\r\n\r\n%s\r\n",
			play.Lee, o.Config.Mailbox.Agency.Address, number, text)
	}
	o.must(o.takes(0, mail(0, "What do accounts_payable, accounts_receivable, crm and mailbox know about the Hendersons?")))
	steps := map[string]bool{}
	var pages []browser.Page
	for n := 1; n < 9 && o.onlyTask().Status != store.ThreadCompleted; n++ {
		rv := o.review(o.onlyTask().Thread, n)
		steps[rv.Step] = true
		pages = o.reviewPages(rv.Thread, pages)
		pages[len(pages)-1].Name += " of " + rv.Step
		o.must(o.takes(n, mail(n, "ACCEPT\r\n\r\nRef: "+o.References.Mint(rv.Thread, rv.Number, play.Lee))))
	}
	if !steps["plan"] || !steps["tool_call"] || !steps["final_results"] {
		t.Errorf("the steps are %v", steps)
	}
	fits(t, pages)
}

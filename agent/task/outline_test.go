package task_test

import (
	"slices"
	"strings"
	"testing"

	"ppamaild/agent/task"
)

const (
	payable = `[{"tool":"search_invoices","arguments":{},"answer":{"invoices":[
		{"number":"CAG-7731","vendor":"Clearview Auto Glass","amount":"$618.50","due":"2026-09-18","status":"past due"},
		{"number":"HR-2026-118","vendor":"Hawthorne Roofing","amount":"4280.00","due":"2026-11-29","status":"unpaid"},
		{"number":"HR-2026-101","vendor":"Hawthorne Roofing","amount":"100.00","due":"2026-01-29","status":"paid"}]}},
		{"tool":"get_invoice","arguments":{},"answer":{"invoice":{"number":"CAG-7731","vendor":"Clearview Auto Glass","amount":"$618.50","due":"2026-09-18","status":"past due"},
		"notes":[{"id":2,"invoice":"HR-2026-118","text":"Waits for the adjuster's report.","written":"2026-11-02"}]}}]`
	customers = `[{"tool":"x","arguments":{},"answer":{"contacts":[{"id":"C-1041","name":"Grace Henderson","phone":"+15035550141"}],
		"policies":[{"number":"PA-204417","line":"personal auto","expires":"2027-01-15","status":"in force"},
		{"number":"HO-118820","line":"homeowners","expires":"2027-03-01","status":"in force"},
		{"number":"UM-1","line":"umbrella","expires":"2026-11-01","status":"active"},
		{"number":"PA-198002","line":"personal auto","expires":"2026-12-01","status":"cancelled"}],
		"notes":[{"id":1,"contact":"C-1041","text":"Asks to raise the deductible.","written":"2026-11-09"},
		{"id":3,"contact":"C-1041","text":"Waits for a call; done on Monday.","written":"2026-11-09"},
		{"id":4,"contact":"C-1041","text":"Likes dogs.","written":"2026-11-09"}]}}]`
)

// What staff need to know follows from the records: overdue and open invoices, policies that
// expire, and open notes.
func TestFinding26OutlineOfRecords(t *testing.T) {
	f := task.Outline([]task.Result{found("ap", payable), found("crm", customers), found("mailbox", mails)}, nil, nil)
	summary := `Invoice CAG-7731 of Clearview Auto Glass ($618.50) is 64 days overdue.
Invoice HR-2026-118 of Hawthorne Roofing ($4,280.00) is due in 8 days.
2 invoices are open, $4,898.50 in all.
Policy PA-204417 (personal auto) expires on Jan 15, 2027, in 55 days.
2 policies are active.
Found: 1 contact, 4 policies, 3 invoices, 4 notes, 1 message.
The newest mail came on Nov 20, 2026 from Grace Henderson <grace@home.test>: “Roof”.
Compiled by rules, without a model. Nothing here is interpreted.`
	if f.Summary != summary {
		t.Errorf("%s\nnot\n%s", f.Summary, summary)
	}
	advice := []string{
		"Follow up on invoice CAG-7731 of Clearview Auto Glass ($618.50): it is 64 days overdue.",
		"Check policy UM-1 (umbrella) because its status is active, but it expired on Nov 1, 2026.",
		"Prepare the renewal of policy PA-204417 (personal auto): it expires on Jan 15, 2027.",
		"Open note (Grace Henderson, Nov 9, 2026): “Asks to raise the deductible.”",
		"Open note (HR-2026-118, Nov 2, 2026): “Waits for the adjuster's report.”",
	}
	if !slices.Equal(f.Recommendations, advice) {
		t.Errorf("%s", strings.Join(f.Recommendations, "\n"))
	}
}

// The status of the source decides whether a note is open, not the words of the text.
func TestFinding26OpenNotesByTheirStatus(t *testing.T) {
	for status, want := range map[string]bool{
		`"status":"open",`: true, `"status":"In progress",`: true, `"status":"not started",`: true,
		`"status":"Waiting for customer",`: true, `"status":"Closed",`: false, `"status":"done",`: false,
		`"status":"Cancelled",`: false, `"status":"resolved",`: false,
	} {
		for _, text := range []string{"Revisar la póliza.", "Asks for papers.", "Done on Monday."} {
			notes := `[{"tool":"x","arguments":{},"answer":{"notes":[{"id":1,"contact":"C-1",` + status +
				`"text":"` + text + `","written":"2026-11-09"}]}}]`
			f := task.Outline([]task.Result{found("crm", notes)}, nil, nil)
			if open := len(f.Recommendations) > 0; open != want {
				t.Errorf("%s %s: open %t", status, text, open)
			}
		}
	}
}

// An outline never says that no model worked if one did.
func TestFindingD6OutlineOfAModelsReport(t *testing.T) {
	f := task.Outline([]task.Result{{Agent: "closing", Status: task.Found, Summary: "All papers are here.",
		Data: []byte(drafted)}}, nil, nil)
	if strings.Contains(f.Summary, "without a model") || !strings.Contains(f.Summary, "All papers are here.") {
		t.Error(f.Summary)
	}
}

package sections_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"ppamaild/agent/task"
	"ppamaild/agent/task/sections"
)

// Records of one kind are a table, and replace the lines about the records.
func TestFinding26RecordsAreTables(t *testing.T) {
	const data = `[{"tool":"search_invoices","arguments":{"person":"Henderson"},"answer":{"total":"$618.50","invoices":[
		{"number":"CAG-7731","vendor":"Clearview","amount":"$618.50","amount_cents":61850,"due":"2026-09-18","status":"unpaid","payer":"123-45-6789"}]}},
		{"tool":"get_invoice","arguments":{"number":"CAG-7731"},"answer":{"notes":[{"id":1,"invoice":"CAG-7731","text":"A reminder came.","written":"2026-09-25"}]}}]`
	r := task.Result{Agent: "ap", Status: task.Found, Summary: "Asked about Henderson.\ninvoice: number CAG-7731",
		Data: json.RawMessage(data), Meta: task.Meta{At: time.Now()}}
	got := ""
	for _, s := range sections.Results(task.Compilation{Results: []task.Result{r}}, nil) {
		got += fmt.Sprintf("%s|%s|%v|%v\n", s.Title, s.Text, s.Table.Head, s.Table.Rows)
	}
	const want = `Executive summary||[]|[]
ap|Asked about Henderson.|[]|[]
ap: 1 invoice||[Number Vendor Amount Due Status Payer]|[[CAG-7731 Clearview $618.50 Sep 18, 2026 unpaid [ssn]]]
ap: 1 note||[Date Invoice Text]|[[Sep 25, 2026 CAG-7731 A reminder came.]]
`
	if got != want {
		t.Errorf("%s", got)
	}
	r.Meta.Usage.Requests = 1 // a model worded the summary
	all := sections.Results(task.Compilation{Results: []task.Result{r}}, nil)
	if all[1].Text != r.Summary || len(all) != 4 {
		t.Errorf("%+v", all)
	}
}

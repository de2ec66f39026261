package task_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"ppamaild/agent/task"
)

var at = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

func found(agent, data string) task.Result {
	return task.Result{Agent: agent, Status: task.Found, Data: json.RawMessage(data), Meta: task.Meta{At: at}}
}

const (
	contacts = `[{"tool":"search_contacts","arguments":{"name":"Okafor"},"answer":{"contacts":[{"id":"C-1","name":"Grace Henderson","email":"grace@home.test","phone":"+15035550141","address":"412 Alder Lane","updated":"2026-11-20"}]}},
		{"tool":"list_policies","arguments":{},"error":"out of order"}]`
	invoices = `[{"tool":"search_invoices","arguments":{},"answer":{"invoices":[{"number":"CAG-7731","vendor":"Clearview","person":"Grace Henderson","amount":"$618.50","date":"2026-11-01","status":"unpaid"}]}}]`
	billed   = `[{"tool":"bills","arguments":{},"answer":{"invoices":[{"number":"CAG-7731","vendor":"Clearview","amount":"$600.00","date":"2026-11-01","status":"unpaid"}]}}]`
	mails    = `[{"message_id":"1@home.test","folder":"INBOX","date":"2026-11-20T08:00:00Z","from":"Grace Henderson <grace@home.test>","to":"quotes@agency.test","subject":"Roof","excerpt":"It leaks."}]`
	drafted  = `{"text":"Dear Grace Henderson","calls":[{"tool":"crm.search_contacts","arguments":{},"answer":{"contacts":[{"name":"Grace Henderson"}]}}]}`
)

func TestRelate(t *testing.T) {
	sample := found("crm", contacts)
	sample.Status = task.Sample
	tests := map[string]struct {
		results []task.Result
		want    []string
		quality float64
	}{
		"what they share": {[]task.Result{found("crm", contacts), found("mailbox", mails)},
			[]string{"email grace@home.test: in crm (contact C-1), mailbox (1@home.test)", "person grace henderson: in crm (contact C-1), mailbox (1@home.test)"}, 1},
		"what they differ in": {[]task.Result{found("ap", invoices), found("bank", billed)},
			[]string{"conflict cag7731: ap CAG-7731 has the amount $618.50 of invoice cag7731, bank CAG-7731 has $600.00",
				"invoice cag7731: in ap (CAG-7731), bank (CAG-7731)", "vendor clearview: in ap (CAG-7731), bank (CAG-7731)"}, 0},
		"sample data":              {[]task.Result{sample, found("mailbox", mails)}, nil, 1},
		"what an agent wrote":      {[]task.Result{found("mailbox", mails), found("closing", drafted), found(task.Analysis, mails)}, nil, 1},
		"what was asked for":       {[]task.Result{found("crm", contacts), found("other", `[{"tool":"x","arguments":{"name":"Grace Henderson"},"answer":{}}]`)}, nil, 1},
		"one source and no others": {[]task.Result{found("ap", invoices)}, nil, 1},
		"nothing":                  {nil, nil, 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			related, quality := task.Relate(test.results, nil, nil)
			var got []string
			for _, c := range related {
				got = append(got, c.Kind+" "+c.Key+": "+c.Text)
			}
			if !slices.Equal(got, test.want) || quality != test.quality {
				t.Errorf("%v\n got %q\nwant %q", quality, got, test.want)
			}
		})
	}
}

func TestQualityOfOneResult(t *testing.T) {
	if q, is := found("crm", contacts).Quality(); !is || q != 1 {
		t.Errorf("%v %v", q, is)
	}
	old := found("mailbox", mails)
	old.Meta.At = at.AddDate(1, 0, 0)
	if q, is := old.Quality(); !is || q >= 0.7 {
		t.Errorf("%v %v", q, is)
	}
	if q, is := found("closing", drafted).Quality(); is {
		t.Errorf("%v", q)
	}
}

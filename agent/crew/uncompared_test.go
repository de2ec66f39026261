package crew_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"ppamaild/agent/crew"
	"ppamaild/agent/crew/correlate"
)

// What a comparison leaves out is told: in what it did not look at, anything may stand.
func TestWhatIsNotComparedIsTold(t *testing.T) {
	list := func(n int) string {
		return "[" + strings.Repeat(`{"invoice_no":"A-100"},`, n-1) + `{"invoice_no":"A-100"}]`
	}
	const told = "ap: only the first 10000 records of an answer are compared with those of others, and count for its quality"
	for name, test := range map[string]struct {
		data string
		want bool
	}{
		"all":          {list(correlate.MaxRecords), false},
		"one more":     {list(correlate.MaxRecords + 1), true},
		"of a call":    {`[{"tool":"search","arguments":{},"answer":` + list(correlate.MaxRecords+1) + `}]`, true},
		"of each call": {`[{"tool":"search","arguments":{},"answer":` + list(6000) + `},{"tool":"search","arguments":{},"answer":` + list(6000) + `}]`, false},
		"deep":         {strings.Repeat(`{"within":`, 30) + `{"invoice_no":"A-100"}` + strings.Repeat("}", 30), true},
	} {
		plan, err := crew.NewPlan(crew.PlanArgs{Steps: []crew.Step{{Agent: "ap"}}}, []crew.Member{{Name: "ap"}})
		if err != nil {
			t.Fatal(err)
		}
		task := crew.Task{Plan: &plan, Results: []crew.Result{{Agent: "ap", Status: crew.Found, Data: json.RawMessage(test.data)}}}
		if got := task.Compile(crew.Relate(task.Results, nil)).Flags(); slices.Contains(got, told) != test.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

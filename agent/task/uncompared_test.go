package task_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"ppamaild/agent/task"
	"ppamaild/agent/task/correlate"
)

// A comparison reports the data that it did not compare, because this data can contain anything.
func TestWhatIsNotComparedIsTold(t *testing.T) {
	list := func(n int) string {
		return "[" + strings.Repeat(`{"invoice_no":"A-100"},`, n-1) + `{"invoice_no":"A-100"}]`
	}
	const told = "ap: only the first 10000 records of an answer count for its quality and are compared with other records"
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
		plan, err := task.NewPlan(task.PlanArgs{Steps: []task.Step{{Agent: "ap"}}}, []task.Agent{{Name: "ap"}})
		if err != nil {
			t.Fatal(err)
		}
		given := task.Task{Plan: &plan, Results: []task.Result{{Agent: "ap", Status: task.Found, Data: json.RawMessage(test.data)}}}
		if got := given.Compile(nil).Flags(); slices.Contains(got, told) != test.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

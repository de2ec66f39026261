package sections_test

import (
	"encoding/json"
	"strings"
	"testing"

	"ppamaild/agent/task"
	"ppamaild/agent/task/sections"
)

// A search without results has no bad data.
func TestQualityOfNothing(t *testing.T) {
	quality := func(results ...task.Result) string {
		var all []string
		for _, s := range sections.Results(task.Compilation{Results: results, Quality: 0.5}, nil) {
			for _, i := range s.Items {
				if strings.Contains(strings.ToLower(i.Label), "quality") {
					all = append(all, s.Title+" "+i.Value)
				}
			}
		}
		return strings.Join(all, ", ")
	}
	none := task.Result{Agent: "mailbox", Status: task.Found, Data: json.RawMessage(`[]`)}
	some := task.Result{Agent: "crm", Status: task.Found, Data: json.RawMessage(`[{"name":"Ola Henders"}]`), Meta: task.Meta{Quality: 0.25}}
	if got := quality(none); got != "Executive summary unknown, because there are no records" {
		t.Error(got)
	}
	if got := quality(none, some); got != "Executive summary 0.50 of 1, crm 0.25 of 1" {
		t.Error(got)
	}
}

package team

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"ppamaild/agent/task"
	"ppamaild/agent/task/subject"
)

// noModel explains why an agent without a model can't work.
const noModel = "no model is configured"

// unavailable returns the result of an agent without its service. If the approved plan says so,
// the task continues without it or with sample data. Otherwise staff decide.
func (c *Team) unavailable(a task.Assignment, agent *Agent, why string) task.Result {
	r := task.Result{Status: task.Failed, Error: why, Meta: task.Meta{Service: agent.Source}}
	if !isPlannedDown(a) {
		return r
	}
	r.Status = task.Missing
	if agent.SampleFile == "" {
		r.Summary = "No data: it can't be reached, as the plan says."
		return r
	}
	data, err := os.ReadFile(agent.SampleFile)
	if err == nil && !json.Valid(data) {
		data = asJSON(string(data))
	}
	if err != nil {
		r.Error = fmt.Sprintf("%s; its sample data can't be read: %v", why, err)
		return r
	}
	r.Status, r.Data = task.Sample, data
	r.Summary = "SAMPLE DATA, not real: it stands in for what could not be asked."
	return r
}

// isPlannedDown reports whether the approved plan lists the agent as unavailable.
func isPlannedDown(a task.Assignment) bool {
	if a.Task.Plan == nil {
		return false
	}
	for _, d := range a.Task.Plan.Down {
		if d.Agent == a.Step.Agent {
			return true
		}
	}
	return false
}

// limitData limits the data of a result. It keeps the first entries of a list, and omits other
// large data.
func (c *Team) limitData(r task.Result) task.Result {
	if len(r.Data) <= c.o.MaxResult {
		return r
	}
	var list []json.RawMessage
	left := fmt.Sprintf("its data of %d octets is more than the %d that are allowed, and is left out", len(r.Data), c.o.MaxResult)
	r.Data, list = nil, entries(r.Data)
	if len(list) > 1 {
		kept, size := 0, len("[]")
		for ; kept < len(list) && size+len(list[kept])+1 <= c.o.MaxResult; kept++ {
			size += len(list[kept]) + 1
		}
		left = fmt.Sprintf("of %d entries, the last %d are left out, as more than %d octets are not allowed", len(list), len(list)-kept, c.o.MaxResult)
		r.Data = asJSON(list[:kept])
	}
	if r.Status == task.Found {
		r.Status = task.Partial
	}
	r.Error = joined(r.Error, left)
	return r
}

func entries(data json.RawMessage) (list []json.RawMessage) {
	if json.Unmarshal(data, &list) != nil {
		return nil
	}
	return list
}

// unusedFeedback lists feedback that was not understood or not used.
func unusedFeedback(clauses []string) string {
	if len(clauses) == 0 {
		return ""
	}
	return "Not heeded: “" + strings.Join(clauses, "”, “") + "”."
}

// unusedTimes lists times in a task that were not used.
func unusedTimes(s subject.Subjects) string {
	if len(s.Untimed) == 0 {
		return ""
	}
	return "Not limited by: “" + strings.Join(s.Untimed, "”, “") + "”."
}

// unusedParts lists parts of a task that no call was about, and exclusions that were not applied.
func unusedParts(s subject.Subjects) string {
	var said []string
	if len(s.Untaken) > 0 {
		said = append(said, "Taken for no name: “"+strings.Join(s.Untaken, "”, “")+"”.")
	}
	if len(s.Excepted) > 0 {
		said = append(said, "Not left out of what was found: “"+strings.Join(s.Excepted,
			"”, “")+"”.")
	}
	return sentences(said...)
}

// joined joins texts with "; ".
func joined(texts ...string) string { return join("; ", texts...) }

// sentences joins texts on one line.
func sentences(texts ...string) string { return join(" ", texts...) }

func join(between string, texts ...string) string {
	var said []string
	for _, text := range texts {
		if text != "" {
			said = append(said, text)
		}
	}
	return strings.Join(said, between)
}

package team

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"

	"ppamaild/agent/task"
	"ppamaild/agent/task/subject"
)

// say returns a phrase for staff.
func (c *Team) say(phrase string, args ...string) string { return c.o.Words.Say(phrase, args...) }

// tell returns a phrase for the model.
func (c *Team) tell(phrase string, args ...string) string {
	return c.o.Prompts.Words.Say(phrase, args...)
}

// unavailable returns the result of an agent without its service. If the approved plan says so,
// the task continues without it or with sample data. Otherwise staff decide.
func (c *Team) unavailable(a task.Assignment, agent *Agent, why string) task.Result {
	r := task.Result{Status: task.Failed, Error: why, Meta: task.Meta{Service: agent.Source}}
	if !isPlannedDown(a) {
		return r
	}
	r.Status = task.Missing
	if agent.SampleFile == "" {
		r.Summary = c.say("agents.planned_down")
		return r
	}
	data, err := os.ReadFile(agent.SampleFile)
	if err == nil && !json.Valid(data) {
		data = asJSON(string(data))
	}
	if err != nil {
		r.Error = c.say("agents.sample_unreadable", why, err.Error())
		return r
	}
	r.Status, r.Data = task.Sample, data
	r.Summary = c.say("agents.sample")
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
	left := c.say("agents.too_much", strconv.Itoa(len(r.Data)), strconv.Itoa(c.o.MaxResult))
	r.Data, list = nil, entries(r.Data)
	if len(list) > 1 {
		kept, size := 0, len("[]")
		for ; kept < len(list) && size+len(list[kept])+1 <= c.o.MaxResult; kept++ {
			size += len(list[kept]) + 1
		}
		left = c.say("agents.too_many", strconv.Itoa(len(list)), strconv.Itoa(len(list)-kept),
			strconv.Itoa(c.o.MaxResult))
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
func (c *Team) unusedFeedback(clauses []string) string {
	if len(clauses) == 0 {
		return ""
	}
	return c.say("agents.feedback_unused", strings.Join(clauses, "”, “"))
}

// unusedTimes lists times in a task that were not used.
func (c *Team) unusedTimes(s subject.Subjects) string {
	if len(s.Untimed) == 0 {
		return ""
	}
	return c.say("agents.times_unused", strings.Join(s.Untimed, "”, “"))
}

// unusedParts lists parts of a task that no call was about, and exclusions that were not applied.
func (c *Team) unusedParts(s subject.Subjects) string {
	var said []string
	if len(s.Untaken) > 0 {
		said = append(said, c.say("agents.no_names", strings.Join(s.Untaken, "”, “")))
	}
	if len(s.Excepted) > 0 {
		said = append(said, c.say("agents.not_excluded", strings.Join(s.Excepted, "”, “")))
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

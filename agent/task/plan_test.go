package task_test

import (
	"slices"
	"strings"
	"testing"

	"ppamaild/agent/task"
)

// An order may omit the analysis, which stays last, but no other agent.
func TestAnOrderNeedNotNameTheAnalysis(t *testing.T) {
	roster := []task.Agent{{Name: "mailbox"}, {Name: "crm"}, {Name: task.Analysis, Kind: task.KindAnalysis}}
	p, err := task.NewPlan(task.PlanArgs{Steps: []task.Step{{Agent: "mailbox"}, {Agent: "crm"}, {Agent: task.Analysis}}}, roster)
	if err != nil {
		t.Fatal(err)
	}
	turned, err := p.Reorder([]string{"crm", "mailbox"})
	if got := turned.Agents(); err != nil || !slices.Equal(got, []string{"crm", "mailbox", task.Analysis}) {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := p.Reorder([]string{"crm"}); err == nil || !strings.Contains(err.Error(), "ORDER leaves mailbox out") {
		t.Error(err)
	}
}

func TestSecondsForPeople(t *testing.T) {
	for s, want := range map[task.Seconds]string{
		0: "0 s", 0.0203: "0.02 s", 0.347: "0.35 s", 0.5: "0.5 s", 6: "6 s", 12.34: "12 s", 59.4: "59 s",
		59.97: "1 min 0 s", 125: "2 min 5 s", 3599.8: "1 h 0 min", 3930: "1 h 5 min",
	} {
		if got := s.String(); got != want {
			t.Errorf("%v seconds are %q, want %q", float64(s), got, want)
		}
	}
}

// A missing file is reported before any agent works without it.
func TestAFileThatWasForgotten(t *testing.T) {
	for text, want := range map[string]string{
		"Compare the loss runs attached.":     "the task says “attached”, but no file is attached",
		"Compara los documentos adjuntos":     "the task says “adjuntos”, but no file is attached",
		"What about Grace's attaché, Walter?": "",
		"Who asked for Spanish?":              "",
	} {
		if got := strings.Join((&task.Task{Text: text}).Warnings(nil), "; "); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
	came := task.Task{Text: "the runs attached", Attached: []string{"runs.pdf"}}
	if got := came.Warnings(nil); len(got) != 1 || !strings.HasPrefix(got[0], "runs.pdf is attached") {
		t.Errorf("%q", got)
	}
}

// A plan lists the agents that it leaves out.
func TestThePlanTellsWhoIsNotAsked(t *testing.T) {
	roster := []task.Agent{{Name: "mailbox"}, {Name: "crm"}, {Name: "ap"}, {Name: task.Analysis, Kind: task.KindAnalysis}}
	p, err := task.NewPlan(task.PlanArgs{Steps: []task.Step{{Agent: "crm"}}}, roster)
	if got := p.Unused(); err != nil || !slices.Equal(got, []string{"mailbox", "ap"}) {
		t.Errorf("%q, %v", got, err)
	}
}

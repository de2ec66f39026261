package taskplanner

import (
	"strings"
	"testing"

	"ppamaild/agent/task"
)

// More instructions in a reason reach their agent, or the plan lists them as not applied.
func TestAReasonThatSaysMoreThanWhoTakesPart(t *testing.T) {
	roster := []task.Agent{
		{Name: "mailbox", Kind: task.KindMailbox}, {Name: "crm", Kind: task.KindMCP, Keywords: []string{"customer"}},
		{Name: task.Analysis, Kind: task.KindAnalysis},
	}
	before := Rules{}.initialPlan("Why is it slow?", roster).Steps
	const find, found = "Look for anything relevant to the task.", "Combine the findings."
	if what := (Rules{}).initialPlan("Why is it slow?", roster).Description; strings.Contains(what, "crm") {
		t.Errorf("who takes part can be changed, and “%s” can't", what)
	}
	for reason, want := range map[string]string{
		"without the crm":                               "mailbox: " + find,
		"the CRM first, please":                         "crm: " + find + " | mailbox: " + find,
		"ask only the crm about Ifeoma Okafor":          "crm: " + find + " Staff add: ask only the crm about Ifeoma Okafor.",
		"only crm, about Ifeoma Okafor and Per Holm":    "crm: " + find + " Staff add: about Ifeoma Okafor, Per Holm.",
		"use Salesforce, not the crm":                   "mailbox: " + find + " | Not used, because it names no agent: “use Salesforce”.",
		"crm: last year too; mailbox: only from Walter": "mailbox: " + find + " Staff add: only from Walter. | crm: " + find + " Staff add: last year too.",
	} {
		args, understood := Rules{}.revisePlan(before, reason, roster)
		var got []string
		for _, s := range args.Steps {
			if s.Agent != task.Analysis {
				got = append(got, s.Agent+": "+s.Instruction)
			} else if s.Instruction != found {
				t.Errorf("%q has the analysis do %q", reason, s.Instruction)
			}
		}
		if _, not, said := strings.Cut(args.Description, "findings. "); said {
			got = append(got, not)
		}
		if plan := strings.Join(got, " | "); !understood || plan != want {
			t.Errorf("%q (understood: %t) gives\n%s\nnot\n%s", reason, understood, plan, want)
		}
	}
}

// An instruction by staff stays in later plans.
func TestAnInstructionOutlivesTheNextReason(t *testing.T) {
	roster := []task.Agent{{Name: "mailbox", Kind: task.KindMailbox}, {Name: "crm", Kind: task.KindMCP}, {Name: task.Analysis, Kind: task.KindAnalysis}}
	once, _ := Rules{}.revisePlan(Rules{}.initialPlan("Why is it slow?", roster).Steps, "only the crm about Ifeoma Okafor", roster)
	twice, _ := Rules{}.revisePlan(once.Steps, "add the mailbox", roster)
	if !strings.Contains(twice.Steps[0].Instruction, "Ifeoma Okafor") || strings.Contains(twice.Steps[1].Instruction, "Ifeoma") {
		t.Errorf("%+v", twice.Steps)
	}
}

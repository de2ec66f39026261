package templates

import (
	"errors"
	"fmt"
	"strings"
	"text/template"
)

// PlanPrompts are the texts by which a model is asked for the plan of a task.
type PlanPrompts struct{ system, turn *template.Template }

// PromptPlan is what there is to plan. What agents found, and the last plan, is fenced by
// the template.
type PromptPlan struct {
	By, At, Subject, Text string
	Agents                []PromptMember
	Before                string // the last plan, in words; "" where there is none
	Rejection             string // why staff want another
	Found                 []PromptResult
}

// PromptMember is an agent that there is.
type PromptMember struct {
	Name, Kind, Description, Source, Writes, Down string
}

// ReadPlanPrompts reads the prompts that are built in, or those that the folder prompt in
// dir overrides them with. What can't work is found here.
func ReadPlanPrompts(dir string) (*PlanPrompts, error) {
	var p PlanPrompts
	var err, wrong error
	p.system, err = readPrompt(dir, "plan.txt")
	p.turn, wrong = readPrompt(dir, "planning.txt")
	if err := errors.Join(err, wrong); err != nil {
		return nil, fmt.Errorf("reading the prompts of plans: %w", err)
	}
	_, err = p.System(PromptAgency{Agency: "Agency"})
	sample, wrong := p.Turn(PromptPlan{Agents: []PromptMember{{Name: "crm"}}, Before: "one\ntwo", Found: []PromptResult{{Summary: "three\nfour"}}})
	if err := errors.Join(err, wrong); err != nil {
		return nil, fmt.Errorf("checking the prompts of plans: %w", err)
	}
	for _, words := range []string{"one", "two", "three", "four"} {
		if !strings.Contains(sample, "\n"+fenceMark+words+"\n") {
			return nil, fmt.Errorf("checking the prompts of plans: %s does not fence what was found", p.turn.Name())
		}
	}
	return &p, nil
}

// System is what every request begins with.
func (p *PlanPrompts) System(a PromptAgency) (string, error) { return execute(p.system, a) }

// Turn is what there is to plan.
func (p *PlanPrompts) Turn(v PromptPlan) (string, error) { return execute(p.turn, v) }

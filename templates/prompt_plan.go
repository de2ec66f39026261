package templates

import (
	"errors"
	"fmt"
	"strings"
	"text/template"
)

// PlanPrompts are the texts for planning a task with a model.
type PlanPrompts struct {
	system, turn *template.Template
	Words        *Phrases // the description of the tool
}

// PromptPlan is the input for a plan. The template fences the previous plan and the agents'
// results.
type PromptPlan struct {
	By, At, Subject, Text string
	Agents                []PromptMember
	Before                string // the previous plan, in words; "" for none
	Rejection             string // staff's reason for rejecting the previous plan
	Found                 []PromptResult
}

// PromptMember is an available agent.
type PromptMember struct {
	Name, Kind, Description, Source, Writes, Down string
}

// ReadPlanPrompts reads the built-in prompts and the overrides in the folder prompt of dir.
// ReadPlanPrompts finds broken templates.
func ReadPlanPrompts(dir string) (*PlanPrompts, error) {
	var p PlanPrompts
	var err, wrong, errWords error
	p.system, err = readPrompt(dir, "plan.txt")
	p.turn, wrong = readPrompt(dir, "planning.txt")
	p.Words, errWords = ModelWords(dir)
	if err := errors.Join(err, wrong, errWords); err != nil {
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

// System returns the system prompt.
func (p *PlanPrompts) System(a PromptAgency) (string, error) { return execute(p.system, a) }

// Turn returns the prompt with the task.
func (p *PlanPrompts) Turn(v PromptPlan) (string, error) { return execute(p.turn, v) }

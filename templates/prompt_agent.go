package templates

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"text/template"
	"time"
)

// AgentPrompts are the texts of task agents for a model.
type AgentPrompts struct {
	agent, analysis, assignment *template.Template
	roles                       map[string]*template.Template
	Words                       *Phrases // descriptions of tools, and answers to calls
}

// PromptAgent describes an agent for the model.
type PromptAgent struct {
	Agency, Name string
	Role         string // the agent's role; "": from the role's template
	Writes       bool   // the agent may write a text
}

// PromptAssignment is the task of an agent. The template fences text by others.
type PromptAssignment struct {
	By, At, Subject, Text string
	Instruction, Feedback string
	Before                *PromptResult // the rejected result; nil: none
	History               []PromptRun
	Results               []PromptResult
	Related               []string
}

// PromptRun is an earlier run of the agent.
type PromptRun struct {
	Number                    int
	Status, Summary, Feedback string
}

// PromptResult is the result of an agent.
type PromptResult struct {
	Agent, Status, Summary, Data, Error string
}

// ReadAgentPrompts reads the built-in prompts of agents and roles, and the overrides in the
// folder prompt of dir. The file of a role is role/NAME.txt. ReadAgentPrompts finds broken
// templates.
func ReadAgentPrompts(dir string, roles []string) (*AgentPrompts, error) {
	p := &AgentPrompts{roles: make(map[string]*template.Template)}
	var errs []error
	read := func(name string) *template.Template {
		t, err := readPrompt(dir, name)
		errs = append(errs, err)
		return t
	}
	var err error
	p.Words, err = ModelWords(dir)
	errs = append(errs, err)
	p.agent, p.analysis, p.assignment = read("agent.txt"), read("analysis.txt"), read("assignment.txt")
	for _, role := range roles {
		t, err := readPrompt(dir, "role/"+role+".txt")
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("there is no prompt role/%s.txt", role)
		}
		p.roles[role] = t
		errs = append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, fmt.Errorf("reading the prompts of agents: %w", err)
	}
	if err := p.check(roles); err != nil {
		return nil, fmt.Errorf("checking the prompts of agents: %w", err)
	}
	return p, nil
}

func readPrompt(dir, name string) (*template.Template, error) {
	text, where, err := promptText(dir, name)
	if err != nil {
		return nil, err
	}
	return template.New(where).Funcs(promptFuncs.Get()).Parse(text)
}

// check renders each prompt once. A prompt must distinguish text by others from ours.
func (p *AgentPrompts) check(roles []string) error {
	_, err := p.Analysis(PromptAgent{Agency: "Agency"})
	for _, role := range append(roles, "") {
		_, wrong := p.Agent(role, PromptAgent{Agency: "Agency", Name: "agent"})
		err = errors.Join(err, wrong)
	}
	sample, wrong := p.Assignment(PromptAssignment{
		At: time.DateOnly, Feedback: "more", Before: &PromptResult{Summary: "nine", Data: "ten"}, History: []PromptRun{{Summary: "one\ntwo"}}, Related: []string{"three\nfour"},
		Results: []PromptResult{{Agent: "other", Summary: "five\nsix", Data: "seven\neight"}},
	})
	if err = errors.Join(err, wrong); err != nil {
		return err
	}
	for _, words := range []string{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"} {
		if !strings.Contains(sample, "\n"+fenceMark+words+"\n") {
			return fmt.Errorf("%s does not fence what was found", p.assignment.Name())
		}
	}
	return nil
}

// Agent returns the system prompt of an agent. The role comes from the role's template, or from
// v.Role if role is "".
func (p *AgentPrompts) Agent(role string, v PromptAgent) (string, error) {
	if t := p.roles[role]; t != nil {
		text, err := execute(t, v)
		if err != nil {
			return "", err
		}
		v.Role = strings.TrimSpace(text)
	}
	return execute(p.agent, v)
}

// Analysis returns the system prompt of the analysis.
func (p *AgentPrompts) Analysis(v PromptAgent) (string, error) { return execute(p.analysis, v) }

// Assignment returns the prompt with the task.
func (p *AgentPrompts) Assignment(v PromptAssignment) (string, error) {
	return execute(p.assignment, v)
}

// Fenced marks text by others, in the format that the prompts explain.
func Fenced(text string) string { return printable(fence(text)) }

package templates

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"text/template"
	"time"
)

// AgentPrompts are the texts that agents of tasks send to a model.
type AgentPrompts struct {
	agent, analysis, assignment *template.Template
	roles                       map[string]*template.Template
}

// PromptAgent is an agent as the model is told of it.
type PromptAgent struct {
	Agency, Name string
	Role         string // its part; "": what the role's template says
	Writes       bool   // it may write a text
}

// PromptAssignment is what an agent is given to do. What others wrote is fenced by the
// template.
type PromptAssignment struct {
	By, At, Subject, Text string
	Instruction, Feedback string
	Before                *PromptResult // what was sent back; nil: nothing
	History               []PromptRun
	Results               []PromptResult
	Related               []string
}

// PromptRun is an earlier run of the same agent.
type PromptRun struct {
	Number                    int
	Status, Summary, Feedback string
}

// PromptResult is what an agent found.
type PromptResult struct {
	Agent, Status, Summary, Data, Error string
}

// ReadAgentPrompts reads the prompts of agents, and those of roles, that are built in or
// that the folder prompt in dir overrides them with; a role is role/NAME.txt there. What
// can't work is found here.
func ReadAgentPrompts(dir string, roles []string) (*AgentPrompts, error) {
	p := &AgentPrompts{roles: make(map[string]*template.Template)}
	var errs []error
	read := func(name string) *template.Template {
		t, err := readPrompt(dir, name)
		errs = append(errs, err)
		return t
	}
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
	return template.New(where).Funcs(promptFuncs).Parse(text)
}

// check carries each prompt out once. What others wrote must stay told apart from what
// we write.
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

// Agent is what every request of an agent begins with. Its part is that of the role's
// template, or where that is "", v.Role.
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

// Analysis is what every request of the analysis begins with.
func (p *AgentPrompts) Analysis(v PromptAgent) (string, error) { return execute(p.analysis, v) }

// Assignment is what follows it.
func (p *AgentPrompts) Assignment(v PromptAssignment) (string, error) {
	return execute(p.assignment, v)
}

// Fenced is a text that somebody else wrote, as models are told to tell it from ours.
func Fenced(text string) string { return printable(fence(text)) }

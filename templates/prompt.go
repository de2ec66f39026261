package templates

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/template"
)

//go:embed prompt
var prompts embed.FS

// Prompts are the texts that a planner sends to a model. What they say steers the
// model and binds nobody: gates, checks and limits are code.
type Prompts struct{ system, turn *template.Template }

// PromptAgency is the agency as the model is told of it. It is the same in every
// request, so that services can cache what requests begin with.
type PromptAgency struct {
	Agency   string
	States   []string
	AskStaff bool // staff may be asked
}

// PromptTurn is what there is to decide on.
type PromptTurn struct {
	State   string // JSON
	Summary string // JSON of what a final answer rests on; "" where nobody has asked for it
	Staff   []PromptStaff
	Mail    *PromptMail
	Now     string   // what is wanted, in a sentence
	Moves   []string // tools that may be called
}

// PromptStaff is what a member of staff said about a step, and of a planned call what
// it was.
type PromptStaff struct{ Step, Call, Verdict, Text string }

// PromptMail is a customer's mail.
type PromptMail struct {
	ID, From, Subject string
	Date              string
	Text              string // the author's own
	Whole             string // with what it quotes; "" where Text says it all
	Attachments       int
	More              int // unread mails after this one
}

// ReadPrompts reads the prompts that are built in, or those that the folder prompt
// in dir overrides them with; "" for none. A template that can't work is found here.
func ReadPrompts(dir string) (*Prompts, error) {
	var p Prompts
	var errSystem, errTurn error
	p.system, errSystem = readPrompt(dir, "system.txt")
	p.turn, errTurn = readPrompt(dir, "turn.txt")
	if err := errors.Join(errSystem, errTurn); err != nil {
		return nil, fmt.Errorf("reading the prompts: %w", err)
	}
	_, errSystem = p.System(PromptAgency{Agency: "Agency", States: []string{"OR"}})
	sample, errTurn := p.Turn(PromptTurn{State: "{}", Staff: []PromptStaff{{Text: "no"}}, Mail: &PromptMail{Text: "one\ntwo", Whole: "all"}, Moves: []string{"tool"}})
	if err := errors.Join(errSystem, errTurn); err != nil {
		return nil, fmt.Errorf("checking the prompts: %w", err)
	}
	// What customers write must stay told apart from what we write.
	if !strings.Contains(sample, "\n"+fenceMark+"one\n"+fenceMark+"two\n") {
		return nil, fmt.Errorf("checking the prompts: %s does not fence the mail's text", p.turn.Name())
	}
	return &p, nil
}

func promptText(dir, name string) (text, where string, err error) {
	if dir != "" {
		where = filepath.Join(dir, "prompt", name)
		raw, err := os.ReadFile(where)
		if !errors.Is(err, fs.ErrNotExist) {
			return string(raw), where, err
		}
	}
	raw, err := prompts.ReadFile("prompt/" + name)
	return string(raw), name, err
}

var promptFuncs = template.FuncMap{
	"join":  func(list []string) string { return strings.Join(list, ", ") },
	"fence": Fenced,
	"line":  func(label, text string) string { return label + oneLine(text) },
}

// System is what every request begins with.
func (p *Prompts) System(v PromptAgency) (string, error) { return execute(p.system, v) }

// Turn is what follows it.
func (p *Prompts) Turn(v PromptTurn) (string, error) { return execute(p.turn, v) }

func execute(t *template.Template, v any) (string, error) {
	var b strings.Builder
	err := t.Execute(&b, v)
	return b.String(), err
}

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

	"ppamaild/lazy"
)

//go:embed prompt
var prompts embed.FS

// Prompts are the planner's texts for a model. Prompts only steer the model: gates, checks and
// limits are code.
type Prompts struct {
	system, turn *template.Template
	Words        *Phrases // short texts: descriptions of tools, and the required action
}

// PromptAgency describes the agency for the model. The description is the same in each request,
// so that services can cache the beginning of requests.
type PromptAgency struct {
	Agency   string
	States   []string
	AskStaff bool // the model may ask staff
}

// PromptTurn is the input for one decision.
type PromptTurn struct {
	State   string // JSON
	Summary string // JSON of the data for a final answer; "" unless the model asked for the data
	Staff   []PromptStaff
	Mail    *PromptMail
	Now     string   // the required action, in a sentence
	Moves   []string // available tools
}

// PromptStaff is an answer by staff to a step. Call is the planned call. Seen marks a known answer.
type PromptStaff struct{ Step, Call, Verdict, Text, Seen string }

// PromptMail is a customer's mail.
type PromptMail struct {
	ID, From, Subject    string
	Date                 string
	Text                 string // the author's own text
	Whole                string // text with quotations; "" if equal to Text
	Signature, Forwarded string // forwarded or quoted mail of others
	Attachments          int
	More                 int // later unread mails
}

// ReadPrompts reads the built-in prompts and the overrides in the folder prompt of dir, if dir
// is not "". ReadPrompts finds broken templates.
func ReadPrompts(dir string) (*Prompts, error) {
	var p Prompts
	var errSystem, errTurn, errWords error
	p.system, errSystem = readPrompt(dir, "system.txt")
	p.turn, errTurn = readPrompt(dir, "turn.txt")
	p.Words, errWords = ModelWords(dir)
	if err := errors.Join(errSystem, errTurn, errWords); err != nil {
		return nil, fmt.Errorf("reading the prompts: %w", err)
	}
	_, errSystem = p.System(PromptAgency{Agency: "Agency", States: []string{"OR"}})
	sample, errTurn := p.Turn(PromptTurn{State: "{}", Staff: []PromptStaff{{Text: "no"}}, Mail: &PromptMail{Text: "one\ntwo", Whole: "all"}, Moves: []string{"tool"}})
	if err := errors.Join(errSystem, errTurn); err != nil {
		return nil, fmt.Errorf("checking the prompts: %w", err)
	}
	// The prompt must distinguish a customer's text from ours.
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

// modelWords is the file with the short texts for a model.
const modelWords = "model.words"

// ModelWords reads the short texts for a model, and their overrides in the folder prompt of dir.
func ModelWords(dir string) (*Phrases, error) {
	builtIn, name, err := promptText("", modelWords)
	if err != nil {
		return nil, err
	}
	files := []source{{name, builtIn}}
	own, where, err := promptText(dir, modelWords)
	if err == nil && where != name {
		files = append(files, source{where, own})
	}
	if err != nil {
		return nil, err
	}
	return parsePhrases(english, files)
}

var promptFuncs = lazy.Value[template.FuncMap]{New: func() template.FuncMap {
	return template.FuncMap{
		"join":  func(list []string) string { return strings.Join(list, ", ") },
		"fence": Fenced,
		"line":  func(label, text string) string { return label + oneLine(text) },
	}
}}

// System returns the system prompt, the beginning of each request.
func (p *Prompts) System(v PromptAgency) (string, error) { return execute(p.system, v) }

// Turn returns the prompt for one decision.
func (p *Prompts) Turn(v PromptTurn) (string, error) { return execute(p.turn, v) }

func execute(t *template.Template, v any) (string, error) {
	var b strings.Builder
	err := t.Execute(&b, v)
	return b.String(), err
}

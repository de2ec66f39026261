// Package team has the agents of tasks do their work: it searches the agency's
// mail, asks servers of the Model Context Protocol, has a model work with their tools,
// and puts together what was found.
//
// It promises:
//   - an agent sees its own assignment and nothing else: no other agent's calls or
//     conversation with a model, and none of its own of an earlier run;
//   - nothing is changed anywhere by Run: tools that do not say that they only read are
//     not called, but put before staff (crew.Write), and Write calls them once;
//   - what a service or a sender wrote is data: it widens nobody's tools;
//   - whatever went wrong, was left out or was not heeded is said in the result, and
//     made-up data is never told as found;
//   - what a model says of amounts, days, numbers and people is in what was found, or the
//     result says that it is not.
package team

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"ppamaild/agent/llm"
	"ppamaild/agent/task"
	"ppamaild/agent/task/subject"
	"ppamaild/lazyregexp"
	"ppamaild/templates"
)

// Options are what agents work with.
type Options struct {
	Agents    []Agent
	Agency    string
	Staff     []string       // names of people who work there
	Location  *time.Location // where the agency is
	MaxResult int            // octets of data that one run may bring

	Model     llm.Model // nil: none
	ModelName string    // for staff
	Prompts   *templates.AgentPrompts
	MaxRounds int // questions to the model of one run; 0: 12
	MaxTokens int // of one run; 0: no limit

	Durations Durations // nil: they are kept in memory
	Now       func() time.Time
	Log       *slog.Logger
}

// Agent is one of those who do the work. What serves one kind only is empty for the others.
type Agent struct {
	Name, Kind, Description string
	Keywords                []string
	Source                  string // what it gets its data from, for people: "crm-mcp-server"

	Mail    []Mail   // of crew.KindMailbox: the accounts
	Folders []string // likewise: the folders to search; none: all that are of use

	Server     Server                    // of crew.KindMCP
	Arguments  map[string]map[string]any // likewise: by tool, how its arguments are made
	SampleFile string                    // likewise: what stands in for its data while it is down; "": nothing does

	Tools  []string // of crew.KindLLM: "crm.search_contacts", "crm.*" or "*"
	Prompt string   // of crew.KindLLM: the template of its part; "": its description
}

// Crew does the work of tasks. It is safe for concurrent use.
type Team struct {
	o          Options
	reader     subject.Reader
	workers    []runner
	lastRoster atomic.Pointer[roster] // the last that took long; nil: none did
}

// worker is an agent at work.
type runner interface {
	// down says why it can't work now; "": it can.
	down(ctx context.Context) string
	// writes are its tools that may change something.
	writes(ctx context.Context) []string
	run(ctx context.Context, a task.Assignment) task.Result
	about() *Agent
}

// New prepares the agents; it reaches none of their services.
func New(o Options) (*Team, error) {
	if o.Location == nil || o.Now == nil || o.Log == nil || o.MaxResult <= 0 {
		return nil, errors.New("agents of tasks need Location, Now, Log and MaxResult")
	}
	if o.Model != nil && o.Prompts == nil {
		return nil, errors.New("a model for agents of tasks needs Prompts")
	}
	if o.Durations == nil {
		o.Durations = &memoryDurations{}
	}
	if o.MaxRounds == 0 {
		o.MaxRounds = 12
	}
	c := &Team{o: o, reader: subject.Reader{Location: o.Location,
		Own: append([]string{o.Agency}, o.Staff...)}}
	for i := range o.Agents {
		a := &o.Agents[i]
		c.reader.Nobody = append(c.reader.Nobody, append(a.Keywords, a.Name)...)
		w, err := c.worker(a)
		if err != nil {
			return nil, fmt.Errorf("agent %s: %w", a.Name, err)
		}
		c.workers = append(c.workers, w)
	}
	c.workers = append(c.workers, &analysisAgent{Agent{
		Name: task.Analysis, Kind: task.KindAnalysis,
		Description: "puts together what the others found",
	}, c})
	return c, nil
}

func (c *Team) worker(a *Agent) (runner, error) {
	switch {
	case a.Kind == task.KindMailbox && len(a.Mail) > 0:
		return &mailboxAgent{a, c}, nil
	case a.Kind == task.KindMCP && a.Server != nil:
		return &mcpAgent{a, c}, nil
	case a.Kind == task.KindLLM:
		return &llmAgent{a, c}, nil
	}
	return nil, fmt.Errorf("its kind is %q, which lacks what it works with", a.Kind)
}

// Close lets go of all services.
func (c *Team) Close() error {
	var errs []error
	for _, a := range c.o.Agents {
		if a.Server != nil {
			errs = append(errs, a.Server.Close())
		}
		for _, account := range a.Mail {
			account.Close()
		}
	}
	return errors.Join(errs...)
}

// Run has an agent do its part. It reads only.
func (c *Team) Run(ctx context.Context, a task.Assignment) task.Result {
	began := c.o.Now()
	r := task.Result{Status: task.Failed,
		Error: fmt.Sprintf("there is no agent %q any more", a.Step.Agent)}
	if w := c.find(a.Step.Agent); w != nil {
		r = w.run(ctx, a)
	}
	r = c.limitData(r)
	r.Agent, r.Meta.At, r.Meta.Took = a.Step.Agent, began,
		task.Seconds(c.o.Now().Sub(began).Seconds())
	if q, is := r.Quality(); is {
		r.Meta.Quality = q
	}
	if r.IsReal() {
		c.o.Durations.Ran(a.Step.Agent, r.Meta.Took)
	}
	c.o.Log.Info("an agent ran", "agent", a.Step.Agent, "thread", a.Thread, "status", r.Status,
		"took", r.Meta.Took.Duration(), "error", r.Error)
	return r
}

// find returns the agent of a name; nil where there is none.
func (c *Team) find(name string) runner {
	i := slices.IndexFunc(c.workers, func(w runner) bool { return w.about().Name == name })
	if i < 0 {
		return nil
	}
	return c.workers[i]
}

// subjects are what an assignment is about, feedback heeded as far as it can be.
func (c *Team) subjects(a task.Assignment) (s subject.Subjects, notHeeded []string) {
	at := a.Task.At
	if at.IsZero() {
		at = a.At
	}
	text, over, told := c.reader.Read(a.Task.Text, at), c.reader.Read(a.Task.Subject, at),
		c.reader.Read(a.Step.Instruction, at)
	s = text.With(over).With(told)
	if s.Spans = text.Spans; len(s.Spans) == 0 {
		s.Spans = over.Spans
	}
	s.Spans = instructedTime(s.Spans, told.Spans, a.Step.Instruction)
	for _, i := range a.History {
		if i.Feedback != "" && i.Feedback != a.Feedback {
			s, _ = c.reader.Heed(s, i.Feedback, at)
		}
	}
	return c.reader.Heed(s, a.Feedback, at)
}

// narrowed is the time that a task is about as an agent's instruction, which staff approved,
// has it: that alone, unless it comes besides.
func instructedTime(spans, told subject.Spans, instruction string) subject.Spans {
	switch {
	case len(told) == 0:
		return spans
	case len(spans) > 0 && besides.MatchString(instruction):
		return spans.Plus(told...)
	}
	return told
}

var besides = lazyregexp.MustCompile(`(?i)\b(?:too|also|as well|besides)\b`)

// asJSON writes what can't fail to be written: our own types and what JSON was read into.
func asJSON(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		return json.RawMessage(`null`)
	}
	return raw
}

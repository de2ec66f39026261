// Package team runs the agents of tasks. It searches the agency's mail, calls servers of the
// Model Context Protocol, lets a model use their tools, and combines the results.
//
// The package guarantees:
//   - An agent sees only its own assignment. It sees no calls or conversations of other agents,
//     and none of its earlier runs.
//   - Run changes nothing. Tools that are not marked as read-only go to staff for approval, and
//     Write calls them once.
//   - Text from a service or a sender is data, and never adds tools.
//   - The result reports all failures, omissions and unused feedback, and labels sample data.
//   - Amounts, dates, numbers and people in a model's report have a source, or the result
//     reports them.
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

// Options configure the agents.
type Options struct {
	Agents    []Agent
	Agency    string
	Words     *templates.Phrases // texts for staff; nil: the built-in English words
	Staff     []string           // names of people at the agency
	Location  *time.Location     // time zone of the agency
	MaxResult int                // maximum bytes of data per run

	Model     llm.Model // nil: no model
	ModelName string    // name of the model for staff
	Prompts   *templates.AgentPrompts
	MaxTokens int // maximum tokens per run; 0: unlimited

	Durations Durations // nil: durations are kept in memory
	Now       func() time.Time
	Log       *slog.Logger
}

// Agent configures an agent. Some fields belong to one kind only.
type Agent struct {
	Name, Kind, Description string
	Keywords                []string
	Source                  string // source of its data, for people: "crm-mcp-server"

	Mail    []Mail   // task.KindMailbox: accounts
	Folders []string // task.KindMailbox: folders to search; none: all useful folders

	Server     Server                    // task.KindMCP
	Arguments  map[string]map[string]any // task.KindMCP: templates of arguments by tool
	SampleFile string                    // task.KindMCP: sample data while it is down; "": none

	Tools  []string // task.KindLLM: "crm.search_contacts", "crm.*" or "*"
	Prompt string   // task.KindLLM: template of its instructions; "": its description
}

// Team runs the agents of tasks. It is safe for concurrent use.
type Team struct {
	o          Options
	reader     subject.Reader
	runners    []runner
	lastRoster atomic.Pointer[roster] // last slow roster; nil: none
}

// runner is an agent of one kind.
type runner interface {
	// down explains why the agent is unavailable, or returns "".
	down(ctx context.Context) string
	// writes returns its tools that may change something.
	writes(ctx context.Context) []string
	run(ctx context.Context, a task.Assignment) task.Result
	about() *Agent
}

// New prepares the agents without contacting their services.
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
	c := &Team{o: o, reader: subject.Reader{Location: o.Location,
		Own: append([]string{o.Agency}, o.Staff...)}}
	for i := range o.Agents {
		a := &o.Agents[i]
		c.reader.NotNames = append(c.reader.NotNames, append(a.Keywords, a.Name)...)
		w, err := c.newRunner(a)
		if err != nil {
			return nil, fmt.Errorf("agent %s: %w", a.Name, err)
		}
		c.runners = append(c.runners, w)
	}
	c.runners = append(c.runners, &analysisAgent{Agent{
		Name: task.Analysis, Kind: task.KindAnalysis,
		Description: o.Words.Say("agents.analyst"),
	}, c})
	return c, nil
}

// newRunner returns the runner of a configured agent.
func (c *Team) newRunner(a *Agent) (runner, error) {
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

// Close releases all services.
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

// Run runs an agent, read-only.
func (c *Team) Run(ctx context.Context, a task.Assignment) task.Result {
	began := c.o.Now()
	r := task.Result{Status: task.Failed,
		Error: c.say("agents.gone", a.Step.Agent)}
	if w := c.find(a.Step.Agent); w != nil {
		r = w.run(ctx, a)
	}
	r = c.limitData(r)
	r.Agent, r.Meta.At, r.Meta.Took = a.Step.Agent, began.In(c.o.Location),
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

// Preview describes the calls that an agent would make for an assignment. It calls no tool.
func (c *Team) Preview(ctx context.Context, a task.Assignment) []string {
	ctx, cancel := context.WithTimeout(ctx, maxRosterWait)
	defer cancel()
	switch w := c.find(a.Step.Agent).(type) {
	case *mcpAgent:
		return w.preview(ctx, a)
	case *mailboxAgent:
		subjects, _ := c.subjects(a)
		if subjects.IsEmpty() && len(subjects.Spans) == 0 {
			return []string{c.say("agents.nothing_to_ask", a.Step.Agent)}
		}
		return []string{c.say("agents.will_search", subjects.String())}
	}
	return nil
}

// find returns the agent with a name, or nil.
func (c *Team) find(name string) runner {
	i := slices.IndexFunc(c.runners, func(w runner) bool { return w.about().Name == name })
	if i < 0 {
		return nil
	}
	return c.runners[i]
}

// subjects returns the subjects of an assignment, including usable feedback.
func (c *Team) subjects(a task.Assignment) (s subject.Subjects, unused []string) {
	at := a.Task.At
	if at.IsZero() {
		at = a.At
	}
	text, title := c.reader.Read(a.Task.Text, at), c.reader.Read(a.Task.Subject, at)
	instructed := c.reader.Read(a.Step.Instruction, at)
	s = text.With(title).With(instructed)
	if s.Spans = text.Spans; len(s.Spans) == 0 {
		s.Spans = title.Spans
	}
	s.Spans = instructedTime(s.Spans, instructed.Spans, a.Step.Instruction)
	for _, i := range a.History {
		if i.Feedback != "" && i.Feedback != a.Feedback {
			s, _ = c.reader.ApplyFeedback(s, i.Feedback, at)
		}
	}
	return c.reader.ApplyFeedback(s, a.Feedback, at)
}

// instructedTime returns the time of an agent's approved instruction. It replaces the time of the
// task, or adds to the time of the task if the instruction says so.
func instructedTime(spans, instructed subject.Spans, instruction string) subject.Spans {
	switch {
	case len(instructed) == 0:
		return spans
	case len(spans) > 0 && alsoWords.MatchString(instruction):
		return spans.Plus(instructed...)
	}
	return instructed
}

var alsoWords = lazyregexp.MustCompile(`(?i)\b(?:too|also|as well|besides)\b`)

// asJSON encodes values that always encode: types of this package and decoded JSON.
func asJSON(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		return json.RawMessage(`null`)
	}
	return raw
}

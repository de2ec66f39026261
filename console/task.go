package console

import (
	"context"
	"fmt"
	"slices"
	"time"

	"ppamaild/review"
	"ppamaild/templates"
)

// Tasks gives tasks to the agents and follows their work.
type Tasks interface {
	// Crew lists the agents with their present state, the test agents last; empty if the agency
	// has none.
	Crew(ctx context.Context) []Agent
	// Given lists the tasks of the agency, the latest change first.
	Given(ctx context.Context, page int) (TaskList, error)
	// Give begins a task and returns its thread. It returns ErrNotFound without agents for the
	// task, ErrOtherBody for the key of another task in the last 24 hours, and ErrManyKeys if no
	// key is free.
	Give(ctx context.Context, a Assignment) (thread string, err error)
	Task(ctx context.Context, thread, by string) (Task, error)
	// Results returns the results as a file. kind is "html", "json" or "csv".
	Results(ctx context.Context, thread, kind string) (File, error)
}

// Agent is a member of the team that does the work of tasks.
type Agent struct {
	Name    string
	Does    string
	Down    string // why the agent is unavailable; "" if it is up
	Sample  bool   // labeled sample data replaces the data while the agent is down
	Writes  bool   // some of its tools change data, each after an approval
	Usually string // the usual time of a run; "" if unknown
	Test    bool   // works for test tasks only
}

// Assignment is a task that a member gives in the console or through the API.
type Assignment struct {
	By      string // canonical address
	Subject string
	Text    string
	Files   []string // names of the files in Text
	Program bool     // through the API
	Test    bool     // only the test agents work
	Once    string   // a second task with this key, of the same member, is the first; "" for none
}

// TaskList is a page of tasks.
type TaskList struct {
	Rows    []TaskRow
	Page    int
	Pages   int
	Loading bool // the daemon still reads the store after its start
}

// TaskRow is a task in a list.
type TaskRow struct {
	Thread, Subject, By, Since string
	Stage                      string
	Percent                    int
}

// Path is the page of the task.
func (r TaskRow) Path() string { return taskPath(r.Thread) }

// File is a file to download.
type File struct {
	Name, Type string
	Content    []byte
}

// Task is a task with its plan, progress and results.
type Task struct {
	Thread, Subject, Text string
	By, Status, Owner     string
	Away                  string // day on which the owner returns; "" for a present owner
	Code                  string // contract name of the status
	Test                  bool   // only the test agents work
	Ended                 bool
	Working               bool // an event waits in the queue of the thread
	Progress              Progress
	About                 []templates.Item // of the plan
	Steps                 []Step
	Case                  *Case  // the open review of a step; nil for none
	Failed                string // the agent that the review asks about; "" for none
	Other                 []Row  // other open reviews of the thread
	Findings              []templates.Section
	Shared                []Shared
	Results               []Result
	Notes                 []templates.Turn // the latest notes of staff
	Holds                 []Hold           // on the thread
}

// Progress is how far a task is.
type Progress struct {
	Stage     string
	Code      string // contract name of the stage
	Percent   int
	Current   string // the running agent; "" for none
	Done      []string
	Pending   []string
	Remaining string        // usual time of the pending agents; "" if unknown
	Left      time.Duration // the same; 0 if unknown
	Elapsed   Span          // since the task was given, until its end
	Usual     Span          // median of completed tasks with the same agents; 0 if unknown
}

// Span is a duration that a page shows.
type Span time.Duration

// String is the duration in hours, minutes and seconds.
func (s Span) String() string {
	d := time.Duration(s).Round(time.Second)
	hours, minutes := int(d.Hours()), int(d.Minutes())%60
	switch {
	case hours > 0:
		return fmt.Sprintf("%d h %d min", hours, minutes)
	case minutes > 0:
		return fmt.Sprintf("%d min %d s", minutes, int(d.Seconds())%60)
	}
	return fmt.Sprintf("%d s", int(d.Seconds()))
}

// Step is the part of one agent in a plan.
type Step struct {
	Agent string
	Does  string
	Asks  []string // calls that the agent will make
	Needs []string // agents that give it their results
	Down  string
	State string // label; "" before the start
	Done  bool
	Runs  bool
	Last  bool // the step stays last: the analysis
}

// Shared is a value that several sources have, or that they contradict.
type Shared struct {
	templates.Item
	Conflict bool
	Rows     []Link
}

// Link leads to a part of a page.
type Link struct{ Label, ID string }

// Result is the result of one agent.
type Result struct {
	Agent, ID string
	Sections  []templates.Section
}

// IsPlan reports whether the plan waits for a decision.
func (t Task) IsPlan() bool { return t.Case != nil && t.Case.Step == "plan" }

// Action returns the action with a word; nil if nothing waits or the review does not allow it.
func (t Task) Action(word string) *Action {
	if t.Case == nil {
		return nil
	}
	return t.Case.Action(word)
}

// Agents are the names of the agents in the plan, in order.
func (t Task) Agents() []string {
	var names []string
	for _, s := range t.Steps {
		names = append(names, s.Agent)
	}
	return names
}

// arranged puts the steps into an order. Unknown names have no effect, and missing steps follow.
// The analysis stays last.
func (t Task) arranged(order []string) []Step {
	at := func(s Step) int {
		i := slices.Index(order, s.Agent)
		switch {
		case s.Last:
			return len(order) + 1
		case i < 0:
			return len(order)
		}
		return i
	}
	steps := slices.Clone(t.Steps)
	slices.SortStableFunc(steps, func(a, b Step) int { return at(a) - at(b) })
	return steps
}

// PlanDecision is the decision on a plan in an order without the skipped agents. It is ACCEPT if
// the plan stays as proposed.
func PlanDecision(t Task, order, skip []string) review.Decision {
	skips := func(name string) bool { return slices.Contains(skip, name) }
	before := slices.DeleteFunc(t.Agents(), skips)
	t.Steps = t.arranged(order)
	after := slices.DeleteFunc(t.Agents(), skips)
	d := review.Decision{Verdict: review.VerdictCommand}
	if !slices.Equal(before, after) {
		d.Commands = append(d.Commands, review.Command{Word: "ORDER", Argument: list(after)})
	}
	if len(skip) > 0 {
		d.Commands = append(d.Commands, review.Command{Word: "SKIP", Argument: list(skip)})
	}
	if d.Commands == nil {
		d.Verdict = review.VerdictAccept
	}
	return d
}

package frontdesk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/task"
	"ppamaild/agent/task/sections"
	"ppamaild/console"
	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/reading"
	"ppamaild/review"
	"ppamaild/store"
)

// Tasks implements console.Tasks.
type Tasks struct {
	*Desk
	Roster func(ctx context.Context, test bool) []task.Agent
}

// isTaskStep reports whether the page of a task decides a review.
func isTaskStep(h store.Head, rv store.Review) bool {
	return queue.IsTask(h) && (rv.Kind == review.KindStep || rv.Kind == review.KindAgent)
}

// Crew implements console.Tasks.
func (d *Tasks) Crew(ctx context.Context) (crew []console.Agent) {
	for _, test := range []bool{false, true} {
		if len(d.Config.AgentsFor(test)) == 0 {
			continue
		}
		for _, a := range d.Roster(ctx, test) {
			crew = append(crew, console.Agent{
				Name: a.Name, Does: a.Description, Down: a.Unavailable, Sample: a.Sample,
				Writes: len(a.Writes) > 0, Usually: d.about(a.MedianTime), Test: test,
			})
		}
	}
	return crew
}

// about is a usual time in words; "" if unknown.
func (d *Tasks) about(s task.Seconds) string {
	switch {
	case s <= 0:
		return ""
	case s.Duration() < time.Second/10:
		return d.Say("shown.under_a_second")
	}
	return d.Say("shown.about", s.String())
}

// Given implements console.Tasks.
func (d *Tasks) Given(ctx context.Context, page int) (given console.TaskList, err error) {
	ids, given := d.index.tasks(page)
	for _, id := range ids {
		t, err := d.read(ctx, id)
		if errors.Is(err, console.ErrNotFound) {
			continue
		}
		if err != nil {
			return given, err
		}
		progress := d.progress(&t)
		given.Rows = append(given.Rows, console.TaskRow{
			Thread: id, Subject: t.head.Subject, By: d.customer(&t),
			Since: d.Age(d.Now().Sub(t.head.UpdatedAt)),
			Stage: progress.Stage, Percent: progress.Percent,
		})
	}
	return given, nil
}

// Give implements console.Tasks. The event is the event of a task that the member mails in.
func (d *Tasks) Give(ctx context.Context, a console.Assignment) (string, error) {
	if len(d.Config.AgentsFor(a.Test)) == 0 {
		return "", fmt.Errorf("tasks without agents: %w", console.ErrNotFound)
	}
	given := queue.TaskEvent{Task: task.Task{
		Text: a.Text, Subject: reading.Mask(a.Subject), By: a.By,
		At: d.Now().In(d.Location), Own: d.Own(), Via: queue.Via(a.Program),
		Test: a.Test, Files: a.Files,
	}}
	var thread string
	var repeated bool
	err := d.update(ctx, failpoint.Decide, func(tx store.Tx) (err error) {
		thread, repeated, err = d.give(tx, given, a)
		return err
	})
	if err != nil || repeated {
		return thread, err
	}
	d.Log.Info("task in the console", "thread", thread, "by", a.By,
		"via", given.Task.Via, "test", a.Test)
	d.Signals.Threads.Wake(thread, queue.Ahead)
	return thread, nil
}

// give begins a task, unless its key already began one.
func (d *Tasks) give(
	tx store.Tx, given queue.TaskEvent, a console.Assignment,
) (thread string, repeated bool, err error) {
	var known keys
	if a.Once != "" {
		if known, err = readKeys(tx, d.Now()); err != nil {
			return "", false, err
		}
		if thread, err = known.find(a); thread != "" || err != nil {
			return thread, true, err
		}
	}
	head, err := d.NewTaskHead(tx, given)
	if err != nil {
		return "", false, err
	}
	if _, err = tx.PutHead(head); err != nil {
		return "", false, err
	}
	if a.Once != "" {
		if err = known.keep(tx, a, head.Thread, d.Now()); err != nil {
			return "", false, err
		}
	}
	_, err = tx.Enqueue(queue.NewEvent(d.Now(), head.Thread, queue.KindTask, given))
	return head.Thread, false, err
}

// errNoTask says that a thread is no task.
func errNoTask(id string) error {
	return fmt.Errorf("%s is no task: %w", id, console.ErrNotFound)
}

// Task implements console.Tasks.
func (d *Tasks) Task(ctx context.Context, id, by string) (one console.Task, err error) {
	t, err := d.read(ctx, id)
	if err != nil {
		return one, err
	}
	if !queue.IsTask(t.head) {
		return one, errNoTask(id)
	}
	one = console.Task{
		Thread: id, Subject: t.head.Subject, Working: t.waits, Progress: d.progress(&t),
		Status: d.Say("console.status." + string(t.head.Status)), Ended: t.head.Status.Ended(),
		Code:  string(t.head.Status),
		Test:  queue.IsTest(t.head),
		Owner: d.ownerOf(t.head), By: d.customer(&t),
		Away: d.awayUntil(t.head.Owner),
	}
	if err = d.addNotes(ctx, &one, &t); err != nil {
		return one, err
	}
	rv, err := d.openStep(ctx, &one, &t)
	if err != nil || t.state.Task == nil {
		return one, err
	}
	one.Text = reading.Mask(t.state.Task.Text)
	if rv != nil {
		if err := d.addCase(ctx, &one, *rv, by); err != nil {
			return one, err
		}
	}
	d.fillPlan(&one, &t, rv)
	c, is, err := d.compiled(ctx, &t, rv)
	if is && err == nil {
		d.fillResults(&one, c, t.state.Task)
	}
	return one, err
}

// addCase adds the open review of a step.
func (d *Tasks) addCase(ctx context.Context, one *console.Task, rv store.Review, by string) error {
	found, err := d.Case(ctx, one.Thread, rv.Number, by)
	if err != nil {
		return err
	}
	if found.Card != nil {
		found.Card.Warnings = d.withoutMark(found.Card.Warnings)
	}
	one.Case, one.Failed = &found, failedAgent(rv)
	if reject := found.Action("REJECT"); reject != nil && (one.IsPlan() || one.Failed != "") {
		reject.Label = d.Say("console.action.replan")
	}
	return nil
}

// addNotes adds the notes of colleagues, and the holds.
func (d *Tasks) addNotes(ctx context.Context, one *console.Task, t *thread) (err error) {
	if one.Notes, err = d.view(t).Remarks(ctx); err != nil {
		return err
	}
	one.Holds, err = queue.Read(ctx, d.Store, func(tx store.Tx) ([]console.Hold, error) {
		return d.holds(tx, one.Thread)
	})
	return err
}

// withoutMark removes the warning about a test: the page of a task has a mark of its own.
func (d *Tasks) withoutMark(warnings []string) []string {
	mark := d.Say("task.test")
	return slices.DeleteFunc(slices.Clone(warnings), func(w string) bool { return w == mark })
}

// openStep finds the open review of a step, and lists other open reviews.
func (d *Tasks) openStep(
	ctx context.Context, one *console.Task, t *thread,
) (step *store.Review, err error) {
	open, err := queue.Read(ctx, d.Store, func(tx store.Tx) ([]store.Review, error) {
		return tx.OpenReviews(t.head.Thread)
	})
	for _, rv := range open {
		if isTaskStep(t.head, rv) {
			step = &rv
		} else {
			one.Other = append(one.Other, d.row(t, rv))
		}
	}
	return step, err
}

// elapsed is the time since a task was given, until its end.
func (d *Tasks) elapsed(h store.Head) console.Span {
	if h.Status.Ended() {
		return console.Span(h.UpdatedAt.Sub(h.CreatedAt))
	}
	return console.Span(d.Now().Sub(h.CreatedAt))
}

func (d *Tasks) progress(t *thread) console.Progress {
	if t.state.Task == nil {
		return console.Progress{
			Elapsed: d.elapsed(t.head),
			Code:    task.StagePlanning, Stage: d.Say("console.stage." + task.StagePlanning),
		}
	}
	step := string(t.state.StepRequiringReview)
	p := t.state.Task.Progress(step, t.head.Status == store.ThreadCompleted)
	shown := console.Progress{
		Stage: d.Say("console.stage." + p.Stage), Percent: p.Percentage, Current: p.Current,
		Done: p.Completed, Pending: p.Pending, Remaining: d.about(p.Remaining),
		Code: p.Stage, Left: p.Remaining.Duration(), Elapsed: d.elapsed(t.head),
		Usual: console.Span(d.index.usual(agentsOf(t), t.head.Thread)),
	}
	if t.head.Status.Ended() && p.Stage != task.StageCompleted || p.Stage == task.StageAgents &&
		t.head.Status != store.ThreadRunning {
		shown.Stage = d.Say("console.status." + string(t.head.Status))
		shown.Current, shown.Remaining, shown.Left = "", "", 0
	}
	return shown
}

// Progress implements api.Tasks.
func (d *Tasks) Progress(ctx context.Context, id string) (p console.Progress, err error) {
	t, err := d.read(ctx, id)
	if err == nil && !queue.IsTask(t.head) {
		err = errNoTask(id)
	}
	if err != nil {
		return p, err
	}
	return d.progress(&t), nil
}

// failedAgent is the agent that a review asks about; "" for none.
func failedAgent(rv store.Review) string {
	var p agent.Proposal
	var failed task.AgentFailedArgs
	if rv.Kind == review.KindAgent && json.Unmarshal(rv.Data, &p) == nil &&
		json.Unmarshal(p.Data, &failed) == nil {
		return failed.Agent
	}
	return ""
}

// fillPlan adds the plan: the proposed plan while it is under review.
func (d *Tasks) fillPlan(one *console.Task, t *thread, rv *store.Review) {
	plan, proposed := d.plan(t, rv)
	if plan == nil {
		return
	}
	raw, err := json.Marshal(plan)
	if all := sections.Of(task.ToolProposePlan, raw, d.StaffWords()); err == nil && len(all) > 0 {
		one.About = all[0].Items
	}
	for _, s := range plan.Steps {
		step := console.Step{
			Agent: s.Agent, Does: reading.Mask(s.Instruction), Needs: s.Needs,
			Last: s.Agent == task.Analysis,
		}
		for _, ask := range s.Asks {
			step.Asks = append(step.Asks, reading.Mask(ask))
		}
		for _, down := range plan.Down {
			if down.Agent == s.Agent {
				step.Down = down.In(d.StaffWords())
			}
		}
		if r, has := t.state.Task.Result(s.Agent); has && !proposed {
			step.State, step.Done = r.Status.Label(d.StaffWords()), r.Status != task.Failed
		} else if one.Progress.Current == s.Agent {
			step.State, step.Runs = d.Say("console.step_runs"), true
		}
		one.Steps = append(one.Steps, step)
	}
}

func (d *Tasks) plan(t *thread, rv *store.Review) (plan *task.Plan, proposed bool) {
	var p agent.Proposal
	if rv == nil || rv.Step != string(agent.StagePlan) || json.Unmarshal(rv.Data, &p) != nil ||
		json.Unmarshal(p.Data, &plan) != nil {
		return t.state.Task.Plan, false
	}
	return plan, true
}

package decision

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/task"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// actTask carries out a decision in a review of a task.
func (h *Handler) applyTask(ctx context.Context, t *runner.Turn, rv store.Review, d review.Decision, by string,
	e queue.StaffEvent) (Outcome, error) {
	decision := agent.Decision{Verdict: agent.Verdict(d.Verdict), Text: d.Reason, Clean: e.Clean,
		UnsentParts: e.Unsent, Digest: rv.Digest, By: by, At: t.At()}
	done := Outcome{verdict: string(d.Verdict), argument: d.Reason}
	switch d.Verdict {
	case review.VerdictAccept:
		done.sentence = acceptedTask(rv.Step)
	case review.VerdictReject:
		done.sentence = rejectedTask(rv.Step)
	case review.VerdictCancel:
		done.sentence = "The task is cancelled. Nothing more is done."
	case review.VerdictEdit:
		decision.Text, done.argument = d.EditText, d.EditText
		done.sentence = "It takes effect as edited."
	default:
		return h.applyTaskCommand(ctx, t, rv, d, decision)
	}
	return h.take(ctx, t, decision, done)
}

func acceptedTask(step string) string {
	switch agent.Stage(step) {
	case agent.StagePlan:
		return "The plan is in force, and its agents go to work."
	case agent.StageToolCall:
		return "The call is made, exactly as it stands."
	}
	return "The task is completed."
}

func rejectedTask(step string) string {
	switch agent.Stage(step) {
	case agent.StagePlan, agent.StageAgentFailed:
		return "Another plan is made with this reason, and comes for approval."
	case agent.StageToolCall:
		return "The call is not made; the task goes on without it."
	}
	return "It is done again with this reason, and the new results come for approval."
}

// actTaskCommand carries out the words that only tasks know.
func (h *Handler) applyTaskCommand(ctx context.Context, t *runner.Turn, rv store.Review, d review.Decision,
	decision agent.Decision) (Outcome, error) {
	word, argument := d.Written()
	done := Outcome{verdict: strings.ToLower(word), argument: argument}
	var err error
	switch word {
	case "ORDER", "SKIP":
		decision.Verdict, decision.Text, decision.Clean = agent.Edit, changesOf(d.Commands), true
		done.sentence = "The plan so changed is in force, and its agents go to work."
		var changes bool
		if changes, err = h.canPlan(t, rv, d.Commands); !changes { // it is as it was proposed
			decision.Verdict, decision.Text = agent.Accept, ""
		}
	case "REVISE":
		decision.Verdict, decision.Text = agent.Reject, argument
		decision.Targets, err = h.targets(t, d.Commands)
		done.sentence = "It is done again with these words, and so is what depends on it; everything else keeps its result."
	case "REPLAN":
		decision.Verdict, decision.Text, decision.Replan = agent.Reject, argument, true
		done.sentence = "Another plan is made with these words, and comes for approval."
	case "RETRY":
		decision.Verdict, decision.Text = agent.Retry, argument
		done.sentence, err = "The agent runs again.", h.isFailed(t, rv, d.Commands)
	case "CONTINUE":
		decision.Verdict = agent.Continue
		done.sentence = "The task goes on without its result, which is marked as missing."
	case "EXPORT":
		return Outcome{verdict: "export", stays: true, silent: true}, h.mailExport(t, rv, decision.By)
	default:
		err = notify.Unclear(word + " is no answer to a review of a task")
	}
	if err != nil {
		return Outcome{}, err
	}
	return h.take(ctx, t, decision, done)
}

// canPlan reports whether the commands change the plan under review, and says why they
// can't be carried out where they can't.
func (h *Handler) canPlan(t *runner.Turn, rv store.Review, commands []review.Command) (changes bool, err error) {
	p, err := t.View().Proposal(rv)
	if err != nil {
		return false, err
	}
	var plan task.Plan
	if err := json.Unmarshal(p.Data, &plan); err != nil {
		return false, err
	}
	before := plan.Agents()
	for _, c := range skipFirst(commands) {
		if c.Word == "ORDER" {
			plan, err = plan.Reorder(task.List(c.Argument))
		} else {
			plan, err = plan.Skip(task.List(c.Argument))
		}
		if err != nil {
			return false, notify.Unclear(err.Error())
		}
	}
	if now := plan.Agents(); !slices.Equal(before, now) {
		return true, onlyAnalysis(now)
	}
	return false, nil
}

// onlyAnalysis says why a plan can't be left with nobody whose findings could be put together.
func onlyAnalysis(agents []string) error {
	if len(agents) == 1 && agents[0] == task.Analysis {
		return notify.Unclear("that leaves nobody but analysis, which puts together what others found; CANCEL ends the task")
	}
	return nil
}

// skipFirst has ORDER name what SKIP leaves, whichever was written first.
func skipFirst(commands []review.Command) []review.Command {
	commands = slices.Clone(commands)
	slices.SortStableFunc(commands, func(a, b review.Command) int {
		return strings.Compare(b.Word, a.Word)
	})
	return commands
}

// changesOf are the commands as lines of an edit.
func changesOf(commands []review.Command) string {
	var lines []string
	for _, c := range skipFirst(commands) {
		lines = append(lines, c.Word+": "+c.Argument)
	}
	return strings.Join(lines, "\n")
}

// targets are the agents that results are sent back to.
func (h *Handler) targets(t *runner.Turn, commands []review.Command) ([]task.Target, error) {
	var targets []task.Target
	for _, c := range commands {
		name := strings.ToLower(strings.TrimSpace(c.Name))
		if _, found := t.State.Task.Plan.Step(name); !found {
			return nil, notify.Unclear(fmt.Sprintf("there is no agent %q in the plan; it has %s; to add an agent, REPLAN and say so", c.Name, strings.Join(t.State.Task.Plan.Agents(), ", ")))
		}
		targets = append(targets, task.Target{Agent: name, Text: c.Argument})
	}
	return targets, nil
}

// isFailed says why RETRY can't be meant for this review.
func (h *Handler) isFailed(t *runner.Turn, rv store.Review, commands []review.Command) error {
	p, err := t.View().Proposal(rv)
	if err != nil {
		return err
	}
	var asked task.AgentFailedArgs
	if err := json.Unmarshal(p.Data, &asked); err != nil {
		return err
	}
	for _, c := range commands {
		if !strings.EqualFold(strings.TrimSpace(c.Name), asked.Agent) {
			return notify.Unclear(fmt.Sprintf("this asks about %s; write RETRY %s or CONTINUE",
				asked.Agent, asked.Agent))
		}
	}
	return nil
}

// mailExport mails the results under review to whoever asked for them, as files. The
// review stays open.
func (h *Handler) mailExport(t *runner.Turn, rv store.Review, to string) error {
	files, err := t.View().ResultFiles(rv, true)
	if err != nil {
		return err
	}
	return t.Notify(to, "task_export", templates.Notice{Review: rv.Number, Step: rv.Step}, files...)
}

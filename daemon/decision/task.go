package decision

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/task"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/runner"
	"ppamaild/review"
	"ppamaild/templates"
)

// applyTask applies a decision on a review of a task.
func (h *Handler) applyTask(ctx context.Context, t *runner.Turn, d decided) (outcome, error) {
	decision := d.forAgent(t)
	done := outcome{verdict: string(d.Verdict), argument: d.Reason}
	switch d.Verdict {
	case review.VerdictAccept:
		done.sentence = h.acceptedTask(d.rv.Step)
	case review.VerdictReject:
		done.sentence, done.redoes = h.rejectedTask(d.rv.Step), true
	case review.VerdictCancel:
		done.sentence = h.Say("decision.task_cancelled")
	case review.VerdictEdit:
		decision.Text, done.argument = d.EditText, d.EditText
		done.sentence = h.Say("decision.task_edited")
	default:
		return h.applyTaskCommand(ctx, t, d, decision)
	}
	return h.take(ctx, t, decision, done)
}

func (h *Handler) acceptedTask(step string) string {
	switch agent.Stage(step) {
	case agent.StagePlan:
		return h.Say("decision.plan_accepted")
	case agent.StageToolCall:
		return h.Say("decision.call_accepted")
	}
	return h.Say("decision.task_completed")
}

func (h *Handler) rejectedTask(step string) string {
	switch agent.Stage(step) {
	case agent.StagePlan, agent.StageAgentFailed:
		return h.Say("decision.plan_rejected")
	case agent.StageToolCall:
		return h.Say("decision.call_rejected")
	}
	return h.Say("decision.results_rejected")
}

// applyTaskCommand applies the command words that only tasks have.
func (h *Handler) applyTaskCommand(
	ctx context.Context, t *runner.Turn, d decided, decision agent.Decision,
) (outcome, error) {
	word, argument := d.Written()
	done := outcome{verdict: strings.ToLower(word), argument: argument}
	var err error
	switch word {
	case "ORDER", "SKIP":
		decision.Verdict, decision.Text, decision.Clean = agent.Edit, changesOf(d.Commands), true
		done.sentence = h.Say("decision.plan_changed")
		var changes bool
		if changes, err = h.changesPlan(t, d); !changes { // the plan stays as proposed
			decision.Verdict, decision.Text = agent.Accept, ""
		}
	case "REVISE":
		decision.Verdict, decision.Text = agent.Reject, argument
		decision.Targets, err = h.targets(t, d.Commands)
		done.sentence = h.Say("decision.revised")
	case "REPLAN":
		decision.Verdict, decision.Text, decision.Replan = agent.Reject, argument, true
		done.sentence, done.redoes = h.Say("decision.replanned"), true
	case "RETRY":
		decision.Verdict, decision.Text = agent.Retry, argument
		done.sentence = h.Say("decision.retried")
		err = h.checkRetry(t, d)
	case "CONTINUE":
		decision.Verdict = agent.Continue
		done.sentence = h.Say("decision.continued")
	case "EXPORT":
		return outcome{verdict: "export", stays: true, silent: true}, h.mailExport(t, d)
	default:
		err = h.Unclear("decision.no_task_word", word)
	}
	if err != nil {
		return outcome{}, err
	}
	return h.take(ctx, t, decision, done)
}

// changesPlan reports whether the commands change the plan under review. The error says why the
// commands are invalid.
func (h *Handler) changesPlan(t *runner.Turn, d decided) (bool, error) {
	p, err := t.View().Proposal(d.rv)
	if err != nil {
		return false, err
	}
	var plan task.Plan
	if err := json.Unmarshal(p.Data, &plan); err != nil {
		return false, err
	}
	before := plan.Agents()
	for _, c := range skipFirst(d.Commands) {
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
		return true, h.checkAgents(now)
	}
	return false, nil
}

// checkAgents refuses a plan with analysis alone, because analysis combines the findings of
// other agents.
func (h *Handler) checkAgents(agents []string) error {
	if len(agents) == 1 && agents[0] == task.Analysis {
		return h.Unclear("decision.only_analysis")
	}
	return nil
}

// skipFirst puts SKIP before ORDER, because ORDER names the agents that remain.
func skipFirst(commands []review.Command) []review.Command {
	commands = slices.Clone(commands)
	slices.SortStableFunc(commands, func(a, b review.Command) int {
		return strings.Compare(b.Word, a.Word)
	})
	return commands
}

// changesOf returns the commands as lines of an edit.
func changesOf(commands []review.Command) string {
	var lines []string
	for _, c := range skipFirst(commands) {
		lines = append(lines, c.Word+": "+c.Argument)
	}
	return strings.Join(lines, "\n")
}

// targets returns the agents that get their results back.
func (h *Handler) targets(t *runner.Turn, commands []review.Command) ([]task.Target, error) {
	var targets []task.Target
	for _, c := range commands {
		name := strings.ToLower(strings.TrimSpace(c.Name))
		if _, found := t.State.Task.Plan.Step(name); !found {
			agents := strings.Join(t.State.Task.Plan.Agents(), ", ")
			return nil, h.Unclear("decision.no_such_agent", strconv.Quote(c.Name), agents)
		}
		targets = append(targets, task.Target{Agent: name, Text: c.Argument})
	}
	return targets, nil
}

// checkRetry refuses a RETRY that names another agent than the review.
func (h *Handler) checkRetry(t *runner.Turn, d decided) error {
	p, err := t.View().Proposal(d.rv)
	if err != nil {
		return err
	}
	var asked task.AgentFailedArgs
	if err := json.Unmarshal(p.Data, &asked); err != nil {
		return err
	}
	for _, c := range d.Commands {
		if !strings.EqualFold(strings.TrimSpace(c.Name), asked.Agent) {
			return h.Unclear("decision.retry_which", asked.Agent)
		}
	}
	return nil
}

// mailExport mails the results under review as files to the member of staff who asked for them.
// The review stays open.
func (h *Handler) mailExport(t *runner.Turn, d decided) error {
	files, err := t.View().ResultFiles(d.rv, true)
	if err != nil {
		return err
	}
	n := templates.Notice{Review: d.rv.Number, Step: d.rv.Step}
	return t.Notify(d.by, "task_export", n, files...)
}

package decision

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/fields"
	"ppamaild/agent/quoting"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/runner"
	"ppamaild/review"
	"ppamaild/store"
)

// decided is a decision by a member of staff on a review.
type decided struct {
	review.Decision
	rv store.Review
	by string
}

// forAgent returns the decision as the agent takes it.
func (d decided) forAgent(t *runner.Turn) agent.Decision {
	return agent.Decision{
		Verdict:     agent.Verdict(d.Verdict),
		Text:        d.Reason,
		Clean:       t.Reply.Clean,
		UnsentParts: t.Reply.Unsent,
		Digest:      d.rv.Digest,
		By:          d.by,
		At:          t.At(),
	}
}

// outcome is the effect of a decision.
type outcome struct {
	verdict  string
	argument string
	sentence string // the effect, for all staff
	notDone  string // why nothing took effect; empty if the decision took effect
	sentBack bool   // soFar writes the sentence in the commit, when the effect is known
	redoes   bool   // the sentence announces other work, unless the thread stops
	corrects bool   // the decision may correct values, and tellDecided lists the values
	stays    bool   // the review stays open
	silent   bool   // another mail reports the outcome
}

// apply applies a decision by the kind of its review.
func (h *Handler) apply(ctx context.Context, t *runner.Turn, d decided) (outcome, error) {
	if d.Verdict == review.VerdictCommand && d.Commands[0].Word == "CLAIM" {
		return h.claim(ctx, t, d)
	}
	if err := h.refuseOthers(t, d); err != nil {
		return outcome{}, err
	}
	switch d.rv.Kind {
	case review.KindStep, review.KindQuestions, review.KindAgent:
		return h.applyStep(ctx, t, d)
	case review.KindHandedOver:
		return h.applyHandedOver(ctx, t, d)
	case review.KindWritten:
		return h.applyWritten(ctx, t, d)
	case review.KindRouting:
		return h.routing.apply(ctx, t, d)
	case review.KindMail:
		return h.delivery.apply(ctx, t, d)
	case review.KindSetAside:
		return h.routing.applyRelease(ctx, t, d)
	case review.KindRestored:
		return h.applyRestored(t, d.by), nil
	}
	return outcome{}, fmt.Errorf("review %d of %s has the unknown kind %q", d.rv.Number, d.rv.Thread, d.rv.Kind)
}

func (h *Handler) applyStep(ctx context.Context, t *runner.Turn, d decided) (outcome, error) {
	if t.State.Task != nil {
		return h.applyTask(ctx, t, d)
	}
	decision := d.forAgent(t)
	if done, is, err := h.applyCorrections(ctx, t, d, decision); is || err != nil {
		return done, err
	}
	done := outcome{verdict: string(d.Verdict), argument: d.Reason}
	if err := h.holdForMail(ctx, t, d); err != nil {
		return outcome{}, err
	}
	switch d.Verdict {
	case review.VerdictAccept:
		done.sentence = h.accepted(t, d.rv)
	case review.VerdictReject:
		done.sentBack, done.corrects = true, true
	case review.VerdictCancel:
		done.sentence = h.cancelEffect(d.rv)
	case review.VerdictAnswer:
		if why := h.unanswered(t, d); why != "" {
			return outcome{}, notify.Unclear(why)
		}
		decision.Answers, done.argument = d.Answers, written(d.Answers)
		done.sentence = h.Say("decision.answered")
	case review.VerdictEdit:
		decision.Text, done.argument = d.EditText, d.EditText
		done.sentence = h.edited(t, d.rv)
		decision.UnsentParts = slices.Concat(decision.UnsentParts,
			t.Agent.NoMail(&t.State, d.EditText, agent.WordEdit))
	default:
		return h.applyByHand(ctx, t, d)
	}
	return h.take(ctx, t, decision, done)
}

// take passes a decision to the agent. The outcome describes what happened when it differs from
// the decision's usual effect.
func (h *Handler) take(ctx context.Context, t *runner.Turn, d agent.Decision, done outcome) (outcome, error) {
	if err := t.Agent.CheckEdit(&t.State, d); err != nil {
		return outcome{}, h.Unclear("decision.not_taken_your_edit", err.Error())
	}
	if err := t.Step(ctx, d); err != nil {
		return done, err
	}
	if d.Verdict == agent.Reject {
		if why, err := t.Refuses(ctx); err != nil {
			return done, err
		} else if why != "" {
			return outcome{}, h.cantAct(t, "decision.cant_act", why)
		}
	}
	edit := t.State.DataForReview
	switch {
	case t.State.Status == store.ThreadHandedOver && d.Verdict != agent.Reject:
		done.sentence = h.Say("decision.too_late")
		done.notDone = h.Say("decision.not_sent")
	case t.State.Reprices():
		done.sentence = h.Say("decision.repriced")
		if d.Verdict == agent.Edit {
			done.sentence += " " + h.Say("decision.repriced_edit")
		}
		done.notDone = h.Say("decision.not_sent")
	case edit != nil:
		done.sentence = h.Say("decision.edit_returned", fmt.Sprint(t.Head.Reviews), h.joined(edit.Warnings))
		done.notDone = h.Say("decision.no_effect_yet")
	}
	return done, nil
}

// cantAct asks for another reason. In a task, the planner can act on the names of agents only.
func (h *Handler) cantAct(t *runner.Turn, words, why string) error {
	if t.State.Task != nil {
		words = "decision.cant_act_plan"
	}
	return h.Unclear(words, h.joined([]string{why}))
}

// joined joins warnings into one sentence without a period.
func (h *Handler) joined(warnings []string) string {
	masked := notify.MaskAll(warnings)
	for i, w := range masked {
		masked[i] = strings.TrimSuffix(w, ".")
	}
	return strings.Join(masked, "; ")
}

// applyCorrections repeats the step with the values in lines "name: value". Such lines are not a
// mail to a customer. is reports whether the decision has such lines.
func (h *Handler) applyCorrections(
	ctx context.Context, t *runner.Turn, d decided, decision agent.Decision,
) (done outcome, is bool, err error) {
	text := d.Reason
	switch d.Verdict {
	case review.VerdictEdit:
		text = d.EditText
	case review.VerdictAnswer:
		text = d.Answers[0]
	case review.VerdictReject:
	default:
		return outcome{}, false, nil
	}
	facts, err := quoting.Corrections(t.Agent, &t.State, text, decision.At)
	_, unknown := errors.AsType[fields.UnknownName](err)
	inWords := unknown || !fields.AreShort(text)
	switch {
	case err != nil && inWords && d.Verdict != review.VerdictEdit: // a reason or an answer
		return outcome{}, false, nil
	case err != nil:
		return outcome{}, false, h.Unclear("decision.not_taken_lines", err.Error())
	case facts == nil:
		return outcome{}, false, nil
	}
	decision.Text, decision.Facts = text, facts
	if err := t.Step(ctx, decision); err != nil {
		return outcome{}, false, err
	}
	return outcome{
		verdict:  string(d.Verdict),
		argument: text,
		sentence: h.Say("decision.corrected_values", h.changed(t), h.Say("decision.corrected")),
	}, true, nil
}

// changed lists the changes of staff in this thread since the last decided mail.
func (h *Handler) changed(t *runner.Turn) string {
	var all []string
	for _, c := range t.State.AgentScratchpad.StaffChanges {
		all = append(all, c.Label+" "+c.Values)
	}
	return strings.Join(notify.MaskAll(all), "; ")
}

// unanswered says why the agent can't use the answers; empty if it can.
func (h *Handler) unanswered(t *runner.Turn, d decided) string {
	p, err := t.View().Proposal(d.rv)
	if err != nil {
		return h.Say("decision.questions_unreadable")
	}
	asked := len(p.Questions())
	for n := range d.Answers {
		ambiguous := n == 0 && (asked > 1 || len(d.Answers) > 1)
		if n > asked || ambiguous {
			return h.Say("decision.number_answers", fmt.Sprint(asked))
		}
	}
	if doubtful := p.Doubtful(d.Answers, h.StaffWords()); doubtful != "" {
		return h.Say("decision.answer_anew", doubtful)
	}
	return ""
}

// written returns answers as staff would write them, in order.
func written(answers map[int]string) string {
	var lines []string
	for _, n := range slices.Sorted(maps.Keys(answers)) {
		if n == 0 {
			lines = append(lines, answers[n])
			continue
		}
		lines = append(lines, fmt.Sprintf("%d. %s", n, answers[n]))
	}
	return strings.Join(lines, "\n")
}

// accepted says what an acceptance does.
func (h *Handler) accepted(t *runner.Turn, rv store.Review) string {
	if sendsMail(rv.Step) {
		return h.Say("decision.mail_goes", t.State.CustomerInfo.AnswerTo)
	}
	return h.Say("decision.takes_effect")
}

// edited says what an edit does.
func (h *Handler) edited(t *runner.Turn, rv store.Review) string {
	if sendsMail(rv.Step) {
		return h.Say("decision.edited_mail_goes", t.State.CustomerInfo.AnswerTo)
	}
	return h.Say("decision.edit_takes_effect")
}

// sendsMail reports whether a step sends a mail to the customer.
func sendsMail(step string) bool {
	switch agent.Stage(step) {
	case agent.StageInfoRequest, agent.StageQuote, agent.StageFinalResponse:
		return true
	}
	return false
}

// cancelEffect says what the end of a thread means for the customer, who may already have
// mails of this thread.
func (h *Handler) cancelEffect(rv store.Review) string {
	if rv.MIME != nil {
		return h.Say("decision.cancelled_draft")
	}
	return h.Say("decision.cancelled")
}

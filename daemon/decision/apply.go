package decision

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/quoting"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/review"
	"ppamaild/store"
)

// deed is what a decision came to.
type Outcome struct {
	verdict  string
	argument string
	sentence string // what it does, for staff: whoever decided and their colleagues alike
	notDone  string // of what has not taken effect: that it has not
	sentBack bool   // it says what came of it instead, which is not known yet
	stays    bool   // the review stays open
	silent   bool   // whoever has to know of it is told otherwise
}

// act carries a decision out, by the kind of its review.
func (h *Handler) apply(ctx context.Context, t *runner.Turn, rv store.Review, d review.Decision, by string,
	e queue.StaffEvent) (Outcome, error) {
	switch rv.Kind {
	case review.KindStep, review.KindQuestions, review.KindAgent:
		return h.applyStep(ctx, t, rv, d, by, e)
	case review.KindHandedOver:
		return h.applyHandedOver(ctx, t, rv, d, by)
	case review.KindWritten:
		return h.applyWritten(ctx, t, rv, d, by)
	case review.KindRouting:
		return h.applyRouting(ctx, t, rv, d, by)
	case review.KindMail:
		return h.applyMail(ctx, t, rv, d)
	case review.KindSetAside:
		return h.applyRelease(ctx, t, rv, d, by)
	case review.KindRestored:
		return h.applyRestored(t, by), nil
	}
	return Outcome{}, fmt.Errorf("review %d of %s has the unknown kind %q", rv.Number, rv.Thread,
		rv.Kind)
}

func (h *Handler) applyStep(ctx context.Context, t *runner.Turn, rv store.Review, d review.Decision, by string,
	e queue.StaffEvent) (Outcome, error) {
	if t.State.Task != nil {
		return h.applyTask(ctx, t, rv, d, by, e)
	}
	decision := agent.Decision{Verdict: agent.Verdict(d.Verdict), Text: d.Reason, Clean: e.Clean,
		UnsentParts: e.Unsent, Digest: rv.Digest, By: by, At: t.At()}
	done := Outcome{verdict: string(d.Verdict), argument: d.Reason}
	switch d.Verdict {
	case review.VerdictAccept:
		done.sentence = effect(rv.Step, t.State.CustomerInfo.AnswerTo, "as it stands")
	case review.VerdictReject:
		done.sentBack = true
	case review.VerdictCancel:
		done.sentence = cancelEffect(rv)
	case review.VerdictAnswer:
		if why := h.unanswered(t, rv, d); why != "" {
			return Outcome{}, notify.Unclear(why)
		}
		decision.Answers, done.argument = d.Answers, written(d.Answers)
		done.sentence = "The agent goes on with these answers."
	case review.VerdictEdit:
		if facts, err := quoting.Corrections(t.Agent, &t.State, d.EditText, decision.At); facts != "" || err != nil {
			return h.applyCorrections(ctx, t, decision, d.EditText, facts, err)
		}
		decision.Text, done.argument = d.EditText, d.EditText
		done.sentence = effect(rv.Step, t.State.CustomerInfo.AnswerTo, "as edited")
	default:
		return h.applyByHand(ctx, t, d, by)
	}
	return h.take(ctx, t, decision, done)
}

// take has the agent take a decision. Where that does not come to what such a
// decision usually does, it says what it came to.
func (h *Handler) take(ctx context.Context, t *runner.Turn, d agent.Decision, done Outcome) (Outcome, error) {
	if err := t.Agent.CheckEdit(&t.State, d); err != nil {
		return Outcome{}, notify.Unclear("your EDIT was not taken in: " + err.Error())
	}
	err := t.Step(ctx, d)
	again := t.State.DataForReview // of an edit
	switch {
	case err != nil:
	case t.State.Status == store.ThreadHandedOver && d.Verdict != agent.Reject:
		done.sentence = "It could not take effect any more; the whole case is in a mail of its own."
		done.notDone = "Nothing was sent."
	case t.State.Reprices():
		done.sentence = "The customer named no day for the coverage to start, and the one that was assumed is past by now: the quote is priced anew, and comes back for ACCEPT."
		if d.Verdict == agent.Edit {
			done.sentence += " Your text is not taken over, as it is of the old price: EDIT the new mail for what is to be said there too."
		}
		done.notDone = "Nothing was sent."
	case again != nil:
		done.sentence = fmt.Sprintf("It comes back as review %d, where ACCEPT lets it take effect: %s.", t.Head.Reviews, joined(again.Warnings))
		done.notDone = "Nothing was sent, and nothing has taken effect yet."
	}
	return done, err
}

// joined puts warnings into one sentence, without an end.
func joined(warnings []string) string {
	masked := notify.MaskAll(warnings)
	for i, w := range masked {
		masked[i] = strings.TrimSuffix(w, ".")
	}
	return strings.Join(masked, "; ")
}

// actCorrections has the step done again with the values that an EDIT of its draft
// corrects: such lines are no mail to a customer.
func (h *Handler) applyCorrections(ctx context.Context, t *runner.Turn, d agent.Decision, wrote, facts string,
	err error) (Outcome, error) {
	if err != nil {
		return Outcome{}, notify.Unclear("the EDIT was not taken in: " + err.Error())
	}
	d.Verdict, d.Text = agent.Reject, facts
	return Outcome{
		verdict: string(review.VerdictEdit), argument: wrote,
		sentence: "These values take the place of what was known. The step is done again with them, and what comes of it is put to you.",
	}, t.Step(ctx, d)
}

// unanswered says why answers can't be taken in; empty if they can.
func (h *Handler) unanswered(t *runner.Turn, rv store.Review, d review.Decision) string {
	p, err := t.View().Proposal(rv)
	if err != nil {
		return "the questions can't be read any more"
	}
	asked := len(p.Questions())
	for n := range d.Answers {
		if n > asked || n == 0 && (asked > 1 || len(d.Answers) > 1) {
			return fmt.Sprintf("there are %d questions; write the number of the question before each answer", asked)
		}
	}
	if doubtful := p.Doubtful(d.Answers); doubtful != "" {
		return doubtful + `. None of the answers was taken in; answer anew, with "ask" where the customer is to be asked`
	}
	return ""
}

// written is answers as staff would write them, in order.
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

// actByHand lets staff answer the customer themselves from a review.
func (h *Handler) applyByHand(ctx context.Context, t *runner.Turn, d review.Decision, by string) (Outcome, error) {
	c := d.Commands[0]
	if c.Word == "HAND BACK" {
		return Outcome{}, notify.Unclear("nobody has taken this thread over, so there is nothing to hand back")
	}
	if err := t.Step(ctx, agent.TakenOver{By: by, At: t.At()}); err != nil {
		return Outcome{}, err
	}
	if c.Word == "SEND" {
		sent, err := h.write(ctx, t, agent.Written{Text: c.Argument, Word: agent.WordSend, By: by})
		sent.stays, sent.silent = false, false // the others are told who has the thread
		return sent, err
	}
	return Outcome{verdict: "take over",
		sentence: "The customer is answered by hand from here on: what staff write as SEND: goes to them."}, nil
}

func (h *Handler) applyHandedOver(ctx context.Context, t *runner.Turn, rv store.Review, d review.Decision,
	by string) (Outcome, error) {
	switch {
	case d.Verdict == review.VerdictCancel:
		done := Outcome{verdict: "cancel", argument: d.Reason, sentence: cancelEffect(rv)}
		return done, t.Step(ctx, agent.Stopped{Status: store.ThreadCancelled, Why: d.Reason, By: by,
			At: t.At()})
	case d.Verdict == review.VerdictEdit:
		return h.byHand(ctx, t, rv, d.EditText, agent.WordEdit, by)
	case d.Commands[0].Word == "SEND":
		return h.byHand(ctx, t, rv, d.Commands[0].Argument, agent.WordSend, by)
	default:
		return Outcome{verdict: handBack, sentBack: true}, t.Step(ctx, agent.HandedBack{By: by,
			At: t.At()})
	}
}

// actWritten settles a text of staff's own that failed the facts check.
func (h *Handler) applyWritten(ctx context.Context, t *runner.Turn, rv store.Review, d review.Decision, by string) (Outcome, error) {
	done := Outcome{verdict: string(d.Verdict), argument: d.Reason}
	switch d.Verdict {
	case review.VerdictAccept:
		done.sentence = effect(rv.Step, t.State.CustomerInfo.AnswerTo, "as it stands") + stillByHand
	case review.VerdictReject:
		done.sentence = "The text is not sent." + stillByHand
	default:
		done, err := h.applyHandedOver(ctx, t, rv, d, by)
		done.stays = false // another text took its place
		if done.sentBack && err == nil {
			err = h.closeHandOver(ctx, t)
		}
		return done, err
	}
	return done, t.Step(ctx, agent.Decision{Verdict: agent.Verdict(d.Verdict), Text: d.Reason,
		Digest: rv.Digest, By: by, At: t.At()})
}

// handBack is the verdict by which the agent goes on, as far as it can.
const handBack = "hand back"

const stillByHand = " The customer is still answered by hand, with SEND:, until HAND BACK; CANCEL: ends the thread."

// byHand does what staff write under EDIT or SEND in a thread that is handed over. If the
// agent handed it over, lines of the form "name: value" correct values and hand the thread
// back, because the mails before taught staff this form. All else is a text for the customer.
func (h *Handler) byHand(ctx context.Context, t *runner.Turn, rv store.Review, text string, word agent.Word,
	by string) (Outcome, error) {
	taken, err := h.isTakenOver(ctx, t, rv)
	if err != nil {
		return Outcome{}, err
	}
	if taken {
		return h.write(ctx, t, agent.Written{Text: text, Word: word, By: by})
	}
	facts, err := quoting.HandBackWith(t.Agent, &t.State, t.View().Case(), text, t.At())
	switch {
	case err != nil:
		return Outcome{}, notify.Unclear("it was not taken in: " + err.Error())
	case facts == nil:
		return h.write(ctx, t, agent.Written{Text: text, Word: word, ByAgent: true, By: by})
	case !t.Reply.Clean:
		return Outcome{}, notify.Unclear("it can't be told with certainty where your values end; write EDIT: with nothing but the lines, above the quoted mail or without it")
	}
	done := Outcome{verdict: string(review.VerdictEdit), argument: text, sentBack: true}
	return done, t.Step(ctx, agent.HandedBack{Facts: facts, By: by, At: t.At()})
}

// isTakenOver reports whether staff themselves took the thread over by TAKE OVER or SEND. rv
// is the review that they answer.
func (h *Handler) isTakenOver(ctx context.Context, t *runner.Turn, rv store.Review) (bool, error) {
	if rv.Kind == review.KindHandedOver {
		return notify.HandoverOf(rv).By != "", nil
	}
	by, err := t.TakenOverBy(ctx)
	return by != "", err
}

// closeHandOver closes the open hand-over of a thread that was handed back by an answer to
// another review.
func (h *Handler) closeHandOver(ctx context.Context, t *runner.Turn) error {
	open, err := t.OpenReviews(ctx)
	for _, rv := range open {
		if rv.Kind == review.KindHandedOver {
			t.CloseReview(rv, store.ReviewSuperseded, "the thread was handed back", 0)
		}
	}
	return err
}

// write sends staff's own words to the customer. Where they could not be told from
// other words in the reply with certainty, nothing is sent: it might be more than
// the customer was meant to read. Where they fail the facts check, are not all that
// was sent, or may be no mail, they come back.
func (h *Handler) write(ctx context.Context, t *runner.Turn, w agent.Written) (Outcome, error) {
	if !t.Reply.Clean {
		return Outcome{}, notify.Unclear("it can't be told with certainty where your text for the customer ends; write SEND: with nothing but that text, above the quoted mail or without it")
	}
	done := Outcome{verdict: "send", argument: w.Text, stays: true,
		sentence: "The text goes to " + t.State.CustomerInfo.AnswerTo + "." + stillByHand}
	w.UnsentParts, w.At = t.Reply.Unsent, t.At()
	err := t.Step(ctx, w)
	if h.isReturned(t) {
		done.silent, done.notDone = true, "The text was not sent."
		done.sentence = "It comes back to " + h.Named(w.By) + ", whose ACCEPT sends it all the same: " + joined(t.State.AgentScratchpad.OwnText.Warnings) + "."
	}
	return done, err
}

// isReturned reports whether this run gives somebody's own text back to them.
func (h *Handler) isReturned(t *runner.Turn) bool {
	for _, rv := range t.Reviews {
		if rv.Kind == review.KindWritten && rv.Status == store.ReviewOpen {
			return true
		}
	}
	return false
}

// effect says what an acceptance or an edit does; as is how it is used.
func effect(step, to, as string) string {
	switch agent.Stage(step) {
	case agent.StageInfoRequest, agent.StageQuote, agent.StageFinalResponse:
		return "The mail goes to " + to + ", exactly " + as + "."
	}
	return "It takes effect " + as + ", and the agent goes on."
}

// cancelEffect says what the end of a thread means for the customer, who may have had
// mails before.
func cancelEffect(rv store.Review) string {
	if rv.MIME != nil {
		return "The thread is cancelled. Nothing of this draft was sent, and nothing more is written to the customer."
	}
	return "The thread is cancelled. Nothing more is written to the customer."
}

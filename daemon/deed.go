package daemon

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
	"ppamaild/review"
	"ppamaild/store"
)

// deed is what a decision came to.
type deed struct {
	verdict  string
	argument string
	sentence string // what it does, for staff: whoever decided and their colleagues alike
	notDone  string // of what has not taken effect: that it has not
	sentBack bool   // it says what came of it instead, which is not known yet
	stays    bool   // the review stays open
	told     bool   // whoever has to know of it is told otherwise
}

// act carries a decision out, by the kind of its review.
func (r *run) act(ctx context.Context, rv store.Review, d review.Decision, by string, e queue.StaffEvent) (deed, error) {
	switch rv.Kind {
	case review.KindStep, review.KindQuestions, review.KindAgent:
		return r.actStep(ctx, rv, d, by, e)
	case review.KindHandedOver:
		return r.actHandedOver(ctx, rv, d, by)
	case review.KindWritten:
		return r.actWritten(ctx, rv, d, by)
	case review.KindRouting:
		return r.actRouting(ctx, rv, d, by)
	case review.KindMail:
		return r.actMail(ctx, rv, d)
	case review.KindSetAside:
		return r.actSetAside(ctx, rv, d, by)
	case review.KindRestored:
		return r.actRestored(by), nil
	}
	return deed{}, fmt.Errorf("review %d of %s has the unknown kind %q", rv.Number, rv.Thread, rv.Kind)
}

func (r *run) actStep(ctx context.Context, rv store.Review, d review.Decision, by string, e queue.StaffEvent) (deed, error) {
	if r.State.Task != nil {
		return r.actTask(ctx, rv, d, by, e)
	}
	decision := agent.Decision{Verdict: agent.Verdict(d.Verdict), Text: d.Reason, Clean: e.Clean, UnsentParts: e.Left, Digest: rv.Digest, By: by, At: r.at()}
	done := deed{verdict: string(d.Verdict), argument: d.Reason}
	switch d.Verdict {
	case review.VerdictAccept:
		done.sentence = effect(rv.Step, r.State.CustomerInfo.AnswerTo, "as it stands")
	case review.VerdictReject:
		done.sentBack = true
	case review.VerdictCancel:
		done.sentence = cancelEffect(rv)
	case review.VerdictAnswer:
		if why := r.unanswered(rv, d); why != "" {
			return deed{}, notify.Unclear(why)
		}
		decision.Answers, done.argument = d.Answers, written(d.Answers)
		done.sentence = "The agent goes on with these answers."
	case review.VerdictEdit:
		if facts, err := quoting.Corrections(r.agent, &r.State, d.EditText, decision.At); facts != "" || err != nil {
			return r.actCorrections(ctx, decision, d.EditText, facts, err)
		}
		decision.Text, done.argument = d.EditText, d.EditText
		done.sentence = effect(rv.Step, r.State.CustomerInfo.AnswerTo, "as edited")
	default:
		return r.actByHand(ctx, d, by)
	}
	return r.take(ctx, decision, done)
}

// take has the agent take a decision. Where that does not come to what such a
// decision usually does, it says what it came to.
func (r *run) take(ctx context.Context, d agent.Decision, done deed) (deed, error) {
	if err := r.agent.CheckEdit(&r.State, d); err != nil {
		return deed{}, notify.Unclear("your EDIT was not taken in: " + err.Error())
	}
	err := r.step(ctx, d)
	again := r.State.DataForReview // of an edit
	switch {
	case err != nil:
	case r.State.Status == store.ThreadHandedOver && d.Verdict != agent.Reject:
		done.sentence = "It could not take effect any more; the whole case is in a mail of its own."
		done.notDone = "Nothing was sent."
	case r.State.Reprices():
		done.sentence = "The customer named no day for the coverage to start, and the one that was assumed is past by now: the quote is priced anew, and comes back for ACCEPT."
		if d.Verdict == agent.Edit {
			done.sentence += " Your text is not taken over, as it is of the old price: EDIT the new mail for what is to be said there too."
		}
		done.notDone = "Nothing was sent."
	case again != nil:
		done.sentence = fmt.Sprintf("It comes back as review %d, where ACCEPT lets it take effect: %s.", r.Head.Reviews, joined(again.Warnings))
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
func (r *run) actCorrections(ctx context.Context, d agent.Decision, wrote, facts string, err error) (deed, error) {
	if err != nil {
		return deed{}, notify.Unclear("the EDIT was not taken in: " + err.Error())
	}
	d.Verdict, d.Text = agent.Reject, facts
	return deed{
		verdict: string(review.VerdictEdit), argument: wrote,
		sentence: "These values take the place of what was known. The step is done again with them, and what comes of it is put to you.",
	}, r.step(ctx, d)
}

// unanswered says why answers can't be taken in; empty if they can.
func (r *run) unanswered(rv store.Review, d review.Decision) string {
	p, err := r.view().Proposal(rv)
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
func (r *run) actByHand(ctx context.Context, d review.Decision, by string) (deed, error) {
	c := d.Commands[0]
	if c.Word == "HAND BACK" {
		return deed{}, notify.Unclear("nobody has taken this thread over, so there is nothing to hand back")
	}
	if err := r.step(ctx, agent.TakenOver{By: by, At: r.at()}); err != nil {
		return deed{}, err
	}
	if c.Word == "SEND" {
		sent, err := r.write(ctx, agent.Written{Text: c.Argument, Word: agent.WordSend, By: by})
		sent.stays, sent.told = false, false // the others are told who has the thread
		return sent, err
	}
	return deed{verdict: "take over", sentence: "The customer is answered by hand from here on: what staff write as SEND: goes to them."}, nil
}

func (r *run) actHandedOver(ctx context.Context, rv store.Review, d review.Decision, by string) (deed, error) {
	switch {
	case d.Verdict == review.VerdictCancel:
		done := deed{verdict: "cancel", argument: d.Reason, sentence: cancelEffect(rv)}
		return done, r.step(ctx, agent.Stopped{Status: store.ThreadCancelled, Why: d.Reason, By: by, At: r.at()})
	case d.Verdict == review.VerdictEdit:
		return r.byHand(ctx, rv, d.EditText, agent.WordEdit, by)
	case d.Commands[0].Word == "SEND":
		return r.byHand(ctx, rv, d.Commands[0].Argument, agent.WordSend, by)
	default:
		return deed{verdict: handBack, sentBack: true}, r.step(ctx, agent.HandedBack{By: by, At: r.at()})
	}
}

// actWritten settles a text of staff's own that failed the facts check.
func (r *run) actWritten(ctx context.Context, rv store.Review, d review.Decision, by string) (deed, error) {
	done := deed{verdict: string(d.Verdict), argument: d.Reason}
	switch d.Verdict {
	case review.VerdictAccept:
		done.sentence = effect(rv.Step, r.State.CustomerInfo.AnswerTo, "as it stands") + stillByHand
	case review.VerdictReject:
		done.sentence = "The text is not sent." + stillByHand
	default:
		done, err := r.actHandedOver(ctx, rv, d, by)
		done.stays = false // another text took its place
		if done.sentBack && err == nil {
			err = r.closeHandOver(ctx)
		}
		return done, err
	}
	return done, r.step(ctx, agent.Decision{Verdict: agent.Verdict(d.Verdict), Text: d.Reason, Digest: rv.Digest, By: by, At: r.at()})
}

// handBack is the verdict by which the agent goes on, as far as it can.
const handBack = "hand back"

const stillByHand = " The customer is still answered by hand, with SEND:, until HAND BACK; CANCEL: ends the thread."

// byHand does what staff write under EDIT or SEND in a thread that is handed over. If the
// agent handed it over, lines of the form "name: value" correct values and hand the thread
// back, because the mails before taught staff this form. All else is a text for the customer.
func (r *run) byHand(ctx context.Context, rv store.Review, text string, word agent.Word, by string) (deed, error) {
	taken, err := r.isTakenOver(ctx, rv)
	if err != nil {
		return deed{}, err
	}
	if taken {
		return r.write(ctx, agent.Written{Text: text, Word: word, By: by})
	}
	facts, err := quoting.HandBackWith(r.agent, &r.State, text, r.at())
	switch {
	case err != nil:
		return deed{}, notify.Unclear("it was not taken in: " + err.Error())
	case facts == nil:
		return r.write(ctx, agent.Written{Text: text, Word: word, ByAgent: true, By: by})
	case !r.answers.Clean:
		return deed{}, notify.Unclear("it can't be told with certainty where your values end; write EDIT: with nothing but the lines, above the quoted mail or without it")
	}
	done := deed{verdict: string(review.VerdictEdit), argument: text, sentBack: true}
	return done, r.step(ctx, agent.HandedBack{Facts: facts, By: by, At: r.at()})
}

// isTakenOver reports whether staff themselves took the thread over by TAKE OVER or SEND. rv
// is the review that they answer.
func (r *run) isTakenOver(ctx context.Context, rv store.Review) (bool, error) {
	if rv.Kind == review.KindHandedOver {
		return notify.HandoverOf(rv).By != "", nil
	}
	by, err := r.takenOverBy(ctx)
	return by != "", err
}

// closeHandOver closes the open hand-over of a thread that was handed back by an answer to
// another review.
func (r *run) closeHandOver(ctx context.Context) error {
	open, err := r.openReviews(ctx)
	for _, rv := range open {
		if rv.Kind == review.KindHandedOver {
			r.closeReview(rv, store.ReviewSuperseded, "the thread was handed back", 0)
		}
	}
	return err
}

// write sends staff's own words to the customer. Where they could not be told from
// other words in the reply with certainty, nothing is sent: it might be more than
// the customer was meant to read. Where they fail the facts check, are not all that
// was sent, or may be no mail, they come back.
func (r *run) write(ctx context.Context, w agent.Written) (deed, error) {
	if !r.answers.Clean {
		return deed{}, notify.Unclear("it can't be told with certainty where your text for the customer ends; write SEND: with nothing but that text, above the quoted mail or without it")
	}
	done := deed{verdict: "send", argument: w.Text, stays: true,
		sentence: "The text goes to " + r.State.CustomerInfo.AnswerTo + "." + stillByHand}
	w.UnsentParts, w.At = r.answers.Left, r.at()
	err := r.step(ctx, w)
	if r.isReturned() {
		done.told, done.notDone = true, "The text was not sent."
		done.sentence = "It comes back to " + r.d.Named(w.By) + ", whose ACCEPT sends it all the same: " + joined(r.State.AgentScratchpad.OwnText.Warnings) + "."
	}
	return done, err
}

// isReturned reports whether this run gives somebody's own text back to them.
func (r *run) isReturned() bool {
	for _, rv := range r.reviews {
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

package decision

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/fields"
	"ppamaild/agent/quoting"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// handedBack is the verdict that returns a thread to the agent.
const handedBack = "hand back"

// applyByHand lets staff answer the customer themselves from a review.
func (h *Handler) applyByHand(ctx context.Context, t *runner.Turn, d decided) (outcome, error) {
	c := d.Commands[0]
	switch c.Word {
	case "TAKE OVER", "SEND":
	case "HAND BACK":
		return outcome{}, h.Unclear("decision.not_taken_over")
	default:
		return outcome{}, noEffect(d)
	}
	why := t.Agent.NoMail(&t.State, c.Argument, agent.WordSend)
	if why != nil && !t.Agent.MayBeMail(&t.State, c.Argument) {
		return outcome{}, h.Unclear("decision.send_in_doubt", h.joined(why))
	}
	t.Head.Owner = d.by
	if err := t.Step(ctx, agent.TakenOver{By: d.by, At: t.At()}); err != nil {
		return outcome{}, err
	}
	if c.Word == "SEND" {
		sent, err := h.write(ctx, t,
			agent.Written{Text: c.Argument, Word: agent.WordSend, UnsentParts: why, By: d.by})
		if sent.notDone != "" { // the returned text is a mail of its own
			sent = outcome{verdict: verdictTakeOver, sentence: sent.sentence}
		}
		sent.stays, sent.silent = false, false // the others learn who has the thread
		return sent, err
	}
	return outcome{verdict: verdictTakeOver, sentence: h.Say("decision.taken_over")}, nil
}

func (h *Handler) applyHandedOver(ctx context.Context, t *runner.Turn, d decided) (outcome, error) {
	switch {
	case d.Verdict == review.VerdictCancel:
		done := outcome{verdict: "cancel", argument: d.Reason, sentence: h.cancelEffect(d.rv)}
		return done, t.Step(ctx, agent.Stopped{
			Status: store.ThreadCancelled,
			Why:    d.Reason,
			By:     d.by,
			At:     t.At(),
		})
	case d.Verdict == review.VerdictEdit:
		return h.byHand(ctx, t, d, d.EditText, agent.WordEdit)
	case d.Commands[0].Word == "SEND":
		return h.byHand(ctx, t, d, d.Commands[0].Argument, agent.WordSend)
	case d.Commands[0].Word == "HAND BACK":
		return h.handBack(ctx, t, d)
	}
	return outcome{}, noEffect(d)
}

// handBack returns a thread to the agent, with the corrected values or the reason of staff.
func (h *Handler) handBack(ctx context.Context, t *runner.Turn, d decided) (outcome, error) {
	text := d.Commands[0].Argument
	if pad := t.State.AgentScratchpad; text == "" && pad.IsDone() {
		return outcome{}, h.Unclear("decision.accepted_already", pad.LastQuote.ID)
	}
	back := agent.HandedBack{Despite: t.State.AsksForPerson(), By: d.by, At: t.At()}
	if text != "" {
		facts, err := quoting.HandBackWith(t.Agent, &t.State, t.View().Case(), text, t.At())
		_, unknown := errors.AsType[fields.UnknownName](err)
		switch inWords := unknown || !fields.AreShort(text); {
		case err != nil && !inWords:
			return outcome{}, h.Unclear("decision.not_taken_lines", err.Error())
		case err == nil && facts != nil:
			back.Facts = facts
		case t.State.Task == nil && len(t.State.AgentScratchpad.Inbox) > 0:
			return outcome{}, h.Unclear("decision.mails_wait")
		default:
			back.Reason = text
		}
	}
	done := outcome{
		verdict: handedBack, argument: text, sentBack: true, corrects: text != "",
	}
	t.Head.Owner = ""
	if err := t.Step(ctx, back); err != nil {
		return done, err
	}
	why, err := t.Refuses(ctx)
	if err == nil && why != "" {
		return outcome{}, h.cantAct(t, "decision.cant_act_hand_back", why)
	}
	return done, err
}

// noEffect is the error of a word that review allows and no room handles.
func noEffect(d decided) error {
	return fmt.Errorf("review %d of %s has no effect for %q", d.rv.Number, d.rv.Thread, d.Commands[0].Word)
}

// applyWritten applies the decision on a text by staff that failed the facts check.
func (h *Handler) applyWritten(ctx context.Context, t *runner.Turn, d decided) (outcome, error) {
	done := outcome{verdict: string(d.Verdict), argument: d.Reason}
	switch d.Verdict {
	case review.VerdictAccept:
		done.sentence = h.stillByHand(h.accepted(t, d.rv))
	case review.VerdictReject:
		done.sentence = h.stillByHand(h.Say("decision.text_not_sent"))
	default:
		done, err := h.applyHandedOver(ctx, t, d)
		done.stays = false // another text replaced this text
		if done.sentBack && err == nil {
			err = h.closeHandOver(ctx, t)
		}
		return done, err
	}
	return done, t.Step(ctx, agent.Decision{
		Verdict: agent.Verdict(d.Verdict),
		Text:    d.Reason,
		Digest:  d.rv.Digest,
		By:      d.by,
		At:      t.At(),
	})
}

// stillByHand adds to a sentence that staff still answer the customer.
func (h *Handler) stillByHand(sentence string) string {
	return sentence + " " + h.Say("decision.still_by_hand")
}

// byHand handles a text that staff write under EDIT or SEND in a thread after a hand-over. If
// the agent handed the thread over, lines of the form "name: value" correct values and hand the
// thread back, because earlier mails taught staff this form. Any other text is for the
// customer.
func (h *Handler) byHand(
	ctx context.Context, t *runner.Turn, d decided, text string, word agent.Word,
) (outcome, error) {
	taken, err := h.isTakenOver(ctx, t, d.rv)
	if err != nil {
		return outcome{}, err
	}
	if taken {
		return h.write(ctx, t, agent.Written{Text: text, Word: word, By: d.by})
	}
	facts, err := quoting.HandBackWith(t.Agent, &t.State, t.View().Case(), text, t.At())
	switch {
	case err != nil:
		return outcome{}, h.Unclear("decision.not_taken_values", err.Error())
	case facts == nil:
		return h.write(ctx, t, agent.Written{Text: text, Word: word, ByAgent: true, By: d.by})
	case !t.Reply.Clean:
		return outcome{}, h.Unclear("decision.end_of_values")
	}
	done := outcome{
		verdict: string(review.VerdictEdit), argument: text, sentBack: true, corrects: true,
	}
	return done, t.Step(ctx, agent.HandedBack{
		Facts: facts, Despite: t.State.AsksForPerson(), By: d.by, At: t.At(),
	})
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

// closeHandOver closes the open hand-over of a thread after an answer to another review handed
// the thread back.
func (h *Handler) closeHandOver(ctx context.Context, t *runner.Turn) error {
	open, err := t.OpenReviews(ctx)
	for _, rv := range open {
		if rv.Kind == review.KindHandedOver {
			t.CloseReview(rv, store.ReviewSuperseded, h.Say("decision.handed_back"), 0)
		}
	}
	return err
}

// write sends a text by staff to the customer. If the end of the text is uncertain, nothing is
// sent, because the customer could read more than staff meant. A text returns to the writer if
// the text fails the facts check, is incomplete, or may not be a mail.
func (h *Handler) write(ctx context.Context, t *runner.Turn, w agent.Written) (outcome, error) {
	if !t.Reply.Clean {
		return outcome{}, h.Unclear("decision.end_of_text")
	}
	if w.UnsentParts == nil {
		w.UnsentParts = t.Agent.Unfinished(w.Text)
	}
	w.UnsentParts, w.At = slices.Concat(t.Reply.Unsent, w.UnsentParts), t.At()
	words := h.Templates.Phrases(t.State.LanguageFor(""))
	w.Footer = templates.WrapText(
		words.Say("letters.footer", h.Config.Agency.Name, h.Minter.ThreadRef(t.Head.Thread)))
	err := t.Step(ctx, w)
	done := outcome{verdict: "send", argument: w.Text, stays: true}
	if returned(t) {
		warnings := h.joined(t.State.AgentScratchpad.OwnText.Warnings)
		done.silent = true
		done.sentence = h.Say("decision.text_returned", h.Named(w.By), warnings)
		done.notDone = h.Say("decision.text_was_not_sent")
		return done, err
	}
	done.sentence = h.stillByHand(h.Say("decision.text_goes", t.State.CustomerInfo.AnswerTo))
	return done, err
}

// offer returns a reply without a command in a handed-over thread as a mail to the customer. The
// writer accepts the mail or drops it. ok is false for any other reply.
func (h *Handler) offer(
	ctx context.Context, t *runner.Turn, e queue.StaffEvent, ruling review.Ruling,
) (ok bool, err error) {
	unclear := ruling.Outcome == review.Unclear && e.Decision.Verdict == review.VerdictUnclear
	isMail := !review.BeginsWithWord(e.Text) && !fields.AreLines(e.Text) &&
		len(strings.Fields(e.Text)) >= minWords
	overToStaff := ruling.Review.Kind == review.KindHandedOver && !queue.IsTask(t.Head)
	if !unclear || !isMail || !overToStaff || !e.Clean {
		return false, nil
	}
	d := decided{rv: ruling.Review, by: ruling.Member.Address}
	if err := h.refuseOthers(t, d); err != nil {
		return false, nil // the sender learns why the reply is unclear
	}
	t.Note(store.SourceHumanReview, string(ruling.Outcome), e.From, e.MessageID, e.Text)
	_, err = h.write(ctx, t, agent.Written{Text: e.Text, Word: agent.WordNone, By: d.by})
	return err == nil, err
}

// minWords is the length of a reply without a command that may be a mail to the customer.
const minWords = 4

// returned reports whether this turn returns a text to its writer.
func returned(t *runner.Turn) bool {
	for _, rv := range t.Reviews {
		if rv.Kind == review.KindWritten && rv.Status == store.ReviewOpen {
			return true
		}
	}
	return false
}

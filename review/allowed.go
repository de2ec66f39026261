package review

import (
	"fmt"
	"slices"
	"strings"
)

// The kinds of review, as in store.Review.Kind.
const (
	KindStep       = "step"        // the draft, data, plan or results of a step
	KindQuestions  = "questions"   // the planner asks staff
	KindHandedOver = "handed_over" // a person writes to the customer from here on
	KindWritten    = "written"     // a text of staff's own for the customer, which fails the facts check
	KindAgent      = "agent"       // an agent of a task failed
	KindRouting    = "routing"     // a conflict or a stranger
	KindMail       = "mail"        // a mail that may or may not have been sent
	KindSetAside   = "set_aside"   // the daily list of what was set aside
	KindRestored   = "restored"    // may mail leave again, after a restore
)

// StepTask is the step of a hand-over of a task, which has no customer to write to.
const StepTask = "task"

// StepTakenOver stands for the step of a hand-over that staff asked for by TAKE OVER. Only
// Words knows it.
const StepTakenOver = "taken_over"

var quoteSteps = []string{"info_analysis", "discount_check", "carrier_call", "info_request", "quote", "final_response"}

func wordsOf(kind, step string) []string {
	switch kind {
	case KindQuestions:
		return []string{wordAnswer, wordReject, wordCancel, wordTakeOver}
	case KindHandedOver:
		if step == StepTask {
			return []string{wordHandBack, wordCancel}
		}
		return []string{wordSend, wordEdit, wordHandBack, wordCancel}
	case KindWritten:
		return []string{wordAccept, wordReject, wordEdit, wordSend, wordHandBack, wordCancel}
	case KindAgent:
		return []string{wordRetry, wordContinue, wordReject, wordCancel}
	case KindRouting:
		return []string{wordNew, wordJoin, wordIgnore}
	case KindMail:
		return []string{wordResend, wordLeave}
	case KindSetAside:
		return []string{wordRelease}
	case KindRestored:
		return []string{wordAccept}
	case KindStep:
		return stepWords(step)
	}
	return nil
}

func stepWords(step string) []string {
	switch {
	case slices.Contains(quoteSteps, step):
		return []string{wordAccept, wordReject, wordEdit, wordCancel, wordTakeOver, wordSend, wordHandBack}
	case step == "plan":
		return []string{wordAccept, wordReject, wordOrder, wordSkip, wordCancel}
	case step == "specialist" || step == "final_results":
		return []string{wordAccept, wordRevise, wordReplan, wordReject, wordEdit, wordExport, wordCancel}
	}
	return []string{wordAccept, wordReject, wordEdit, wordCancel}
}

// AllowedIn reports whether d makes sense in a review of this kind and step; why
// says what may be written instead where it does not. An unclear decision makes
// sense nowhere, for its own reason.
func (d Decision) AllowedIn(kind, step string) (ok bool, why string) {
	if d.Verdict == VerdictUnclear || d.Verdict == VerdictNone {
		return false, d.Why
	}
	allowed := wordsOf(kind, step)
	for _, w := range d.words() {
		if !slices.Contains(allowed, w) {
			return false, fmt.Sprintf("%s is not an answer to this review; it takes %s.", w, strings.Join(allowed, ", "))
		}
	}
	return true, ""
}

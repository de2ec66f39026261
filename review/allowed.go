package review

import (
	"slices"
	"strings"
)

// The kinds of review, the same as in store.Review.Kind.
const (
	KindStep       = "step"        // draft, data, plan or results of a step
	KindQuestions  = "questions"   // questions from the planner to staff
	KindHandedOver = "handed_over" // a person writes to the customer from here on
	KindWritten    = "written"     // a text by staff for the customer that fails the facts check
	KindAgent      = "agent"       // an agent of a task failed
	KindRouting    = "routing"     // a conflict, or an unknown sender
	KindMail       = "mail"        // a mail with an unknown delivery status
	KindSetAside   = "set_aside"   // the daily list of mails set aside
	KindRestored   = "restored"    // the release of the outbox after a restore
)

// StepTask is the step of a handed-over task, which has no customer.
const StepTask = "task"

// StepTakenOver is the step of a hand-over after TAKE OVER. Only Words knows this step.
const StepTakenOver = "taken_over"

var quoteSteps = []string{"info_analysis", "discount_check", "carrier_call", "info_request", "quote", "final_response"}

// wordsOf returns the words that a review accepts.
func wordsOf(kind, step string) []string {
	switch kind {
	case KindQuestions:
		return []string{wordAnswer, wordReject, wordCancel, wordTakeOver, wordClaim}
	case KindHandedOver:
		if step == StepTask {
			return []string{wordHandBack, wordCancel, wordClaim}
		}
		return []string{wordSend, wordEdit, wordHandBack, wordCancel, wordClaim}
	case KindWritten:
		return []string{wordAccept, wordReject, wordEdit, wordSend, wordHandBack, wordCancel}
	case KindAgent:
		return []string{wordRetry, wordContinue, wordReject, wordCancel, wordClaim}
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
		return []string{
			wordAccept, wordReject, wordEdit, wordCancel, wordTakeOver, wordClaim, wordSend, wordHandBack,
		}
	case step == "plan":
		return []string{wordAccept, wordReject, wordOrder, wordSkip, wordCancel, wordClaim}
	case step == "specialist" || step == "final_results":
		return []string{
			wordAccept, wordRevise, wordReplan, wordReject, wordEdit, wordExport, wordCancel, wordClaim,
		}
	}
	return []string{wordAccept, wordReject, wordEdit, wordCancel, wordClaim}
}

// allowedIn reports whether a review of this kind and step allows d. Otherwise why names the
// allowed words, or says why d is unclear.
func (d Decision) allowedIn(kind, step string, w Phrases) (ok bool, why string) {
	if d.Verdict == VerdictUnclear || d.Verdict == VerdictNone {
		return false, d.Why
	}
	if d.confirms() {
		return false, w.Say("reply.nothing_in_doubt")
	}
	allowed := wordsOf(kind, step)
	for _, word := range d.words() {
		if !slices.Contains(allowed, word) {
			return false, w.Say("reply.not_allowed", word, strings.Join(allowed, ", "))
		}
	}
	return true, ""
}

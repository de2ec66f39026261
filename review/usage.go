package review

import (
	"slices"
	"strings"

	"ppamaild/lazy"
)

// Word is one possible answer to a review.
type Word struct {
	Word   string // "REJECT"
	Usage  string // "REJECT: reason"
	Effect string // name of the phrase that says the effect in this review
}

var usage = lazy.Value[map[string]string]{New: func() map[string]string {
	return map[string]string{
		wordAccept: "ACCEPT", wordReject: "REJECT: reason", wordEdit: "EDIT: new text", wordCancel: "CANCEL: reason",
		wordAnswer: "ANSWER: text, or 1. text, 2. text …", wordTakeOver: "TAKE OVER", wordSend: "SEND: text", wordHandBack: "HAND BACK",
		wordOrder: "ORDER: first, second", wordSkip: "SKIP: name", wordRevise: "REVISE name: text", wordReplan: "REPLAN: text",
		wordExport: "EXPORT", wordRetry: "RETRY name", wordContinue: "CONTINUE",
		wordResend: "RESEND", wordLeave: "LEAVE", wordNew: "NEW", wordJoin: "JOIN thread-id", wordIgnore: "IGNORE", wordRelease: "RELEASE number, number",
		wordClaim: "CLAIM",
	}
}}

const (
	toOtherPlan = "effect.to_other_plan"
	useValues   = "effect.use_values"
	endTask     = "effect.end_task"
	editValues  = "EDIT: name: value"
)

// stepDraft is the key for all steps with a draft to a customer.
const stepDraft = "draft"

var draftSteps = []string{"info_request", "quote", "final_response"}

// usageOf has the phrases of words in reviews of one kind or step.
var usageOf = lazy.Value[map[string]map[string]string]{New: func() map[string]map[string]string {
	return map[string]map[string]string{
		stepDraft: {
			wordAccept: "effect.draft_accept",
			wordReject: "effect.draft_reject",
			wordEdit:   "effect.draft_edit",
		},
		"info_analysis": {
			wordAccept: "effect.reading_accept",
			wordReject: "effect.reading_reject",
			wordEdit:   useValues,
		},
		"discount_check": {
			wordAccept: "effect.discounts_accept",
			wordReject: "effect.discounts_reject",
			wordEdit:   useValues,
		},
		"carrier_call": {
			wordAccept: "effect.carrier_call_accept",
			wordReject: "effect.carrier_call_reject",
			wordEdit:   useValues,
		},
		"plan": {
			wordAccept: "effect.plan_accept",
			wordReject: toOtherPlan,
			wordCancel: endTask,
		},
		"tool_call": {
			wordAccept: "effect.tool_call_accept",
			wordReject: "effect.tool_call_reject",
			wordEdit:   useValues,
			wordCancel: endTask,
		},
		"specialist": {
			wordAccept: "effect.result_accept",
			wordReject: "effect.result_reject",
			wordEdit:   "effect.result_edit",
			wordCancel: endTask,
		},
		"final_results": {
			wordAccept: "effect.results_accept",
			wordReject: "effect.results_reject",
			wordEdit:   "effect.results_edit",
			wordCancel: endTask,
		},
		StepTask: {wordCancel: endTask},
		KindQuestions: {
			wordReject: "effect.questions_reject",
		},
		KindAgent: {
			wordReject: toOtherPlan,
			wordCancel: endTask,
		},
		KindHandedOver: {
			wordSend: "effect.handed_over_send",
			wordEdit: "effect.handed_over_edit",
		},
		StepTakenOver: {
			wordSend: "effect.taken_over_send",
		},
		KindWritten: {
			wordAccept: "effect.own_text_accept",
			wordReject: "effect.own_text_reject",
			wordSend:   "effect.own_text_send",
		},
		KindRestored: {
			wordAccept: "effect.restored_accept",
		},
	}
}}

// unlisted are words that a review accepts but does not list, because they repeat other words
// or apply later.
var unlisted = lazy.Value[map[string][]string]{New: func() map[string][]string {
	return map[string][]string{
		StepTakenOver: {wordEdit},
		KindWritten:   {wordEdit},
		KindStep:      {wordSend, wordHandBack},
	}
}}

// Words lists the possible answers to a review of this kind and step, in the order of the
// review mail. Words returns nil for an unknown kind.
func Words(kind, step string) []Word {
	var list []Word
	for _, w := range wordsOf(kind, step) {
		if !slices.Contains(unlisted.Get()[kind], w) && !slices.Contains(unlisted.Get()[step], w) {
			list = append(list, Word{Word: w, Usage: usageIn(w, step), Effect: effectIn(w, kind, step)})
		}
		if w == wordEdit && kind == KindStep && slices.Contains(draftSteps, step) {
			list = append(list, Word{Word: w, Usage: editValues, Effect: "effect.draft_values"})
		}
	}
	return list
}

// effectIn returns the phrase of a word in a review: of the review's step or kind, else the word's
// own phrase.
func effectIn(word, kind, step string) string {
	if slices.Contains(draftSteps, step) {
		step = stepDraft
	}
	if said := usageOf.Get()[StepTakenOver][word]; step == StepTakenOver && said != "" {
		return said
	}
	if kind != KindStep { // the kind also has a step, but not the step's proposal
		if said := usageOf.Get()[kind][word]; said != "" {
			return said
		}
	}
	if said := usageOf.Get()[step][word]; said != "" {
		return said
	}
	if word == wordEdit {
		return useValues
	}
	return "effect." + strings.ToLower(strings.ReplaceAll(word, " ", "_"))
}

// usageIn returns the usage of a word. EDIT takes a text or named values.
func usageIn(word, step string) string {
	switch {
	case word != wordEdit || slices.Contains(draftSteps, step):
		return usage.Get()[word]
	case step == "specialist" || step == "final_results":
		return "EDIT: summary: text"
	}
	return editValues
}

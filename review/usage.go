package review

import "slices"

// Word is one possible answer to a review.
type Word struct {
	Word   string // "REJECT"
	Usage  string // "REJECT: reason"
	Effect string // effect in this review, as a phrase for a mail: "sends the draft …"
}

var usage = map[string]string{
	wordAccept: "ACCEPT", wordReject: "REJECT: reason", wordEdit: "EDIT: new text", wordCancel: "CANCEL: reason",
	wordAnswer: "ANSWER: text, or 1. text, 2. text …", wordTakeOver: "TAKE OVER", wordSend: "SEND: text", wordHandBack: "HAND BACK",
	wordOrder: "ORDER: first, second", wordSkip: "SKIP: name", wordRevise: "REVISE name: text", wordReplan: "REPLAN: text",
	wordExport: "EXPORT", wordRetry: "RETRY name", wordContinue: "CONTINUE",
	wordResend: "RESEND", wordLeave: "LEAVE", wordNew: "NEW", wordJoin: "JOIN thread-id", wordIgnore: "IGNORE", wordRelease: "RELEASE number, number",
}

const (
	toOtherPlan = "makes another plan, following your reason, for your approval"
	useValues   = "uses your values instead; one per line, as name: value"
	endTask     = "ends the task"
	editValues  = "EDIT: name: value"
)

// effects describe words with the same effect in each review.
var effects = map[string]string{
	wordAccept:   "approves the proposal exactly as shown",
	wordReject:   "redoes this step, following your reason",
	wordEdit:     useValues,
	wordCancel:   "ends the thread; the customer gets no more mail",
	wordAnswer:   "lets the agent continue with your answers",
	wordTakeOver: "lets you handle this customer yourself; this draft is discarded",
	wordHandBack: "lets the agent continue",
	wordOrder:    "runs the plan in this order",
	wordSkip:     "runs the plan without this agent",
	wordRevise:   "redoes this result with your text, and all results that depend on it",
	wordReplan:   "makes another plan with your text, for your approval",
	wordExport:   "sends you the results as a file; nothing is decided yet",
	wordRetry:    "runs the agent again",
	wordContinue: "continues the task without this result",
	wordResend:   "sends the mail again; the mail may arrive twice",
	wordLeave:    "counts the mail as sent",
	wordNew:      "opens a new thread for the mail",
	wordJoin:     "adds the mail to that thread, and the sender to the participants",
	wordIgnore:   "leaves the mail unanswered",
	wordRelease:  "handles these mails like mail from a customer",
}

// stepDraft is the key for all steps with a draft to a customer.
const stepDraft = "draft"

var draftSteps = []string{"info_request", "quote", "final_response"}

// effectsIn describe the effect of words in reviews of one kind or step.
var effectsIn = map[string]map[string]string{
	stepDraft: {
		wordAccept: "sends the draft to the customer, exactly as shown",
		wordReject: "redoes the draft, following your reason; nothing is sent yet",
		wordEdit:   "sends your own text instead; you see it again if anything is unclear",
	},
	"info_analysis": {
		wordAccept: "uses the values exactly as shown",
		wordReject: "reads the mail again, following your reason",
		wordEdit:   useValues,
	},
	"discount_check": {
		wordAccept: "prices the quote with these discounts, exactly as shown",
		wordReject: "checks the discounts again, following your reason",
		wordEdit:   useValues,
	},
	"carrier_call": {
		wordAccept: "makes this call to the carrier, exactly as shown",
		wordReject: "does not make the call; the agent looks for another way, following your reason",
		wordEdit:   useValues,
	},
	"plan": {
		wordAccept: "runs the plan exactly as shown",
		wordReject: toOtherPlan,
		wordCancel: endTask,
	},
	"tool_call": {
		wordAccept: "makes this call, exactly as shown",
		wordReject: "does not make the call; the task continues without the call",
		wordEdit:   useValues,
		wordCancel: endTask,
	},
	"specialist": {
		wordAccept: "uses this result exactly as shown",
		wordReject: "redoes this result, following your reason",
		wordEdit:   "uses your summary instead of the agent's",
		wordCancel: endTask,
	},
	"final_results": {
		wordAccept: "completes the task with these results",
		wordReject: "redoes the results, following your reason",
		wordEdit:   "completes the task with your summary instead of this one",
		wordCancel: endTask,
	},
	StepTask: {wordCancel: endTask},
	KindQuestions: {
		wordReject: "leaves the questions unanswered; the agent looks for another way, following your reason",
	},
	KindAgent: {
		wordReject: toOtherPlan,
		wordCancel: endTask,
	},
	KindHandedOver: {
		wordSend: "sends your text to the customer, as you wrote it",
		wordEdit: "corrects these values and lets the agent continue; one per line, and nothing else",
	},
	StepTakenOver: {
		wordSend: "sends your text to the customer, as you wrote it; EDIT: does the same",
	},
	KindWritten: {
		wordAccept: "sends your text to the customer, exactly as shown",
		wordReject: "does not send the text; the customer still waits for your answer",
		wordSend:   "sends this text instead",
	},
	KindRestored: {
		wordAccept: "resumes sending, and mails you the list of mail set aside",
	},
}

// unlisted are words that a review accepts but does not list, because they repeat other words
// or apply later.
var unlisted = map[string][]string{
	StepTakenOver: {wordEdit},
	KindWritten:   {wordEdit},
	KindStep:      {wordSend, wordHandBack},
}

// Words lists the possible answers to a review of this kind and step, in the order of the
// review mail. Words returns nil for an unknown kind.
func Words(kind, step string) []Word {
	var list []Word
	for _, w := range wordsOf(kind, step) {
		if !slices.Contains(unlisted[kind], w) && !slices.Contains(unlisted[step], w) {
			list = append(list, Word{Word: w, Usage: usageIn(w, step), Effect: effectIn(w, kind, step)})
		}
		if w == wordEdit && kind == KindStep && slices.Contains(draftSteps, step) {
			list = append(list, Word{Word: w, Usage: editValues, Effect: "redoes the draft with your corrected values; one per line, and nothing else"})
		}
	}
	return list
}

func effectIn(word, kind, step string) string {
	if slices.Contains(draftSteps, step) {
		step = stepDraft
	}
	if said := effectsIn[StepTakenOver][word]; step == StepTakenOver && said != "" {
		return said
	}
	if kind != KindStep { // the kind also has a step, but not the step's proposal
		if said := effectsIn[kind][word]; said != "" {
			return said
		}
	}
	if said := effectsIn[step][word]; said != "" {
		return said
	}
	return effects[word]
}

// usageIn returns the usage of a word. EDIT takes a text or named values.
func usageIn(word, step string) string {
	switch {
	case word != wordEdit || slices.Contains(draftSteps, step):
		return usage[word]
	case step == "specialist" || step == "final_results":
		return "EDIT: summary: text"
	}
	return editValues
}

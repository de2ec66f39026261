package review

import "slices"

// Word is one thing that staff may write in answer to a review.
type Word struct {
	Word   string // "REJECT"
	Usage  string // "REJECT: reason"
	Effect string // what it does in this review, as a mail can say it: "sends the draft …"
}

var usage = map[string]string{
	wordAccept: "ACCEPT", wordReject: "REJECT: reason", wordEdit: "EDIT: new text", wordCancel: "CANCEL: reason",
	wordAnswer: "ANSWER: text, or 1. text, 2. text …", wordTakeOver: "TAKE OVER", wordSend: "SEND: text", wordHandBack: "HAND BACK",
	wordOrder: "ORDER: first, second", wordSkip: "SKIP: name", wordRevise: "REVISE name: text", wordReplan: "REPLAN: text",
	wordExport: "EXPORT", wordRetry: "RETRY name", wordContinue: "CONTINUE",
	wordResend: "RESEND", wordLeave: "LEAVE", wordNew: "NEW", wordJoin: "JOIN thread-id", wordIgnore: "IGNORE", wordRelease: "RELEASE number, number",
}

const (
	toOtherPlan = "has another plan made with your reason; you get it for approval"
	useValues   = "uses the values you name instead; one a line, with a colon between name and value"
	endTask     = "ends the task; nothing more is done"
	editValues  = "EDIT: name: value"
)

// effects say what a word does wherever it does the same.
var effects = map[string]string{
	wordAccept:   "lets what is proposed here take effect, as it stands",
	wordReject:   "has it done again with your reason",
	wordEdit:     useValues,
	wordCancel:   "ends the thread; nothing more goes to the customer",
	wordAnswer:   "lets the agent go on with your answers",
	wordTakeOver: "lets you go on with this customer by hand; what is proposed here is dropped",
	wordHandBack: "lets the agent go on",
	wordOrder:    "has the plan carried out in this order",
	wordSkip:     "has the plan carried out without it",
	wordRevise:   "has it done again with your text, and what depends on it",
	wordReplan:   "has another plan made with your text; you get it for approval",
	wordExport:   "sends you the results as a file; nothing is decided yet",
	wordRetry:    "has the agent run again",
	wordContinue: "lets the task go on without its result",
	wordResend:   "sends the mail once more; it may then arrive twice",
	wordLeave:    "takes the mail as sent",
	wordNew:      "opens a new thread for it",
	wordJoin:     "adds it to that thread, and its sender to those who take part",
	wordIgnore:   "leaves it unanswered",
	wordRelease:  "works on those mails as if a customer had written them",
}

// stepDraft stands for each step whose review is of a mail to a customer.
const stepDraft = "draft"

var draftSteps = []string{"info_request", "quote", "final_response"}

// effectsIn say what a word does in reviews of one kind, or of one step.
var effectsIn = map[string]map[string]string{
	stepDraft: {
		wordAccept: "sends the draft to the customer, exactly as it stands",
		wordReject: "has the draft done again with your reason; nothing is sent yet",
		wordEdit:   "sends your text in place of the draft's; if anything about it is in doubt, you see it first",
	},
	"info_analysis": {
		wordAccept: "uses what was read, as it stands here",
		wordReject: "has the mail read again with your reason",
		wordEdit:   useValues,
	},
	"discount_check": {
		wordAccept: "prices the quote with these discounts, as they stand here",
		wordReject: "has the discounts checked again with your reason",
		wordEdit:   useValues,
	},
	"carrier_call": {
		wordAccept: "makes this call to the carrier, exactly as it stands",
		wordReject: "does not make the call; the agent looks for another way, with your reason",
		wordEdit:   useValues,
	},
	"plan": {
		wordAccept: "has the plan carried out as it stands",
		wordReject: toOtherPlan,
		wordCancel: endTask,
	},
	"tool_call": {
		wordAccept: "makes this call, exactly as it stands",
		wordReject: "does not make the call; the task goes on without it",
		wordEdit:   useValues,
		wordCancel: endTask,
	},
	"specialist": {
		wordAccept: "uses this result as it stands",
		wordReject: "has it done again with your reason",
		wordEdit:   "uses your summary in place of the agent's",
		wordCancel: endTask,
	},
	"final_results": {
		wordAccept: "completes the task with these results",
		wordReject: "has them done again with your reason",
		wordEdit:   "completes the task with your summary in place of this one",
		wordCancel: endTask,
	},
	StepTask: {wordCancel: endTask},
	KindQuestions: {
		wordReject: "leaves the questions unanswered; the agent looks for another way, with your reason",
	},
	KindAgent: {
		wordReject: toOtherPlan,
		wordCancel: endTask,
	},
	KindHandedOver: {
		wordSend: "sends your text to the customer, as you wrote it",
		wordEdit: "corrects these values and lets the agent go on; one a line, and nothing else",
	},
	StepTakenOver: {
		wordSend: "sends your text to the customer, as you wrote it; EDIT: does the same",
	},
	KindWritten: {
		wordAccept: "sends your text to the customer, exactly as it stands",
		wordReject: "does not send it; you still answer by hand",
		wordSend:   "sends this text instead",
	},
	KindRestored: {
		wordAccept: "lets mail leave again, and gets you the list of what was set aside",
	},
}

// unlisted are words that a review takes and does not offer: they say the same as
// others, or are for later.
var unlisted = map[string][]string{
	StepTakenOver: {wordEdit},
	KindWritten:   {wordEdit},
	KindStep:      {wordSend, wordHandBack},
}

// Words returns what a mail offers staff to write in answer to a review of this kind
// and step, in the order in which it lists it; nil for a kind there is not.
func Words(kind, step string) []Word {
	var list []Word
	for _, w := range wordsOf(kind, step) {
		if !slices.Contains(unlisted[kind], w) && !slices.Contains(unlisted[step], w) {
			list = append(list, Word{Word: w, Usage: usageIn(w, step), Effect: effectIn(w, kind, step)})
		}
		if w == wordEdit && kind == KindStep && slices.Contains(draftSteps, step) {
			list = append(list, Word{Word: w, Usage: editValues, Effect: "has the draft done again with the values you correct; one a line, and nothing else"})
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
	if kind != KindStep { // also of a step, but not of what it proposes
		if said := effectsIn[kind][word]; said != "" {
			return said
		}
	}
	if said := effectsIn[step][word]; said != "" {
		return said
	}
	return effects[word]
}

// usageIn says what EDIT takes: a text, or values by their names.
func usageIn(word, step string) string {
	switch {
	case word != wordEdit || slices.Contains(draftSteps, step):
		return usage[word]
	case step == "specialist" || step == "final_results":
		return "EDIT: summary: text"
	}
	return editValues
}

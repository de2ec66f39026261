package review

import "ppamaild/lazy"

// The words of the grammar.
const (
	wordAccept   = "ACCEPT"
	wordReject   = "REJECT"
	wordEdit     = "EDIT"
	wordCancel   = "CANCEL"
	wordAnswer   = "ANSWER"
	wordTakeOver = "TAKE OVER"
	wordSend     = "SEND"
	wordHandBack = "HAND BACK"
	wordOrder    = "ORDER"
	wordSkip     = "SKIP"
	wordRevise   = "REVISE"
	wordReplan   = "REPLAN"
	wordExport   = "EXPORT"
	wordRetry    = "RETRY"
	wordContinue = "CONTINUE"
	wordResend   = "RESEND"
	wordLeave    = "LEAVE"
	wordNew      = "NEW"
	wordJoin     = "JOIN"
	wordIgnore   = "IGNORE"
	wordRelease  = "RELEASE"
	wordClaim    = "CLAIM"

	wordSignature = "SIGNATURE" // the lines in doubt are the writer's signature
)

// argument is the kind of text that may follow a word.
type argument int

const (
	noArgument    argument = iota
	reason                 // free text after punctuation or on the next lines; may be missing
	text                   // free text after a colon or on the next lines
	namedText              // a name, a colon and free text
	list                   // names on the same line, after a colon
	singleName             // a name on the same line
	threadID               // a thread's id on the same line
	releaseNumber          // one or more numbers on the same line
	mayFollow              // free text after a colon; may be missing
)

// forms are all accepted spellings, in upper case.
var forms = lazy.Value[map[string]string]{New: func() map[string]string {
	return map[string]string{
		"ACCEPT": wordAccept, "ACCEPTED": wordAccept, "APPROVE": wordAccept, "APPROVED": wordAccept,
		"REJECT": wordReject, "REJECTED": wordReject,
		"EDIT": wordEdit, "CANCEL": wordCancel, "ANSWER": wordAnswer,
		"TAKE OVER": wordTakeOver, "SEND": wordSend, "HAND BACK": wordHandBack,
		"ORDER": wordOrder, "SKIP": wordSkip, "REVISE": wordRevise, "REPLAN": wordReplan, "EXPORT": wordExport,
		"RETRY": wordRetry, "CONTINUE": wordContinue, "RESEND": wordResend, "LEAVE": wordLeave,
		"NEW": wordNew, "JOIN": wordJoin, "IGNORE": wordIgnore, "RELEASE": wordRelease,
		"CLAIM": wordClaim, "SIGNATURE": wordSignature,
	}
}}

var arguments = lazy.Value[map[string]argument]{New: func() map[string]argument {
	return map[string]argument{
		wordReject: reason, wordCancel: reason,
		wordEdit: text, wordAnswer: text, wordSend: text, wordReplan: text,
		wordRevise: namedText, wordOrder: list, wordSkip: list,
		wordHandBack: mayFollow, wordRetry: singleName, wordJoin: threadID, wordRelease: releaseNumber,
	}
}}

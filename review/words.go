package review

import (
	"maps"
	"slices"
	"strings"
)

// The words of the table.
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
)

// argument is what may follow a word.
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
)

// forms are all the spellings that count, in upper case.
var forms = map[string]string{
	"ACCEPT": wordAccept, "ACCEPTED": wordAccept, "APPROVE": wordAccept, "APPROVED": wordAccept,
	"REJECT": wordReject, "REJECTED": wordReject,
	"EDIT": wordEdit, "CANCEL": wordCancel, "ANSWER": wordAnswer,
	"TAKE OVER": wordTakeOver, "SEND": wordSend, "HAND BACK": wordHandBack,
	"ORDER": wordOrder, "SKIP": wordSkip, "REVISE": wordRevise, "REPLAN": wordReplan, "EXPORT": wordExport,
	"RETRY": wordRetry, "CONTINUE": wordContinue, "RESEND": wordResend, "LEAVE": wordLeave,
	"NEW": wordNew, "JOIN": wordJoin, "IGNORE": wordIgnore, "RELEASE": wordRelease,
}

var arguments = map[string]argument{
	wordReject: reason, wordCancel: reason,
	wordEdit: text, wordAnswer: text, wordSend: text, wordReplan: text,
	wordRevise: namedText, wordOrder: list, wordSkip: list,
	wordRetry: singleName, wordJoin: threadID, wordRelease: releaseNumber,
}

// byLength has the forms with the longest first, so that ACCEPTED is not read
// as ACCEPT and a remainder.
var byLength = slices.SortedFunc(maps.Keys(forms), func(a, b string) int {
	if len(a) != len(b) {
		return len(b) - len(a)
	}
	return strings.Compare(a, b)
})

// head is a line read as a word and what follows it.
type head struct {
	word  string // as in the table
	form  string // as written, in plain characters
	sep   string // what stands between word and rest: "", " ", ": ", ". " …
	rest  string // the remainder of the line, in plain characters, trimmed
	plain bool   // nothing but the word and punctuation that ends a sentence
}

// readHead reads a line that begins with one of the words; ok is false for any
// other. The word must end where a word ends: "ACCEPTABLE" is none.
func readHead(line string) (head, bool) {
	s := plainLine(line)
	for _, f := range byLength {
		if !hasWordPrefix(s, f) {
			continue
		}
		after := s[len(f):]
		rest := strings.TrimLeft(after, separators)
		h := head{word: forms[f], form: s[:len(f)], sep: after[:len(after)-len(rest)], rest: strings.TrimRight(rest, " ")}
		h.plain = h.rest == "" && !strings.Contains(h.sep, "?")
		return h, true
	}
	return head{}, false
}

// separators may stand between a word and what follows it.
const separators = " .,:;!-"

func hasWordPrefix(s, form string) bool {
	if len(s) < len(form) || upper(s[:len(form)]) != form {
		return false
	}
	return len(s) == len(form) || strings.IndexByte(separators+"?\"'", s[len(form)]) >= 0
}

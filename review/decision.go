// Package review is the grammar of what staff may answer to a review, the
// references that bind an answer to one review and one member of staff, and the
// rule of who may decide. It promises that only the reply's own text decides,
// that what is not exactly a decision is unclear and says why, and that no
// reference serves anyone but the person it was made for. Everything in it is
// pure: it reads no clock, no store and no network.
package review

// Verdict is what a reply decides.
type Verdict string

// The verdicts.
const (
	VerdictAccept  Verdict = "accept"
	VerdictReject  Verdict = "reject"
	VerdictEdit    Verdict = "edit"
	VerdictCancel  Verdict = "cancel"
	VerdictAnswer  Verdict = "answer"
	VerdictCommand Verdict = "command" // any other word of the table; see Decision.Commands
	VerdictUnclear Verdict = "unclear"
	VerdictNone    Verdict = "none" // not asked of this sender; Parse never returns it
)

// Decision is what was understood of a reply.
type Decision struct {
	Verdict  Verdict
	Reason   string         // of a reject or a cancel; may be empty
	EditText string         // of an edit: the text as written, LF line ends
	Answers  map[int]string // of an answer, by the question's number; 0 is text without a number
	Commands []Command      // of a command: several only of ORDER with SKIP, REVISE, RETRY or RELEASE
	Why      string         // of unclear: what was understood, and why it decides nothing
}

// Command is one word of the table below CANCEL, with its argument.
type Command struct {
	Word     string // as in the table: "TAKE OVER", "SEND", "REVISE" …
	Name     string // of REVISE: what is to be revised; of RETRY: the agent
	Argument string // the text, the list as written, the thread id or the number; may be empty
}

// Person is a member of staff as far as signing a mail goes.
type Person struct {
	Name    string   // as configured; may be empty
	Address string   // canonical
	Lines   []string // further lines their signature may have: the agency's name, a licence
}

func unclear(why string) Decision { return Decision{Verdict: VerdictUnclear, Why: why} }

// words returns the words that d uses, as in the table.
func (d Decision) words() []string {
	switch d.Verdict {
	case VerdictAccept:
		return []string{wordAccept}
	case VerdictReject:
		return []string{wordReject}
	case VerdictEdit:
		return []string{wordEdit}
	case VerdictCancel:
		return []string{wordCancel}
	case VerdictAnswer:
		return []string{wordAnswer}
	}
	var words []string
	for _, c := range d.Commands {
		words = append(words, c.Word)
	}
	return words
}

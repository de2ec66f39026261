// Package review is the grammar of what staff may answer to a review, the
// references that bind an answer to one review and one member of staff, and the
// rule of who may decide. It promises that only the reply's own text decides,
// that what is not exactly a decision is unclear and says why, and that no
// reference serves anyone but the person it was made for. Everything in it is
// pure: it reads no clock, no store and no network.
package review

import "strings"

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
	Verdict    Verdict
	Reason     string         // of a reject or a cancel; may be empty
	EditText   string         // of an edit: the text as written, LF line ends
	Answers    map[int]string // of an answer, by the question's number; 0 is text without a number
	Commands   []Command      // of a command: several only of ORDER with SKIP, REVISE, RETRY or RELEASE
	Understood string         // of unclear: what was read, as in `ACCEPT, and then "but say Friday"`
	Why        string         // of unclear: a sentence that says why this decides nothing
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

func unclear(understood, why string) Decision {
	return Decision{Verdict: VerdictUnclear, Understood: understood, Why: why}
}

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

// bare reports whether d rests on a word without an argument.
func (d Decision) bare() bool {
	return d.Verdict == VerdictAccept || d.Verdict == VerdictCommand && arguments[d.Commands[0].Word] == noArgument
}

// read says in words what was read as d.
func (d Decision) read() string {
	if d.Verdict == VerdictUnclear {
		return d.Understood
	}
	return strings.Join(d.words(), ", ")
}

// Written returns the commands of d as one word and what was written behind it:
// "RELEASE" and "3, 5", "REVISE" and "crm: last year too". Further commands with
// texts or words of their own (REVISE, ORDER with SKIP) follow on lines of theirs.
func (d Decision) Written() (word, argument string) {
	for i, c := range d.Commands {
		switch {
		case i == 0:
			word, argument = c.Word, c.written()
		case c.Word != word:
			argument += "\n" + c.Word + ": " + c.written()
		case c.Word == wordRevise:
			argument += "\n" + c.Word + " " + c.written()
		default:
			argument += ", " + c.written()
		}
	}
	return word, argument
}

func (c Command) written() string {
	if c.Name == "" || c.Name == c.Argument {
		return c.Argument
	}
	return c.Name + ": " + c.Argument
}

// Package review defines the grammar of staff's answers to reviews, the references that tie an
// answer to one review and one staff member, and the rules of who may decide.
//
// Only a reply's own text decides. Any text that is not exactly a decision is unclear, with a
// reason. A reference is valid only for its owner. All functions are pure: they use no clock,
// store or network.
package review

import "strings"

// Verdict is the decision in a reply.
type Verdict string

// The verdicts. VerdictCommand covers all words without a verdict of their own.
const (
	VerdictAccept  Verdict = "accept"
	VerdictReject  Verdict = "reject"
	VerdictEdit    Verdict = "edit"
	VerdictCancel  Verdict = "cancel"
	VerdictAnswer  Verdict = "answer"
	VerdictCommand Verdict = "command" // any other word of the grammar; see Decision.Commands
	VerdictUnclear Verdict = "unclear"
	VerdictNone    Verdict = "none" // not checked for this sender; Parse never returns it
)

// Decision is the decision in a reply, with its text.
type Decision struct {
	Verdict    Verdict
	Reason     string         // of a reject or a cancel; may be empty
	EditText   string         // of an edit: the text as written, LF line ends
	Kept       string         `json:",omitempty"` // the end of a text, if similar to a signature
	Answers    map[int]string // of an answer, by the question's number; 0 is text without a number
	Commands   []Command      // of a command: several only of ORDER with SKIP, REVISE, RETRY or RELEASE
	Understood string         // of unclear: the text that was read, such as `ACCEPT, and then "but say Friday"`
	Why        string         // of unclear: a sentence with the reason

	Doubt *Doubt `json:",omitempty"` // of unclear: the lines that may be a signature; nil: none
}

// Doubt has the lines below a word that may be a signature. If the writer confirms the lines,
// the word counts.
type Doubt struct{ Word, Lines string }

// Command is a word other than ACCEPT, REJECT, EDIT, ANSWER and CANCEL, with its argument.
type Command struct {
	Word     string // as in the grammar: "TAKE OVER", "SEND", "REVISE" …
	Name     string // of REVISE: the item to revise; of RETRY: the agent
	Argument string // the text, the list as written, the thread id or the number; may be empty
}

// Person has the names with which a staff member signs mail.
type Person struct {
	Name    string   // as configured; may be empty
	Address string   // canonical
	Lines   []string // further signature lines: the agency's name, a license
	Shown   string   // the name that the person's mail program shows; may be empty

	Signatures []string // signatures that the person confirmed, or wrote below earlier mails
}

// mailText returns the text for a customer of an EDIT or a SEND, to change it; nil for others.
func (d *Decision) mailText() *string {
	switch {
	case d.Verdict == VerdictEdit:
		return &d.EditText
	case d.Verdict == VerdictCommand && d.Commands[0].Word == wordSend:
		return &d.Commands[0].Argument
	}
	return nil
}

// words returns the words of d in the spelling of the grammar.
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

// bare reports whether d is a word without an argument.
func (d Decision) bare() bool {
	if d.Verdict != VerdictCommand {
		return d.Verdict == VerdictAccept
	}
	kind := arguments.Get()[d.Commands[0].Word]
	return kind == noArgument || kind == mayFollow && d.Commands[0].Argument == ""
}

// inWords describes d for the sender.
func (d Decision) inWords() string {
	if d.Verdict == VerdictUnclear {
		return d.Understood
	}
	return strings.Join(d.words(), ", ")
}

// Written returns the commands of d as one word and its argument: "RELEASE" and "3, 5",
// "REVISE" and "crm: last year too". More commands with text or other words (REVISE, ORDER with
// SKIP) follow on lines of their own.
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

// confirms reports whether d says that lines are a signature.
func (d Decision) confirms() bool {
	return d.Verdict == VerdictCommand && d.Commands[0].Word == wordSignature
}

// decisionOf returns the decision of a word without an argument.
func decisionOf(word string) Decision {
	if word == wordAccept {
		return Decision{Verdict: VerdictAccept}
	}
	return Decision{Verdict: VerdictCommand, Commands: []Command{{Word: word}}}
}

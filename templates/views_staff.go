package templates

import (
	"net/mail"
	"strings"
	"unicode/utf8"
)

// Review asks one staff member for a decision on one exact draft. Review is the view of review,
// reminder and escalation. The mail begins with the decision card, with the buttons on the first
// screen.
type Review struct {
	Thread       string
	Number       int
	Step         string   // contract name: "info_request"
	StepTitle    string   // for the subject: "Quote for Maria Lopez, $1,356.00"
	Headline     string   // the decision: "$1,356.00 quote for Maria Lopez"; "" for StepTitle
	Under        []string // short facts under the headline: "was $1,402.00"
	What         string   // one sentence: the effect of ACCEPT
	Customer     string   // first name; may be ""
	CustomerFrom string   // sender, as an address or "Name <address>"
	RepliesTo    string   // recipient of the answer; highlighted if different from CustomerFrom
	Said         string   // the last words of the customer; the card shows the beginning
	Files        []string // the customer's files, each with its fate
	Since        string   // time of the first review mail; for reminder and escalation
	Asked        []string // reviewers without an answer so far; for escalation
	Observing    bool     // observe mode: the mail begins with a notice that customers get no mail

	Rejection *Rejection
	Changed   []Change   // values that differ from the last quote
	Changes   []DiffLine // lines that differ from the previous draft
	Warnings  []string   // what to check, the most important first
	Failed    bool       // the facts check of the draft failed
	Buttons   Buttons

	Draft       *DraftView  // nil if data is under review
	Followups   []DraftView // approved together with Draft: reminder and closing mail
	Translation string      // English translation of the draft; "" for an English draft
	Data        []Section
	Questions   []Question // numbered questions to staff

	Assumed      []string // assumed values, each with its label
	Stated       []Item   // other values, one item per driver, vehicle and subject
	Conversation []Turn

	Words    []Word // possible answers
	Deadline string
	Console  string // address of the review in the web console; "" for none
	Ref      string
}

// Change is a changed value.
type Change struct{ Label, Was, Now string }

// Button is a link to a mail with an answer. Word selects the color.
type Button struct{ Word, Label, URL string }

// Buttons are the most important answers to a mail, in order.
type Buttons []Button

// The limits of the decision card keep the buttons on the first screen of a phone.
const (
	cardSaid    = 110 // characters of the customer's words
	cardWarning = 85  // characters of a warning
	cardRows    = 3   // warnings, and changes
)

// Excerpt is the beginning of the customer's last words, on one line.
func (r Review) Excerpt() string { return Cut(oneLine(r.Said), cardSaid) }

// Top is the beginning of the first warnings.
func (r Review) Top() (top []string) {
	rows := r.rows()
	if r.Elsewhere() {
		rows--
	}
	for _, w := range r.Warnings[:min(rows, len(r.Warnings))] {
		top = append(top, Cut(oneLine(w), cardWarning))
	}
	return top
}

// More counts the warnings outside the card.
func (r Review) More() int { return len(r.Warnings) - len(r.Top()) }

// Unseen are the warnings that the card cuts or omits.
func (r Review) Unseen() (unseen []string) {
	top := r.Top()
	for i, w := range r.Warnings {
		if i >= len(top) || top[i] != oneLine(w) {
			unseen = append(unseen, w)
		}
	}
	return unseen
}

// TopChanged are the first changed values.
func (r Review) TopChanged() []Change { return r.Changed[:len(r.Changed)-r.MoreChanged()] }

// MoreChanged counts the changed values outside the card.
func (r Review) MoreChanged() int {
	rows := r.rows()
	if len(r.Changed) <= rows {
		return 0
	}
	return len(r.Changed) - rows + 1 // a row has this number
}

// rows is the number of rows of each list in the card. Other lines of the card take the place
// of a row.
func (r Review) rows() int {
	if r.Rejection != nil || r.Since != "" {
		return cardRows - 1
	}
	return cardRows
}

// Primary is the button of the proposed decision; nil for none.
func (b Buttons) Primary() *Button {
	if len(b) > 0 && b[0].Primary() {
		return &b[0]
	}
	return nil
}

// Secondary are the other buttons.
func (b Buttons) Secondary() Buttons {
	if b.Primary() != nil {
		return b[1:]
	}
	return b
}

// Primary reports whether the button carries out the proposal.
func (b Button) Primary() bool {
	switch b.Word {
	case "ACCEPT", "ANSWER", "SIGNATURE", "SEND", "CLAIM":
		return true
	}
	return false
}

// Brief is the decision card alone, for a reader who has the whole review.
func (r Review) Brief() Review {
	r.Draft, r.Followups, r.Translation, r.Data = nil, nil, "", nil
	r.Changes, r.Stated, r.Assumed, r.Conversation = nil, nil, nil, nil
	r.Files = nil
	return r
}

// Brief is the notice without the history of the thread, for a reader who has the history.
func (n Notice) Brief() Notice {
	n.Sections, n.Basis, n.Conversation, n.Draft, n.Decisions = nil, nil, nil, nil, nil
	return n
}

// Cut shortens a line between words.
func Cut(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	part := string([]rune(s)[:most])
	if end := strings.LastIndexByte(part, ' '); end > most/2 {
		part = part[:end]
	}
	return strings.TrimRight(part, " ,;:.") + "…"
}

// Elsewhere reports whether the answer goes to an address other than the sender's.
func (r Review) Elsewhere() bool {
	return r.RepliesTo != "" && address(r.RepliesTo) != address(r.CustomerFrom)
}

func address(s string) string {
	if a, err := mail.ParseAddress(s); err == nil {
		s = a.Address
	}
	return strings.ToLower(strings.TrimSpace(s))
}

// Notice informs a staff member. One view serves all notices: each notice shows the fields that
// its words use, and all nonempty lists.
type Notice struct {
	Thread       string
	Subject      string // subject of the thread or mail
	Review       int
	ReplacedBy   int // the review that replaced the old one; 0 for none
	Step         string
	Who          string   // name or address of the actor, author or recipient
	Owner        string   // owner of the reference, or author of the forward, if not the reader
	Since        string   // for a repeated notice: time of the first
	Asked        []string // for an escalated notice: earlier recipients
	When         string
	Verdict      string // accept, reject, edit, cancel, answer, or a command word
	Reason       string // reason, as a phrase or a sentence
	What         string // one sentence about the action
	Understood   string
	Doubt        string // lines that may be a signature; "" for none
	NotDone      string // one sentence
	Words        []Word // possible answers
	Buttons      Buttons
	Facts        []Item
	Decisions    []Decided // decisions so far, oldest first
	Body         string    // the mail that the notice is about
	Sections     []Section
	Candidates   []Item // possible threads, or numbered mails
	Basis        []BasisRow
	Conversation []Turn
	Draft        *DraftView
	Open, Test   bool   // other reviewers' answers still count; the thread is a test task
	Observing    bool   // observe mode: the mail begins with a notice that customers get no mail
	Console      string // address of the review in the web console; "" for none
	Ref          string
}

// Decided is one decision by staff.
type Decided struct {
	By, When string
	Step     string
	Verdict  string // the same as in Notice
	Text     string // the reason; "" for none
}

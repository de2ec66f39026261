package templates

import (
	"net/mail"
	"strings"
)

// Review asks one staff member for a decision on one exact draft. Review is the view of review,
// and of reminder and escalation, which send an open review again.
type Review struct {
	Thread       string
	Number       int
	Step         string // contract name: "info_request"
	StepTitle    string // for the subject: "Quote for Maria Lopez, $1,356.00"
	What         string // one sentence: the effect of ACCEPT
	CustomerFrom string // sender, as an address or "Name <address>"
	RepliesTo    string // recipient of the answer; highlighted if different from CustomerFrom
	Warnings     []string
	Observing    bool // observe mode: the mail begins with a notice that customers get no mail

	Draft       *DraftView  // nil if data is under review
	Followups   []DraftView // approved together with Draft: reminder and closing mail
	Translation string      // English translation of the draft; "" for an English draft
	Data        []Section
	Questions   []Question // numbered questions to staff

	Basis        []BasisRow
	Rejection    *Rejection
	Changes      []DiffLine // since the previous draft
	Conversation []Turn

	Words     []Word // possible answers
	AcceptURL string // mailto: link, see MailtoURL; "" for no button
	RejectURL string
	Deadline  string
	Since     string   // time of the first review mail; for reminder and escalation
	Asked     []string // reviewers without an answer so far; for escalation
	Ref       string
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
	SignatureURL string // mailto: link of the answer SIGNATURE; "" for no button
	NotDone      string // one sentence
	Words        []Word // possible answers
	Facts        []Item
	Decisions    []Decided // decisions so far, oldest first
	Body         string    // the mail that the notice is about
	Sections     []Section
	Candidates   []Item // possible threads, or numbered mails
	Basis        []BasisRow
	Conversation []Turn
	Draft        *DraftView
	Open         bool // other reviewers' answers still count
	Observing    bool // observe mode: the mail begins with a notice that customers get no mail
	Ref          string
}

// Decided is one decision by staff.
type Decided struct {
	By, When string
	Step     string
	Verdict  string // the same as in Notice
	Text     string // the reason; "" for none
}

package templates

import (
	"net/mail"
	"strings"
)

// Review asks one member of staff for a decision on one exact draft. It is the
// view of review, and of reminder and escalation, which send an open one again.
type Review struct {
	Thread       string
	Number       int
	Step         string // a name of the word table: "info_request"
	StepTitle    string // what the subject says: "Quote for Maria Lopez, $1,356.00"
	What         string // one sentence: what takes effect on ACCEPT
	CustomerFrom string // who wrote, as an address or "Name <address>"
	RepliesTo    string // where the answer goes; shown loudly where that is somewhere else
	Warnings     []string
	Observing    bool // nothing is sent to customers; the mail begins with that

	Draft       *DraftView  // nil where data is under review
	Followups   []DraftView // approved together with Draft: the reminder and the polite close
	Translation string      // the draft's text in English, where the draft is not
	Data        []Section
	Questions   []Question // put to staff, answered by number

	Basis        []BasisRow
	Rejection    *Rejection
	Changes      []DiffLine // since the last draft
	Conversation []Turn

	Words     []Word // how to answer
	AcceptURL string // mailto:, see MailtoURL; "" for no button
	RejectURL string
	Deadline  string
	Since     string   // when it was first asked; for reminder and escalation
	Asked     []string // who was asked and has not answered; for escalation
	Ref       string
}

// Elsewhere reports whether an answer would go to another address than the one
// that wrote.
func (r Review) Elsewhere() bool {
	return r.RepliesTo != "" && address(r.RepliesTo) != address(r.CustomerFrom)
}

func address(s string) string {
	if a, err := mail.ParseAddress(s); err == nil {
		s = a.Address
	}
	return strings.ToLower(strings.TrimSpace(s))
}

// Notice tells a member of staff what happened. One view serves all notices;
// each shows of it what its words name, and all lists that are not empty.
type Notice struct {
	Thread       string
	Subject      string // what the thread or the mail in question is about
	Review       int
	ReplacedBy   int // the review that took its place; 0 if there is none
	Step         string
	Who          string   // who did it, wrote it, or should get it: a name or an address
	Owner        string   // whose reference was used, or who forwarded it, where that is not who is told
	Since        string   // of what is asked once more: when it was first
	Asked        []string // of what comes to somebody too: who was asked before
	When         string
	Verdict      string // accept, reject, edit, cancel, answer, or a command's word
	Reason       string // why, as a phrase or a sentence
	What         string // one sentence: what was or will be done
	Understood   string
	NotDone      string // one sentence
	Words        []Word // how to answer
	Facts        []Item
	Decisions    []Decided // what staff decided so far, oldest first
	Body         string    // the mail in question
	Sections     []Section
	Candidates   []Item // threads and what they are about, or numbered mails
	Basis        []BasisRow
	Conversation []Turn
	Draft        *DraftView
	Open         bool // what was decided leaves open what others were asked, and their answers count
	Observing    bool // nothing is sent to customers; the mail begins with that
	Ref          string
}

// Decided is one decision of staff's.
type Decided struct {
	By, When string
	Step     string
	Verdict  string // as in Notice
	Text     string // the reason; "" for none
}

package agent

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"ppamaild/agent/fields"
	"ppamaild/agent/questions"
	"ppamaild/agent/signals"
	"ppamaild/carrier"
	"ppamaild/quote"
)

// CustomerInfo is the customer and the customer's case.
type CustomerInfo struct {
	Name     string     `json:"name,omitempty"`   // from the From header
	Writer   string     `json:"writer,omitempty"` // first name of the last writer, if not the insured
	Address  string     `json:"address"`          // identifies the customer
	AnswerTo string     `json:"answer_to"`        // Reply-To, or Address
	Subject  string     `json:"subject"`
	Spoken   bool       `json:"spoken,omitempty"`   // the last message is no mail to answer
	Language string     `json:"language,omitempty"` // "en" or "es"; empty before the first reading
	Case     quote.Case `json:"case"`
}

// Scratchpad is the planner's memory between actions. Revisions count the versions of the
// application. Data from an older revision is out of date.
type Scratchpad struct {
	Inbox          []Mail `json:"inbox,omitempty"`      // unread mails of the customer
	Identified     string `json:"identified,omitempty"` // ID of the unread message with this Intent
	Intent         string `json:"intent,omitempty"`     // of the last message
	OnlyThanks     bool   `json:"courtesy,omitempty"`   // the last message contains only thanks
	QuoteRequested bool   `json:"quoting,omitempty"`    // a message asked for a quote

	SignOff        signals.SignOff `json:"parting,omitzero"` // of the last message
	AcceptsQuote   bool            `json:"ahead,omitempty"`  // the last message accepts the last quote
	StaffAlerts    []string        `json:"heed,omitempty"`   // facts from the customer's words that staff see with each draft
	PII            []string        `json:"pii,omitempty"`    // kinds of private numbers in the customer's mails
	ClosedRevision int             `json:"closed,omitempty"` // revision at the close of the thread

	Revision           int              `json:"revision"`        // of the application; 0 before the first reading
	Today              quote.Date       `json:"today,omitempty"` // day of the revision in the agency's time zone; empty: start a revision
	Problems           []quote.Problem  `json:"problems,omitempty"`
	Conflicts          []quote.Conflict `json:"conflicts,omitempty"`
	ByRules            string           `json:"by_rules,omitempty"` // why the rules replaced the model since the last approved mail
	MailNotes          []string         `json:"beside,omitempty"`   // notes for staff about the mails since the last quote
	Said               string           `json:"said,omitempty"`     // in a mail without a change
	Absent             bool             `json:"absent,omitempty"`   // takes off what is not quoted
	Refer              string           `json:"refer,omitempty"`    // referral reason of the contract
	DismissedReferrals []string         `json:"passed,omitempty"`   // referral reasons that staff dismissed
	HandedBack         string           `json:"back,omitempty"`     // the Despite of HandedBack

	Ask           AskArgs  `json:"ask,omitzero"`           // form of the questions, as staff want it
	Asked         []string `json:"asked,omitempty"`        // paths of the last questions, in order
	AskedBefore   []string `json:"asked_before,omitempty"` // paths of the questions before, in case the last mail is withdrawn
	AskedRevision int      `json:"heard,omitempty"`        // revision of the last questions
	AgainRevision int      `json:"again,omitempty"`        // revision of the last questions with Again
	POBox         bool     `json:"po_box,omitempty"`       // a mail mentions a P.O. box, where no car is kept
	Attached      bool     `json:"attached,omitempty"`     // unread attachments arrived since the last questions

	// Residents are the customer's words about people who live there or drive and are no drivers.
	Residents      []string `json:"residents,omitempty"`
	ResidentsAsked bool     `json:"residents_asked,omitempty"` // in the last questions

	Discounts         []quote.Assessment `json:"discounts,omitempty"`
	Saves             Saves              `json:"saves,omitempty"`   // known savings before rating
	DiscountsRevision int                `json:"checked,omitempty"` // revision of Discounts

	CallsDone            int                `json:"called,omitempty"`       // carrier calls made for CallsRevision
	CallsRevision        int                `json:"called_for,omitempty"`   // revision of the carrier calls
	CarrierSince         time.Time          `json:"carrier_since,omitzero"` // start of the pending carrier call
	RefusedPaths         []string           `json:"refused,omitempty"`      // paths that the carrier refused and the customer was asked about
	Quote                *carrier.Quote     `json:"quote,omitempty"`        // of CallsRevision
	Options              []Option           `json:"options,omitempty"`      // prices of other coverages
	QuoteEnds            time.Time          `json:"quote_ends,omitzero"`    // end of the validity of Quote
	SentRevision         int                `json:"sent,omitempty"`         // revision of the sent quote
	LastQuote            *carrier.Quote     `json:"quoted,omitempty"`       // last sent quote
	LastQuoteOf          *quote.Application `json:"quoted_of,omitempty"`    // application of LastQuote
	PriorTotal           carrier.Cents      `json:"prior,omitempty"`        // before LastQuote
	PriorOf              *quote.Application `json:"prior_of,omitempty"`     // before LastQuote
	Questions            []Question         `json:"questions,omitempty"`    // about the last quote
	Answered             []Question         `json:"replied,omitempty"`      // by the last mail
	Offer                []quote.Fact       `json:"offer,omitempty"`        // of the last answer
	RejectedFingerprints []string           `json:"rejected,omitempty"`     // fingerprints of rejected proposals
	RejectionsLifted     bool               `json:"lifted,omitempty"`       // rejected proposals may return, because the request was met
	RejectedText         string             `json:"previous,omitempty"`     // text of the last rejected draft
	RejectedData         json.RawMessage    `json:"was,omitempty"`          // last rejected data
	Unapplied            []string           `json:"unapplied,omitempty"`    // notes about parts of OpenRejection that no action applies
	OpenRejection        *Feedback          `json:"unanswered,omitempty"`   // rejection that the planner has seen and no proposal answers yet
	StaffAnswers         []StaffAnswer      `json:"answered,omitempty"`     // recent answers of staff to the planner's questions
	Corrected            *Corrections       `json:"corrected,omitempty"`    // by staff
	StaffChanges         []fields.Change    `json:"by_staff,omitempty"`     // changed by staff since the last mail
	Decoded              []DecodedVIN       `json:"decoded,omitempty"`      // recently decoded VINs
	OpenReview           *Proposal          `json:"open,omitempty"`         // open review while a newer mail is read
	OwnText              *Proposal          `json:"returned,omitempty"`     // text by staff that they must confirm

	EventUsage Usage `json:"event_spent,omitzero"` // by the planner since the last pause
	Usage      Usage `json:"spent,omitzero"`       // by the planner in this thread
}

// Corrections are values that staff corrected while mails of the customer waited to be read.
// The values take effect after the last of these mails, because staff wrote later.
type Corrections struct {
	Facts []quote.Fact `json:"facts"`
	After string       `json:"after"` // the last waiting message
}

// Extracted is the output of the tool that reads a message.
type Extracted struct {
	Message   string           `json:"message,omitempty"`
	Facts     []quote.Fact     `json:"facts"`
	Conflicts []quote.Conflict `json:"conflicts,omitempty"`
	Dropped   []string         `json:"dropped,omitempty"`  // dropped values with reasons
	MailNotes []string         `json:"beside,omitempty"`   // notes to staff about the mail
	Rules     int              `json:"rules,omitempty"`    // quote.Rules; 0 in older journals
	Refer     string           `json:"refer,omitempty"`    // referral reason by the facts
	Confirms  bool             `json:"confirms,omitempty"` // a mail only confirms assumed values

	Residents []string `json:"residents,omitempty"` // words about people who are no drivers
	Settles   bool     `json:"settles,omitempty"`   // the mail says what to do about such people
	Writer    string   `json:"writer,omitempty"`    // first name of a writer who is not the insured
	Said      string   `json:"said,omitempty"`      // beginning of a mail that changes nothing
	Absent    bool     `json:"absent,omitempty"`    // the mail takes off what the quote does not have
}

// Option is a price for coverages that the customer did not request.
type Option struct {
	Name      string          `json:"name"` // name in the templates: "state_minimum", "same_as_now", "other_limits"
	Coverages quote.Coverages `json:"coverages"`
	Quote     carrier.Quote   `json:"quote"` // after rating
}

// Saves has the known amounts that discounts take off the total.
type Saves map[quote.Discount]carrier.Cents

// DecodedVIN is the data in a VIN.
type DecodedVIN struct {
	VIN      string `json:"vin"` // normalized
	Valid    bool   `json:"valid"`
	Year     int    `json:"year,omitempty"`
	Proposal string `json:"proposal,omitempty"` // likely correct VIN, to be confirmed
	Problem  string `json:"problem,omitempty"`
}

// AskArgs are questions to the customer and their form.
type AskArgs struct {
	Fields   []string `json:"fields"`          // paths of the application
	Also     []string `json:"also,omitempty"`  // more questions, in words
	Drop     []string `json:"drop,omitempty"`  // paths, and words of questions, that staff excluded
	Check    []string `json:"check,omitempty"` // paths among Fields with doubtful values
	Again    bool     `json:"again,omitempty"` // the customer's last mail was not understood
	Short    bool     `json:"short,omitempty"`
	Language string   `json:"language,omitempty"` // "": the customer's language

	Residents []string `json:"residents,omitempty"` // words about people to ask about
}

// Count returns the number of questions about other than the application.
func (a AskArgs) Count() int { return len(a.Also) + min(1, len(a.Residents)) }

// Mail is a customer's message for the planner.
type Mail struct {
	ID             string    `json:"id"` // Message-ID, or a substitute
	Subject        string    `json:"subject,omitempty"`
	Text           string    `json:"text"`              // own text of the author
	Answers        string    `json:"answers,omitempty"` // Text with the quoted lines between answers, marked with ">"; empty without such lines
	FullText       string    `json:"whole,omitempty"`   // full text, if Text is short or between quoted lines
	Signature      string    `json:"signature,omitempty"`
	Forwarded      string    `json:"forwarded,omitempty"` // forwarded or quoted mail
	IsForward      bool      `json:"passes,omitempty"`    // Forwarded is a forwarded mail
	Hidden         string    `json:"hidden,omitempty"`    // text that the mail hides from readers
	Unread         string    `json:"unread,omitempty"`    // why part of the text can't be read
	HTMLDifference string    `json:"departs,omitempty"`   // text of the HTML part that differs from Text
	FromName       string    `json:"from_name,omitempty"`
	From           string    `json:"from,omitempty"` // address; "": the customer
	Date           time.Time `json:"date"`
	Attachments    []string  `json:"attachments,omitempty"`
	Notes          []string  `json:"notes,omitempty"`
	Spoken         bool      `json:"spoken,omitempty"` // staff wrote down the words of the customer

	Documents []Document `json:"documents,omitempty"` // attached PDF files
}

// Document is the text of an attached file. It is data, and no words of the customer.
type Document struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Action is the planner's choice of a tool and its arguments.
type Action struct {
	Tool    string          `json:"tool"`
	Args    json.RawMessage `json:"args"`
	Thought string          `json:"thought,omitempty"`
	Review  bool            `json:"review,omitempty"` // the planner asks for a review under any gate
	Doubt   string          `json:"doubt,omitempty"`  // the model's reason for a review
	// ByRules is why the rules replaced the model; "" for an action of the model.
	ByRules string `json:"by_rules,omitempty"`
	Usage   Usage  `json:"spent,omitzero"` // usage of choosing the action
	// Unapplied has notes about parts of the rejection that the action does not apply.
	Unapplied []string `json:"unapplied,omitempty"`
	// Corrected has the values that the action corrects by the reason of a rejection.
	Corrected []fields.Change `json:"corrected,omitempty"`
	// Approved is the digest of the approved call; "" without a gate.
	Approved string `json:"approved,omitempty"`
}

// Output is the result of a tool.
type Output struct {
	Tool    string          `json:"tool"`
	Status  OutputStatus    `json:"status"`
	Data    json.RawMessage `json:"data,omitempty"`
	Draft   *Draft          `json:"draft,omitempty"`   // the mail of a mailing tool, instead of Data; without HTML in state and journal
	Message string          `json:"message,omitempty"` // reason of a failure
	Flags   []string        `json:"flags,omitempty"`   // reasons for a review under gate auto
}

// OutputStatus says whether a tool succeeded.
type OutputStatus string

// The results of a tool call.
const (
	OutputOK    OutputStatus = "ok"
	OutputError OutputStatus = "error"
)

// maxAlerts limits the alerts in the state. A thread has a few at most.
const maxAlerts = 8

// Undismissed returns the first of the referral reasons that staff did not dismiss, or "".
func (pad *Scratchpad) Undismissed(reasons []string) string {
	for _, reason := range reasons {
		if !slices.Contains(pad.DismissedReferrals, reason) {
			return reason
		}
	}
	return ""
}

// AddAlerts adds new alerts from a message.
func (pad *Scratchpad) AddAlerts(found []string) {
	for _, alert := range found {
		if !slices.Contains(pad.StaffAlerts, alert) && len(pad.StaffAlerts) < maxAlerts {
			pad.StaffAlerts = append(pad.StaffAlerts, alert)
		}
	}
}

// Usage is a planner's use of a model.
type Usage struct {
	Requests         int   `json:"requests,omitempty"`
	PromptTokens     int   `json:"prompt_tokens,omitempty"`     // including CachedTokens
	CachedTokens     int   `json:"cached_tokens,omitempty"`     // from the prompt cache of the service
	CompletionTokens int   `json:"completion_tokens,omitempty"` // in the answers
	MicroDollars     int64 `json:"micro_dollars,omitempty"`     // at the configured prices; 0 without prices
}

// Tokens returns the total of prompt and completion tokens.
func (u Usage) Tokens() int { return u.PromptTokens + u.CompletionTokens }

// Plus returns the sum of both usages.
func (u Usage) Plus(more Usage) Usage {
	return Usage{
		u.Requests + more.Requests, u.PromptTokens + more.PromptTokens,
		u.CachedTokens + more.CachedTokens,
		u.CompletionTokens + more.CompletionTokens, u.MicroDollars + more.MicroDollars,
	}
}

// String describes the usage in words.
func (u Usage) String() string {
	return fmt.Sprintf("%d requests, %d prompt tokens (%d of them cached), %d completion tokens, $%.4f",
		u.Requests, u.PromptTokens, u.CachedTokens, u.CompletionTokens, float64(u.MicroDollars)/1e6)
}

// addUsage adds usage to the totals of the event and of the thread.
func (pad *Scratchpad) addUsage(more Usage) {
	pad.EventUsage, pad.Usage = pad.EventUsage.Plus(more), pad.Usage.Plus(more)
}

// Question is a question of the customer about the last quote. A supposition has its own price.
type Question struct {
	questions.Question
	Calls   int              `json:"calls,omitempty"`   // carrier calls made for the supposition
	Session *carrier.Session `json:"session,omitempty"` // until there is a price
	Quote   *carrier.Quote   `json:"quote,omitempty"`   // the price of the supposition
	Failed  string           `json:"failed,omitempty"`  // why there is no price
}

// maxQuestions limits the open questions in the state.
const maxQuestions = 12

// AddQuestions adds new questions of a mail.
func (pad *Scratchpad) AddQuestions(found []questions.Question) {
	for _, q := range found {
		same := func(open Question) bool {
			return open.Kind == q.Kind && open.Coverage == q.Coverage && open.Words == q.Words
		}
		if !slices.ContainsFunc(pad.Questions, same) && len(pad.Questions) < maxQuestions {
			pad.Questions = append(pad.Questions, Question{Question: q})
		}
	}
}

// Unprice removes the prices of each supposition, because the application changed.
func (pad *Scratchpad) Unprice() {
	for i, q := range pad.Questions {
		pad.Questions[i] = Question{Question: q.Question}
	}
}

// IsAccepted reports whether the customer's last message accepts the last quote.
func (pad *Scratchpad) IsAccepted() bool {
	return pad.AcceptsQuote && pad.LastQuote != nil && pad.SentRevision == pad.Revision
}

// IsDone reports whether the agent has no next step, because the customer accepted the last quote
// and wrote nothing later.
func (pad *Scratchpad) IsDone() bool { return pad.IsAccepted() && len(pad.Inbox) == 0 }

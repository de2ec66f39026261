package agent

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"ppamaild/agent/signals"
	"ppamaild/carrier"
	"ppamaild/quote"
)

// CustomerInfo is who asks, and for what.
type CustomerInfo struct {
	Name     string     `json:"name,omitempty"` // as the From header gives it
	Address  string     `json:"address"`        // the identity
	AnswerTo string     `json:"answer_to"`      // Reply-To where it differs, else Address
	Subject  string     `json:"subject"`
	Language string     `json:"language,omitempty"` // "en" or "es"; empty before the first mail was read
	Case     quote.Case `json:"case"`
}

// Scratchpad is the planner's memory between actions. Revisions count the states
// of the application: what was derived from an older one no longer holds.
type Scratchpad struct {
	Inbox          []Mail `json:"inbox,omitempty"`      // of the customer, not yet read
	Identified     string `json:"identified,omitempty"` // the unread message that Intent is of
	Intent         string `json:"intent,omitempty"`     // of the last message
	OnlyThanks     bool   `json:"courtesy,omitempty"`   // it says nothing but thanks
	QuoteRequested bool   `json:"quoting,omitempty"`    // a message of this thread asked for a quote

	SignOff        signals.SignOff `json:"parting,omitzero"` // of the last message
	AcceptsQuote   bool            `json:"ahead,omitempty"`  // in the last message the customer takes the quote that they have
	StaffAlerts    []string        `json:"heed,omitempty"`   // of the customer's words, what staff are to see beside each draft to them
	PII            []string        `json:"pii,omitempty"`    // kinds found in the customer's mails
	ClosedRevision int             `json:"closed,omitempty"` // revision as of which the thread was closed

	Revision           int              `json:"revision"`        // of the application; 0 before anything was read
	Today              quote.Date       `json:"today,omitempty"` // that the revision is as of, where the agency is; empty: take stock
	Problems           []quote.Problem  `json:"problems,omitempty"`
	Conflicts          []quote.Conflict `json:"conflicts,omitempty"`
	ByRules            string           `json:"by_rules,omitempty"` // why the rules stood in for a model since the last mail that staff approved
	MailNotes          []string         `json:"beside,omitempty"`   // what staff should know of the mails since the last quote, beside their values
	Refer              string           `json:"refer,omitempty"`    // why a person must take it, a reason of the contract
	DismissedReferrals []string         `json:"passed,omitempty"`   // reasons that staff handed back

	Ask           AskArgs  `json:"ask,omitzero"`           // how staff want questions put
	Asked         []string `json:"asked,omitempty"`        // paths of the last questions, in order
	AskedBefore   []string `json:"asked_before,omitempty"` // and of those before, should the last ones be taken back
	AskedRevision int      `json:"heard,omitempty"`        // revision when the last questions were sent
	POBox         bool     `json:"po_box,omitempty"`       // a mail speaks of one, where no car is kept
	Attached      bool     `json:"attached,omitempty"`     // what nobody reads came with a mail that no questions were sent since

	Discounts         []quote.Assessment `json:"discounts,omitempty"`
	Saves             Saves              `json:"saves,omitempty"`   // what each of them takes off, where that is known before rating
	DiscountsRevision int                `json:"checked,omitempty"` // revision that Discounts are of

	CallsDone            int                `json:"called,omitempty"`       // carrier calls done for CalledFor
	CallsRevision        int                `json:"called_for,omitempty"`   // revision
	CarrierSince         time.Time          `json:"carrier_since,omitzero"` // since when it has not answered what is planned, and is asked again
	RefusedPaths         []string           `json:"refused,omitempty"`      // paths that the carrier would not take, and the customer was asked about
	Quote                *carrier.Quote     `json:"quote,omitempty"`        // of revision CalledFor
	Options              []Option           `json:"options,omitempty"`      // priced beside Quote
	QuoteEnds            time.Time          `json:"quote_ends,omitzero"`    // when Quote no longer stands
	SentRevision         int                `json:"sent,omitempty"`         // revision whose quote was sent
	LastQuote            *carrier.Quote     `json:"quoted,omitempty"`       // that was sent last
	LastQuoteOf          *quote.Application `json:"quoted_of,omitempty"`    // what it was rated for
	RejectedFingerprints []string           `json:"rejected,omitempty"`     // likenesses of proposals
	RejectionsLifted     bool               `json:"lifted,omitempty"`       // they may be put before staff again: what the last rejection asked for has come
	RejectedText         string             `json:"previous,omitempty"`     // text of the draft that was rejected last
	RejectedData         json.RawMessage    `json:"was,omitempty"`          // data that was rejected last
	OpenRejection        *Feedback          `json:"unanswered,omitempty"`   // a rejection that the planner has had and no proposal answers yet
	StaffAnswers         []StaffAnswer      `json:"answered,omitempty"`     // by staff to the planner's questions, the last of them
	Decoded              []DecodedVIN       `json:"decoded,omitempty"`      // VINs that the planner had looked at, the last of them
	OpenReview           *Proposal          `json:"open,omitempty"`         // still before staff while a newer mail is looked at
	OwnText              *Proposal          `json:"returned,omitempty"`     // a text of staff's own that fails the facts check, and they are asked about

	EventUsage Usage `json:"event_spent,omitzero"` // by the planner since the run last paused
	Usage      Usage `json:"spent,omitzero"`       // by the planner in this thread
}

// Extracted is the output of the tool that reads a message.
type Extracted struct {
	Message   string           `json:"message,omitempty"`
	Facts     []quote.Fact     `json:"facts"`
	Conflicts []quote.Conflict `json:"conflicts,omitempty"`
	Dropped   []string         `json:"dropped,omitempty"` // values that were dropped, with reasons
	MailNotes []string         `json:"beside,omitempty"`  // notes to staff about the mail
}

// Option is a price for coverages that the customer did not request.
type Option struct {
	Name      string          `json:"name"` // a name of the templates: "state_minimum", "same_as_now", "other_limits"
	Coverages quote.Coverages `json:"coverages"`
	Quote     carrier.Quote   `json:"quote"` // once it is rated
}

// Saves has the known amounts that discounts take off the total.
type Saves map[quote.Discount]carrier.Cents

// DecodedVIN is the data in a VIN.
type DecodedVIN struct {
	VIN      string `json:"vin"` // tidied
	Valid    bool   `json:"valid"`
	Year     int    `json:"year,omitempty"`
	Proposal string `json:"proposal,omitempty"` // that would be right, for somebody to confirm
	Problem  string `json:"problem,omitempty"`
}

// AskArgs is what to ask a customer, and how.
type AskArgs struct {
	Fields   []string `json:"fields"`          // paths of the application
	Also     []string `json:"also,omitempty"`  // further questions, in words
	Drop     []string `json:"drop,omitempty"`  // paths that staff do not want asked
	Check    []string `json:"check,omitempty"` // of Fields, those that have a value which staff doubt
	Short    bool     `json:"short,omitempty"`
	Language string   `json:"language,omitempty"` // "": the customer's
}

// Mail is a customer's message as the planner gets it.
type Mail struct {
	ID             string    `json:"id"` // Message-ID, or what stands in for it
	Subject        string    `json:"subject,omitempty"`
	Text           string    `json:"text"`              // the author's own text
	Answers        string    `json:"answers,omitempty"` // Text with the quoted lines that it answers between, marked with ">"; empty where there are none
	FullText       string    `json:"whole,omitempty"`   // all of it, where Text is little or stands between quoted lines
	Signature      string    `json:"signature,omitempty"`
	Forwarded      string    `json:"forwarded,omitempty"` // what it passes on, or answers as a whole
	IsForward      bool      `json:"passes,omitempty"`    // Forwarded is a mail that it passes on
	Hidden         string    `json:"hidden,omitempty"`    // what it does not show its reader
	Unread         string    `json:"unread,omitempty"`    // why words of the author can't be read
	HTMLDifference string    `json:"departs,omitempty"`   // what its HTML says that Text does not, in words
	FromName       string    `json:"from_name,omitempty"`
	Date           time.Time `json:"date"`
	Attachments    []string  `json:"attachments,omitempty"`
	Notes          []string  `json:"notes,omitempty"`
}

// Action is what the planner wants done: a tool and its arguments.
type Action struct {
	Tool    string          `json:"tool"`
	Args    json.RawMessage `json:"args"`
	Thought string          `json:"thought,omitempty"`
	Review  bool            `json:"review,omitempty"` // the planner asks for one, whatever the gate says
	Doubt   string          `json:"doubt,omitempty"`  // why a model asks for it, where it does
	// ByRules is why the rules chose this in place of a model; "" where they did not.
	ByRules string `json:"by_rules,omitempty"`
	Usage   Usage  `json:"spent,omitzero"` // to choose it
	// Approved is the digest of the call that a person approved, of one that is to be
	// made; "" where no gate asked for that.
	Approved string `json:"approved,omitempty"`
}

// Output is what a tool returned.
type Output struct {
	Tool    string          `json:"tool"`
	Status  OutputStatus    `json:"status"`
	Data    json.RawMessage `json:"data,omitempty"`
	Draft   *Draft          `json:"draft,omitempty"`   // of a tool that mails, instead of Data; in state and journal without its HTML
	Message string          `json:"message,omitempty"` // why it failed
	Flags   []string        `json:"flags,omitempty"`   // why a person should look, gate permitting
}

// OutputStatus says whether a tool did what it was asked.
type OutputStatus string

// How a tool call ends.
const (
	OutputOK    OutputStatus = "ok"
	OutputError OutputStatus = "error"
)

// maxHeed bounds what is kept of it; a thread has a few at most.
const maxAlerts = 8

// ToHeed keeps what was found in a message, each once.
func (pad *Scratchpad) AddAlerts(found []string) {
	for _, h := range found {
		if !slices.Contains(pad.StaffAlerts, h) && len(pad.StaffAlerts) < maxAlerts {
			pad.StaffAlerts = append(pad.StaffAlerts, h)
		}
	}
}

// Spent is what a planner used of a model. The zero value is nothing.
type Usage struct {
	Requests         int   `json:"requests,omitempty"`
	PromptTokens     int   `json:"prompt_tokens,omitempty"`     // CachedTokens among them
	CachedTokens     int   `json:"cached_tokens,omitempty"`     // read from the service's prompt cache
	CompletionTokens int   `json:"completion_tokens,omitempty"` // of the answers
	MicroDollars     int64 `json:"micro_dollars,omitempty"`     // at the configured prices; 0 where there are none
}

// Tokens is how many tokens went there and back.
func (s Usage) Tokens() int { return s.PromptTokens + s.CompletionTokens }

// Plus returns the sum of both.
func (s Usage) Plus(more Usage) Usage {
	return Usage{
		s.Requests + more.Requests, s.PromptTokens + more.PromptTokens,
		s.CachedTokens + more.CachedTokens,
		s.CompletionTokens + more.CompletionTokens, s.MicroDollars + more.MicroDollars,
	}
}

// String says it in words.
func (s Usage) String() string {
	return fmt.Sprintf("%d requests, %d prompt tokens (%d of them cached), %d completion tokens, $%.4f",
		s.Requests, s.PromptTokens, s.CachedTokens, s.CompletionTokens, float64(s.MicroDollars)/1e6)
}

// spend counts what the planner used, of this event and of the thread.
func (pad *Scratchpad) addUsage(more Usage) {
	pad.EventUsage, pad.Usage = pad.EventUsage.Plus(more), pad.Usage.Plus(more)
}

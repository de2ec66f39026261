package templates

import (
	"html/template"
	"slices"
)

// Producer is the licensed person who signs mails to customers.
type Producer struct{ Name, License string }

// Letter has the common fields of mails to customers.
type Letter struct {
	Language  string // with or without a region, such as "es-MX"; unknown languages become English
	Subject   string // the customer's subject, answered with "Re: "; "" for none
	First     bool   // no mail of the customer to answer, so no "Re: "
	Name      string // the customer's name, for the greeting; may be ""
	Agency    string
	Phone     string // of the agency; may be ""
	Producer  Producer
	Reviewed  bool   // a person approves this mail before it leaves, and the mail says so
	Reference string // connects an answer with its thread: "Q-7F3K2M-c-…"
	Buttons   Buttons
	Logo      *Logo // nil: none
}

// Logo is the agency's logo above mails to customers. The mail has the picture under the
// Content-ID. Reviews show drafts without it.
type Logo struct {
	ID            string
	Alt           string // the agency's name
	Width, Height int    // in pixels
}

// Source is the URL of the picture in the mail.
func (l *Logo) Source() template.URL { return template.URL("cid:" + l.ID) }

func (l *Letter) logo() *Logo { return l.Logo }

// logoOf returns the logo of a mail to a customer, or nil.
func logoOf(view any) *Logo {
	if l, is := view.(interface{ logo() *Logo }); is {
		return l.logo()
	}
	return nil
}

// InfoRequest asks a customer for all missing facts in one mail. InfoRequest is the view of
// info_request and info_reminder, and has no prices.
type InfoRequest struct {
	Letter
	Attached  bool   // the customer's mail had attachments that ppamaild can't read
	Again     bool   // the customer's last mail was not understood
	Wrote     string // beginning of this mail, on one line; "" if it is not quoted
	Absent    bool   // this mail takes off what the quote does not have
	Short     bool   // only the questions, without reasons and known facts
	Questions []Question
	Known     []Item // known facts, for the customer to correct
}

// Quote is a rated quote. Amounts are formatted: "$1,356.00".
type Quote struct {
	Letter
	Term                string   // "six_months", "twelve_months", or a phrase in the customer's language
	Drivers             []string // all insured drivers: "Ana Lopez"
	Vehicles            []QuoteVehicle
	Discounts           []QuoteDiscount
	NotCounted          []string // discounts that the price lacks, by contract name
	Fees                []Item
	Was                 string        // total of the last quote; "" for a first quote
	Changed             []Change      // since the last quote
	Answers             []QuoteAnswer // to the customer's questions
	Total               string        // includes discounts that still need documents
	TotalWithoutPending string        // excludes discounts that still need documents; "" if there are none
	Options             []QuoteOption // the same quote with other limits; may be empty
	Offers              []string      // coverages that the law requires us to offer and the quote excludes, by contract name
	Instalments         []Item        // payment plan and amount: "4 payments", "$259.00 each"
	Assumptions         []string
	EffectiveDate       string
	AsOf                string
	ValidUntil          string
	QuoteID             string
	File                string // name of the attached PDF file; "" for none
	Carrier             string // insurance company; "" for sample rates
	Illustrative        bool   // sample rates; the mail says so
	Verified            bool   // the price includes the carrier's reports; otherwise the mail calls the price an estimate
	CarsOnly            bool   // the customer also asked for other insurance; the mail says that staff follow up
	Care                bool   // the customer sent a private number; the mail asks not to
}

// Rows returns the cars in rows of at most three, of about the same length.
func (q *Quote) Rows() [][]QuoteVehicle {
	n := len(q.Vehicles)
	rows := max(1, (n+2)/3)
	return slices.Collect(slices.Chunk(q.Vehicles, max(1, (n+rows-1)/rows)))
}

// QuoteOption is the total with other limits. No option is a recommendation.
type QuoteOption struct {
	Name                string      // "as_asked", "as_assumed", "state_minimum", "same_as_now" or "other_limits"
	Lines               []QuoteLine // without premiums; for the first vehicle, because all vehicles have the same limits
	Total               string
	TotalWithoutPending string // "" if equal to Total
}

// QuoteVehicle is the price of one vehicle.
type QuoteVehicle struct {
	Name   string // "2019 Honda Civic"
	Driver string
	Lines  []QuoteLine
	Total  string
}

// QuoteLine is the premium of one coverage.
type QuoteLine struct {
	Coverage string // contract name ("bodily_injury"), translated for the customer, or a phrase
	Limit    string // limit or deductible
	Premium  string
}

// QuoteDiscount is a discount in the total.
type QuoteDiscount struct {
	Name    string // contract name ("multi_car") or a phrase
	Pending bool   // still needs documents
	Proof   string // required documents, if Pending
}

// QuoteAnswer is the answer to a question about a quote.
type QuoteAnswer struct {
	Kind, Coverage, Letter  string // coverage by contract name; letter of one of several suppositions
	Quote                   *Quote
	Lines                   []QuoteLine
	Items                   []Item
	Changes                 []Change // of a supposition, or since the quote before
	Up, Down                []string // facts that raise or lower the price
	Amount, Was, Difference string   // Amount is for a year, a coverage or a supposition
	Less, More              bool     // the direction of the difference
}

// Closing is a mail without questions and prices. A Closing confirms the customer's message or
// ends the conversation. Closing is the view of closing, info_close and acknowledgement.
type Closing struct{ Letter }

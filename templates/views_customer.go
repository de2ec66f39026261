package templates

// Producer is the licensed person in whose name a mail to a customer goes out.
type Producer struct{ Name, License string }

// Letter is what every mail to a customer has.
type Letter struct {
	Language  string // with or without a region, such as "es-MX"; English where the templates lack it
	Subject   string // the customer's own, answered with "Re: "; "" if there is none
	Name      string // of the customer, for the greeting; may be ""
	Agency    string
	Producer  Producer
	Reviewed  bool   // a person approves this mail before it leaves, and it says so
	Reference string // ties an answer to its thread: "Q-7F3K2M-c-…"
}

// InfoRequest asks a customer for what is missing: all of it in one mail. It is
// the view of info_request and of info_reminder, and holds no prices.
type InfoRequest struct {
	Letter
	Attached  bool // something came with their mail, and nobody has read it
	Short     bool // only the questions: no reasons, no list of what is known
	Questions []Question
	Known     []Item // what we have so far, to be put right by the customer
}

// Quote is a rated quote. All amounts are written out: "$1,356.00".
type Quote struct {
	Letter
	Term                string   // "six_months", "twelve_months", or words in the customer's language
	Drivers             []string // everyone who would be insured: "Ana Lopez"
	Vehicles            []QuoteVehicle
	Discounts           []QuoteDiscount
	Fees                []Item
	Total               string        // with the discounts that are still to be documented
	TotalWithoutPending string        // without them; "" where it is the same
	Options             []QuoteOption // the same at other limits, beside what was asked for; may be empty
	Offers              []string      // coverages that the law has offered and that are left out, by the contract's names
	Instalments         []Item        // a way to pay and its amount: "4 payments", "$259.00 each"
	Assumptions         []string
	EffectiveDate       string
	AsOf                string
	ValidUntil          string
	QuoteID             string
	Carrier             string // whose rates they are; "" where they are no carrier's
	Illustrative        bool   // the rates are no carrier's; the mail says so
	Verified            bool   // the carrier's reports are in the price; else it is indicative, and says so
	CarsOnly            bool   // the customer asked for other insurance too, which staff see to; the mail says so
	Care                bool   // the customer sent a number that no mail should hold; the mail asks not to
}

// QuoteOption is the total at some limits. None is better than another.
type QuoteOption struct {
	Name                string      // "as_asked", "as_assumed", "state_minimum", "same_as_now" or "other_limits"
	Lines               []QuoteLine // without premiums; of the first vehicle, as they are the same for all
	Total               string
	TotalWithoutPending string // "" where it is the same
}

// QuoteVehicle is what one vehicle costs.
type QuoteVehicle struct {
	Name   string // "2019 Honda Civic"
	Driver string
	Lines  []QuoteLine
	Total  string
}

// QuoteLine is the premium of one coverage.
type QuoteLine struct {
	Coverage string // a name of the contract ("bodily_injury"), shown in the customer's language, or words
	Limit    string // or deductible
	Premium  string
}

// QuoteDiscount is a discount that the total contains.
type QuoteDiscount struct {
	Name    string // a name of the contract ("multi_car"), or words
	Pending bool   // still to be documented
	Proof   string // what documents it; for pending ones
}

// Closing is a mail that asks nothing and quotes nothing: it confirms what the
// customer wrote, or ends the conversation. It is the view of closing, info_close and
// acknowledgement.
type Closing struct{ Letter }

// Package wire is the messages of the quoting API that ../openapi.yaml describes,
// and their translation to and from the calls and results of package carrier.
//
// It promises that what it decodes is what the API allows and nothing more: no
// unknown or repeated member, no trailing data, no amount that is negative or not
// in cents. A rating becomes a quote only where it is of the session that was to be
// rated, prices exactly what was asked for, and adds up.
package wire

// HeaderKey carries the id of a call that changes something.
const HeaderKey = "Idempotency-Key"

// HeaderVersion carries the version that a call is for, as Version writes it.
const HeaderVersion = "If-Match"

// HeaderAPIKey carries the caller's key, where there is no bearer token.
const HeaderAPIKey = "X-API-Key"

// The types of a Problem.
const (
	Malformed    = "malformed"
	Validation   = "validation"
	Unauthorized = "unauthorized"
	Forbidden    = "forbidden"
	NotFound     = "not_found"
	Stale        = "stale"       // another version is the current one
	InProgress   = "in_progress" // a call with this key is being answered
	Expired      = "expired"     // the quote is forgotten
	KeyReused    = "key_reused"  // by another call
	Declined     = "declined"
	Referred     = "referred"
	TooMany      = "too_many"
	Internal     = "internal"
	Unavailable  = "unavailable"
)

// The values of RatingAnswer.RatingStatusCd.
const (
	RatingRated    = "Rated"
	RatingReferred = "Referred"
	RatingDeclined = "Declined"
	RatingPending  = "Pending"
)

// The values of PersAutoQuote.ReportStatusCd.
const (
	ReportsNone     = "None"
	ReportsPending  = "Pending"
	ReportsComplete = "Complete"
)

// Addr is where the vehicles are garaged.
type Addr struct {
	Addr1       string
	City        string
	StateProvCd string
	PostalCode  string
}

// QuoteRequest opens a quote.
type QuoteRequest struct {
	QuotedDt    string
	EffectiveDt string
	ProducerCd  string `json:",omitempty"`
	Addr        Addr
}

// InsuredOrPrincipal is the person in whose name the policy would be.
type InsuredOrPrincipal struct {
	GivenName   string
	Surname     string
	BirthDt     string `json:",omitempty"`
	PhoneNumber string `json:",omitempty"`
	EmailAddr   string `json:",omitempty"`
}

// PersDriver is a driver.
type PersDriver struct {
	GivenName                       string
	Surname                         string `json:",omitempty"`
	BirthDt                         string
	DriverRelationshipToApplicantCd string `json:",omitempty"`
	LicensePermitNumber             string `json:",omitempty"`
	LicensedStateProvCd             string `json:",omitempty"`
	LicensedYears                   *int   `json:",omitempty"`
	NumAccidents                    *int   `json:",omitempty"`
	NumViolations                   *int   `json:",omitempty"`
}

// PersVeh is a vehicle.
type PersVeh struct {
	ModelYear               *int   `json:",omitempty"`
	Manufacturer            string `json:",omitempty"`
	Model                   string `json:",omitempty"`
	TrimCd                  string `json:",omitempty"`
	CostNewAmt              *Amt   `json:",omitempty"`
	VehIdentificationNumber string `json:",omitempty"`
	VehUseCd                string `json:",omitempty"`
	EstimatedAnnualDistance *int   `json:",omitempty"`
	DistanceOneWay          *int   `json:",omitempty"`
	OwnershipCd             string `json:",omitempty"`
}

// Assignments says which driver each vehicle is rated with.
type Assignments struct {
	PrincipalDriver []int `json:",omitempty"`
}

// Limit is what a coverage pays up to, dollars.
type Limit struct {
	FormatInteger    int
	LimitAppliesToCd string
}

// Coverage is a coverage that is asked for.
type Coverage struct {
	CoverageCd string
	Limit      []Limit `json:",omitempty"`
	Deductible *int    `json:",omitempty"` // dollars
}

// CoverageUpdate is the coverages of all vehicles, or those in which one differs.
type CoverageUpdate struct {
	VehicleNumber *int `json:",omitempty"` // an index
	Coverage      []Coverage
}

// ReportOrder orders the reports.
type ReportOrder struct{}

// PersAutoQuote is a quote in the making, as the carrier has it.
type PersAutoQuote struct {
	TransactionId      string // of the last call that changed it
	QuoteNumber        string
	VersionNumber      int
	QuotedDt           string
	EffectiveDt        string
	ProducerCd         string `json:",omitempty"`
	Addr               Addr
	InsuredOrPrincipal *InsuredOrPrincipal `json:",omitempty"`
	PersDriver         []PersDriver        `json:",omitempty"`
	PersVeh            []PersVeh           `json:",omitempty"`
	PrincipalDriver    []int               `json:",omitempty"`
	Coverage           []Coverage          `json:",omitempty"`
	VehicleCoverage    []CoverageUpdate    `json:",omitempty"`
	ReportStatusCd     string
}

// Discount is a discount to rate with.
type Discount struct {
	DiscountCd   string
	PendingInd   bool  `json:",omitempty"`
	DriverNumber []int `json:",omitempty"` // indices; none: everyone
}

// RatingRequest asks for the price.
type RatingRequest struct {
	Discount    []Discount `json:",omitempty"`
	NumPayments int        `json:",omitempty"`
}

// RatedCoverage is the price of one coverage of one vehicle.
type RatedCoverage struct {
	VehicleNumber     int
	CoverageCd        string
	Limit             []Limit `json:",omitempty"`
	Deductible        *int    `json:",omitempty"`
	CurrentTermAmt    Amt
	WithoutPendingAmt Amt
}

// PaymentPlan is how the total is paid.
type PaymentPlan struct {
	PaymentAmt        []Amt
	InstallmentFeeAmt Amt
}

// Rating is a price.
type Rating struct {
	RatingId                    string
	QuoteNumber                 string
	StateProvCd                 string
	EffectiveDt                 string
	TermMonths                  int
	QuotedDt                    string
	ValidUntilDt                string
	RateTableVersion            string
	IllustrativeInd             bool
	VerifiedInd                 bool
	Coverage                    []RatedCoverage
	PrincipalDriver             []int
	PolicyFeeAmt                Amt
	GoodDriverAmt               Amt
	GoodDriverWithoutPendingAmt Amt
	TotalAmt                    Amt
	TotalWithoutPendingAmt      Amt
	PaymentPlan                 PaymentPlan
	Assumption                  []string `json:",omitempty"`
}

// RatingAnswer is a price, or why there is none.
type RatingAnswer struct {
	TransactionId     string
	QuoteNumber       string
	VersionNumber     int
	RatingStatusCd    string
	Rating            *Rating  `json:",omitempty"`
	Reason            []string `json:",omitempty"`
	UnderwritingIssue []string `json:",omitempty"`
}

// Transaction is what came of a call.
type Transaction struct {
	TransactionId string
	Answer        []Answer
}

// Problem is why a call took no effect (RFC 9457).
type Problem struct {
	Type   string       `json:"type"`
	Title  string       `json:"title"`
	Status int          `json:"status"`
	Detail string       `json:"detail,omitempty"`
	Errors []FieldError `json:"errors,omitempty"`
}

// FieldError is what is wrong with one value.
type FieldError struct {
	Pointer string `json:"pointer"` // RFC 6901, into PersAutoQuote; empty: no one value
	Detail  string `json:"detail"`
}

package carrier

import (
	"fmt"
	"strconv"
	"strings"

	"ppamaild/quote"
)

// Cents is an amount of money.
type Cents int64

// String returns "$1,016.00".
func (c Cents) String() string {
	if c < 0 {
		return "-" + (-c).String()
	}
	dollars := strconv.FormatInt(int64(c/100), 10)
	for i := len(dollars) - 3; i > 0; i -= 3 {
		dollars = dollars[:i] + "," + dollars[i:]
	}
	return fmt.Sprintf("$%s.%02d", dollars, c%100)
}

// whole returns "1,016", without cents.
func (c Cents) whole() string {
	s, _, _ := strings.Cut(strings.TrimPrefix(c.String(), "$"), ".")
	return s
}

// Coverage is the ACORD code of a coverage.
type Coverage string

// The priced coverages.
const (
	BodilyInjury      Coverage = "BI"
	PropertyDamage    Coverage = "PD"
	UninsuredMotorist Coverage = "UM" // also underinsured
	MedicalPayments   Coverage = "MEDPM"
	PersonalInjury    Coverage = "PIP"
	Comprehensive     Coverage = "COMP"
	Collision         Coverage = "COLL"
	Rental            Coverage = "RREIM"
	Towing            Coverage = "TL"
)

// Quote is a rated quote for one term. Prices include all discounts, unless their name says
// "without pending": these prices omit discounts with outstanding proof.
type Quote struct {
	ID                       string     `json:"id"`
	Carrier                  string     `json:"carrier"`
	Illustrative             bool       `json:"illustrative,omitempty"` // the prices are invented; mails must mention it
	Verified                 bool       `json:"verified,omitempty"`     // based on the carrier's reports, not only on statements
	TableVersion             string     `json:"table_version"`
	State                    string     `json:"state"`
	EffectiveDate            quote.Date `json:"effective_date"`
	TermMonths               int        `json:"term_months"`
	AsOf                     quote.Date `json:"as_of"`
	ValidUntil               quote.Date `json:"valid_until"` // the last day
	Lines                    []Line     `json:"lines"`       // by vehicle
	PolicyFee                Cents      `json:"policy_fee"`
	GoodDriver               Cents      `json:"good_driver,omitempty"` // the reduction of lines and fee (California)
	GoodDriverWithoutPending Cents      `json:"good_driver_without_pending,omitempty"`
	Total                    Cents      `json:"total"`
	TotalWithoutPending      Cents      `json:"total_without_pending"`
	Discounts                []Discount `json:"discounts,omitempty"` // of the rating
	Plan                     Plan       `json:"plan"`                // for Total
	Principals               []int      `json:"principals"`          // the driver of each vehicle
	Assumptions              []string   `json:"assumptions,omitempty"`
}

// Line is the price of one coverage of one vehicle.
type Line struct {
	Vehicle        int      `json:"vehicle"` // an index
	Coverage       Coverage `json:"coverage"`
	Limit          string   `json:"limit,omitempty"` // "100/300" in thousands, or dollars; for COMP and COLL the deductible
	Premium        Cents    `json:"premium"`
	WithoutPending Cents    `json:"without_pending"`
}

// VehiclePremium returns the sum of the lines of vehicle i.
func (q Quote) VehiclePremium(i int) Cents {
	sum := Cents(0)
	for _, l := range q.Lines {
		if l.Vehicle == i {
			sum += l.Premium
		}
	}
	return sum
}

// Plan is the payment plan for the total. The installment fees are extra.
type Plan struct {
	Payments []Cents `json:"payments"`      // including the fee; the first payment is due immediately
	Fee      Cents   `json:"fee,omitempty"` // in each payment; none for a single payment
}

// Package carrier is the quoting API of an insurance company, and a reference
// carrier that answers it without any network.
//
// A quote is built up in a session by calls: Initiate, SetNamedInsured,
// AddDriver, AddVehicle, AssignDrivers, UpdateCoverage, OrderReports, Rate. Every
// price comes out of Rate and nowhere else. What the carrier makes of a call is
// its Result, one of a closed set of types; an error means only that it is not
// known what the carrier made of it. The Reference carrier's rates are
// illustrative; it reads no clock and draws nothing at random, so that the same
// call on the same session has the same result.
//
// openapi.yaml describes the API by which a carrier is reached over HTTP. In
// room wire are its messages, in room client who calls it, in room sandbox a
// server that tells the reference carrier's prices by it.
package carrier

import (
	"context"
	"slices"

	"ppamaild/quote"
)

// Carrier prices applications.
type Carrier interface {
	// Name is what the carrier is called in quotes.
	Name() string
	// Local reports that nothing leaves this machine.
	Local() bool
	// Call makes one call and returns the session after it, which is s itself
	// unless the result is OK or Rated. s is not changed. Repeated with the same
	// key the call takes effect once. The session may come back under another ID:
	// the carrier had forgotten the old one, and its prices are void.
	Call(ctx context.Context, key Key, s Session, c Call) (Session, Result, error)
}

// Key names a call among all calls of all time, so that a carrier recognises one
// that is made again.
type Key struct {
	ID    string // printable ASCII, at most 100 characters
	Again bool   // the call was made before, and nobody knows what came of it
}

// Session is a quote in the making. It can't be corrected once something was
// added: build a new one, which voids the old one's prices.
type Session struct {
	ID          string                  `json:"id,omitempty"`      // empty before Initiate
	Version     int                     `json:"version,omitempty"` // the carrier's count of changes; 0: it keeps none
	AsOf        quote.Date              `json:"as_of,omitempty"`
	Producer    string                  `json:"producer,omitempty"`
	Application quote.Application       `json:"application,omitzero"` // as far as it was built up
	Principals  []int                   `json:"principals,omitempty"` // the driver that each vehicle is rated with
	ByVehicle   map[int]quote.Coverages `json:"by_vehicle,omitempty"` // what differs for one vehicle
	Verified    bool                    `json:"verified,omitempty"`   // the carrier has the reports on its drivers
}

// CoveragesOf returns what vehicle i is to be covered with.
func (s Session) CoveragesOf(i int) quote.Coverages {
	all := s.Application.Coverages
	own, differs := s.ByVehicle[i]
	if !differs {
		return all
	}
	all.ComprehensiveDeductible, all.CollisionDeductible = own.ComprehensiveDeductible, own.CollisionDeductible
	all.Rental, all.Towing = own.Rental, own.Towing
	return all
}

// Eligible returns the discounts to rate with: those verified, and those that
// wait for their proof, marked so.
func Eligible(assessed []quote.Assessment) []Discount {
	var list []Discount
	for _, a := range assessed {
		if a.Status == quote.EligibleVerified || a.Status == quote.EligiblePendingProof {
			list = append(list, Discount{
				Discount: a.Discount,
				Pending:  a.Status == quote.EligiblePendingProof,
				Drivers:  slices.Clone(a.Drivers),
			})
		}
	}
	return list
}

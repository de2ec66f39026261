// Package carrier defines the quoting API of an insurance company, and a reference carrier
// that needs no network.
//
// Calls build a quote in a session: Initiate, SetNamedInsured, AddDriver, AddVehicle,
// AssignDrivers, UpdateCoverage, OrderReports, Rate. Only Rate returns prices. The Result of
// a call has one of a closed set of types. An error means that the result is unknown. The
// rates of the Reference carrier are illustrative. Its results depend on the call and the
// session only, not on clocks or random numbers.
//
// openapi.yaml describes the API over HTTP. Package wire holds its messages, package client a
// client, and package sandbox a server for the reference carrier.
package carrier

import (
	"context"
	"slices"

	"ppamaild/quote"
)

// Carrier prices applications.
type Carrier interface {
	// Name returns the name of the carrier in quotes.
	Name() string
	// Local reports whether calls stay on this machine.
	Local() bool
	// Call makes one call and returns the session after the call. Unless the result is OK
	// or Rated, the session is s. Call does not change s. Repeated calls with the same key
	// take effect once. The returned session may have another ID if the carrier forgot the
	// session; then the prices of the old session are void.
	Call(ctx context.Context, key Key, s Session, c Call) (Session, Result, error)
}

// Key identifies a call, so that a carrier recognizes a repeated call.
type Key struct {
	ID    string // printable ASCII, at most 100 characters
	Again bool   // the call was made before, and its result is unknown
}

// Session is an unfinished quote. Calls can only add to a session. A correction needs a new
// session, which voids the prices of the old session.
type Session struct {
	ID          string                  `json:"id,omitempty"`      // empty before Initiate
	Version     int                     `json:"version,omitempty"` // number of changes by the carrier's count; 0: no count
	AsOf        quote.Date              `json:"as_of,omitempty"`
	Producer    string                  `json:"producer,omitempty"`
	Application quote.Application       `json:"application,omitzero"` // the added parts
	Principals  []int                   `json:"principals,omitempty"` // the driver of each vehicle
	ByVehicle   map[int]quote.Coverages `json:"by_vehicle,omitempty"` // differences of single vehicles
	Verified    bool                    `json:"verified,omitempty"`   // the carrier has the reports on the drivers
}

// CoveragesOf returns the coverages of vehicle i.
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

// Eligible returns the discounts for a rating: verified discounts, and discounts with pending
// proof, which are marked.
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

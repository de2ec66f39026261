package quote

import (
	_ "embed"

	"ppamaild/lazy"
)

// Offer is an optional coverage that the law requires agencies to offer.
type Offer struct {
	State     string
	Path      string // "coverages.uninsured_motorist"
	From      Date
	Rejection string // the condition for a policy without the coverage: "a signed rejection"
	Source    string
}

func (o Offer) is(state string) bool { return o.State == state }
func (o Offer) since() Date          { return o.From }

// Rejection is a coverage of an Offer that an application lacks.
type Rejection struct {
	Offer
	Words string // the words with which the customer declined; empty: not requested
}

// Rejections returns the required offers of the state that the case lacks. A policy without the
// coverage needs the signature in the Offer. The customer's mail is not a signature.
func (c Case) Rejections(asOf Date) []Rejection {
	a := c.Application
	table, err := offers.Get()
	if err != nil {
		return nil
	}
	var left []Rejection
	for _, path := range coveragePaths {
		o, must := inForce(table, a.GaragingAddress.State, a.ratedOn(asOf), func(o Offer) bool { return o.Path == path })
		if must && !a.Has(path) {
			left = append(left, Rejection{Offer: o, Words: c.Facts[path].Words})
		}
	}
	return left
}

//go:embed offers.csv
var offersCSV string

var offers = lazy.Result[[]Offer]{New: func() ([]Offer, error) {
	return readTable("offers", offersCSV, parseOffer)
}}

func parseOffer(row []string) (Offer, error) {
	o := Offer{State: row[0], Path: row[1], From: Date(row[2]), Rejection: row[3], Source: row[4]}
	return o, oneOf(o.Path, coveragePaths...)
}

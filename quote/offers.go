package quote

import (
	_ "embed"
	"sync"
)

// Offer is a coverage that must be offered though it is not compulsory.
type Offer struct {
	State     string
	Path      string // "coverages.uninsured_motorist"
	From      Date
	Rejection string // what leaving it out takes: "a signed rejection"
	Source    string
}

func (o Offer) is(state string) bool { return o.State == state }
func (o Offer) since() Date          { return o.From }

// Rejection is a coverage that must be offered and is not in an application.
type Rejection struct {
	Offer
	Words string // by which the customer declined it; empty: it was not asked for
}

// Rejections returns what must be offered where the case is garaged and is not in
// it. Each takes the signature that its Offer names before a policy may lack it;
// what the customer wrote is no such signature.
func (c Case) Rejections(asOf Date) []Rejection {
	a := c.Application
	table, err := offers()
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

var offers = sync.OnceValues(func() ([]Offer, error) { return readTable("offers", offersCSV, parseOffer) })

func parseOffer(row []string) (Offer, error) {
	o := Offer{State: row[0], Path: row[1], From: Date(row[2]), Rejection: row[3], Source: row[4]}
	return o, oneOf(o.Path, coveragePaths...)
}

package carrier

import (
	"fmt"
	"strconv"

	"ppamaild/quote"
)

// item is a coverage with the factor of its limit or deductible.
type item struct {
	coverage Coverage
	table    string // the table of the factor: "limit" or "deductible"
	limit    string // "" without a limit
	factor   Percent
}

// items lists the coverages in the order of a declarations page.
func (t tables) items(c quote.Coverages) ([]item, error) {
	var b basket
	put(&b, "limit", BodilyInjury, c.BodilyInjury, t.SplitLimit)
	put(&b, "limit", PropertyDamage, value(c.PropertyDamage), t.PropertyDamage)
	put(&b, "limit", UninsuredMotorist, c.UninsuredMotorist, t.SplitLimit)
	put(&b, "limit", MedicalPayments, value(c.MedicalPayments), t.MedicalPayments)
	if c.PersonalInjury != nil { // the price does not depend on the limit
		b.items = append(b.items, item{PersonalInjury, "limit", strconv.Itoa(*c.PersonalInjury), 100})
	}
	put(&b, "deductible", Comprehensive, value(c.ComprehensiveDeductible), t.ComprehensiveDed)
	put(&b, "deductible", Collision, value(c.CollisionDeductible), t.CollisionDed)
	if value(c.Rental) {
		b.items = append(b.items, item{Rental, "", "", 100})
	}
	if value(c.Towing) {
		b.items = append(b.items, item{Towing, "", "", 100})
	}
	return b.items, b.err
}

// basket collects items, and the first item that the carrier does not sell.
type basket struct {
	items []item
	err   error
}

// put adds a coverage unless the limit is the zero value.
func put[T comparable](b *basket, table string, c Coverage, limit T, sold []choice[T]) {
	var absent T
	if limit == absent || b.err != nil {
		return
	}
	factor, ok := of(sold, limit)
	if !ok {
		b.err = fmt.Errorf("%s of %v is not sold", c, limit)
		return
	}
	b.items = append(b.items, item{c, table, fmt.Sprint(limit), factor})
}

// value returns what p points to, or the zero value.
func value[T any](p *T) T {
	var v T
	if p != nil {
		v = *p
	}
	return v
}

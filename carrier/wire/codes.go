package wire

import (
	"strconv"

	"ppamaild/carrier"
	"ppamaild/quote"
)

// code pairs a word of package quote with its code in the API.
type code[T ~string] struct {
	word T
	code string
}

var (
	relationships = []code[quote.Relationship]{{quote.Insured, "IN"}, {quote.Spouse, "SP"}, {quote.Child, "CH"}, {quote.Parent, "PA"}, {quote.Other, "OT"}}
	uses          = []code[quote.Use]{{quote.Pleasure, "PL"}, {quote.Commute, "DW"}, {quote.Business, "BU"}}
	ownerships    = []code[quote.Ownership]{{quote.Owned, "OW"}, {quote.Financed, "FI"}, {quote.Leased, "LE"}}
)

// encode returns the code of a word. It does not change a word without a code, so that the
// carrier refuses the word.
func encode[T ~string](list []code[T], word T) string {
	for _, c := range list {
		if c.word == word {
			return c.code
		}
	}
	return string(word)
}

func decode[T ~string](list []code[T], s string) T {
	for _, c := range list {
		if c.code == s {
			return c.word
		}
	}
	return T(s)
}

// Version formats a version as an entity tag for HeaderVersion (RFC 9110 §8.8.3).
func Version(n int) string { return `"` + strconv.Itoa(n) + `"` }

// coverages lists the requested coverages in the order of a declarations page.
func coverages(c quote.Coverages) []Coverage {
	var list []Coverage
	add := func(code carrier.Coverage, limits ...Limit) {
		list = append(list, Coverage{CoverageCd: string(code), Limit: limits})
	}
	if l := splitLimits(c.BodilyInjury); l != nil {
		add(carrier.BodilyInjury, l...)
	}
	if n := value(c.PropertyDamage); n > 0 {
		add(carrier.PropertyDamage, Limit{n * 1000, propDam})
	}
	if l := splitLimits(c.UninsuredMotorist); l != nil {
		add(carrier.UninsuredMotorist, l...)
	}
	if n := value(c.MedicalPayments); n > 0 {
		add(carrier.MedicalPayments, Limit{n, perPerson})
	}
	if c.PersonalInjury != nil {
		add(carrier.PersonalInjury, Limit{*c.PersonalInjury, perPerson})
	}
	if n := value(c.ComprehensiveDeductible); n > 0 {
		list = append(list, Coverage{CoverageCd: string(carrier.Comprehensive), Deductible: &n})
	}
	if n := value(c.CollisionDeductible); n > 0 {
		list = append(list, Coverage{CoverageCd: string(carrier.Collision), Deductible: &n})
	}
	if value(c.Rental) {
		add(carrier.Rental)
	}
	if value(c.Towing) {
		add(carrier.Towing)
	}
	return list
}

// fromCoverages reverses coverages. A coverage that is absent is not requested.
func fromCoverages(list []Coverage) quote.Coverages {
	var c quote.Coverages
	for _, l := range list {
		switch carrier.Coverage(l.CoverageCd) {
		case carrier.BodilyInjury:
			c.BodilyInjury = limitOf(carrier.BodilyInjury, l.Limit, nil)
		case carrier.UninsuredMotorist:
			c.UninsuredMotorist = limitOf(carrier.UninsuredMotorist, l.Limit, nil)
		case carrier.PropertyDamage:
			c.PropertyDamage = dollars(l.Limit, 1000)
		case carrier.MedicalPayments:
			c.MedicalPayments = dollars(l.Limit, 1)
		case carrier.PersonalInjury:
			c.PersonalInjury = dollars(l.Limit, 1)
		case carrier.Comprehensive:
			c.ComprehensiveDeductible = l.Deductible
		case carrier.Collision:
			c.CollisionDeductible = l.Deductible
		case carrier.Rental:
			c.Rental = new(true)
		case carrier.Towing:
			c.Towing = new(true)
		}
	}
	return c
}

func dollars(limits []Limit, unit int) *int {
	if len(limits) == 0 {
		return nil
	}
	return new(limits[0].FormatInteger / unit)
}

func value[T any](p *T) T {
	var v T
	if p != nil {
		v = *p
	}
	return v
}

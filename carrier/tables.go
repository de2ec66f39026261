package carrier

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"

	"ppamaild/quote"
)

// band is the factor of values up to UpTo.
type band struct {
	UpTo   int
	Factor Percent
}

// choice is the factor of one value of a list.
type choice[T comparable] struct {
	Of     T
	Factor Percent
}

// tables are the rates of a carrier for a term of six months. All factors are illustrative.
type tables struct {
	Base          map[Coverage]int // dollars
	Territory     []choice[string] // by the first three digits of the ZIP code; default 100
	YearsLicensed []band           // not for COMP
	Points        []band           // of 36 months; not for COMP
	AnnualMiles   []band
	Use           []choice[quote.Use]

	LongCommuteMiles int     // one way, minimum
	LongCommute      Percent // replaces the factor of Commute

	// COMP and COLL only.
	VehicleAge, CostNew            []band        // years, dollars
	ComprehensiveDed, CollisionDed []choice[int] // dollars

	SplitLimit      []choice[string] // BI and UM, thousands
	PropertyDamage  []choice[int]    // thousands
	MedicalPayments []choice[int]    // dollars

	Reductions           []reduction // each counts once
	Floor                Percent     // of all reductions of a coverage combined
	CaliforniaGoodDriver Percent     // last, on lines and fee

	PolicyFee     Cents // per term
	InstalmentFee Cents // per payment, for several payments

	// The carrier refers drivers with ReferPoints, drivers with NewDriverPoints and fewer than
	// NewDriverYears licensed, and vehicles above ReferPremium.
	ReferPoints, NewDriverYears, NewDriverPoints int
	ReferPremium                                 Cents
}

// reduction is a factor for drivers with any of several discounts.
type reduction struct {
	Any    []quote.Discount
	Factor Percent
	On     []Coverage // none: all coverages without a flat price
}

const more = math.MaxInt

// referenceTables returns the rates of the reference carrier.
func referenceTables() tables {
	return tables{
		Base: map[Coverage]int{
			BodilyInjury: 190, PropertyDamage: 135, UninsuredMotorist: 38, MedicalPayments: 12,
			PersonalInjury: 80, Comprehensive: 85, Collision: 215,
			Rental: 15, Towing: 6, // flat
		},
		Territory:     referenceTerritories(),
		YearsLicensed: []band{{2, 190}, {5, 145}, {8, 120}, {more, 100}},
		Points:        []band{{0, 100}, {1, 115}, {2, 135}, {3, 160}, {more, 195}},
		AnnualMiles: []band{{5000, 80}, {7500, 88}, {10000, 95}, {12500, 100}, {15000, 106},
			{20000, 114}, {more, 124}},
		Use:              []choice[quote.Use]{{quote.Pleasure, 95}, {quote.Commute, 100}, {quote.Business, 115}},
		LongCommute:      106,
		LongCommuteMiles: 15,
		VehicleAge:       []band{{1, 115}, {3, 108}, {6, 100}, {10, 86}, {15, 72}, {more, 60}},
		CostNew:          []band{{20_000, 85}, {30_000, 100}, {45_000, 120}, {65_000, 150}, {90_000, 195}},
		SplitLimit: []choice[string]{{"15/30", 94}, {"20/40", 97}, {"25/50", 100}, {"25/65", 102},
			{"30/60", 106}, {"30/65", 107}, {"35/70", 110}, {"40/80", 114}, {"50/100", 118},
			{"100/300", 138}, {"250/500", 162}},
		PropertyDamage: []choice[int]{{5, 90}, {10, 93}, {15, 96}, {20, 98}, {25, 100}, {30, 101},
			{50, 105}, {100, 110}, {250, 118}},
		MedicalPayments:      []choice[int]{{1000, 100}, {2000, 140}, {5000, 200}, {10000, 290}},
		ComprehensiveDed:     []choice[int]{{100, 130}, {250, 115}, {500, 100}, {1000, 80}, {2000, 64}},
		CollisionDed:         []choice[int]{{250, 118}, {500, 100}, {1000, 82}, {2000, 66}},
		Reductions:           referenceReductions(),
		Floor:                60,
		CaliforniaGoodDriver: 80,
		PolicyFee:            2000,
		InstalmentFee:        500,
		ReferPoints:          3,
		NewDriverYears:       3,
		NewDriverPoints:      2,
		ReferPremium:         2500_00,
	}
}

// referenceReductions returns the reductions of the reference carrier. Only one course and one
// membership count; military service is a membership. Good drivers outside California get no
// reduction, because points rate the record already.
func referenceReductions() []reduction {
	driving := []Coverage{BodilyInjury, PropertyDamage, MedicalPayments, PersonalInjury, Collision}
	return []reduction{
		{Any: []quote.Discount{quote.MultiCar}, Factor: 88},
		{Any: []quote.Discount{quote.MultiPolicy}, Factor: 92},
		{Any: []quote.Discount{quote.PaidInFull}, Factor: 93},
		{Any: []quote.Discount{quote.Telematics}, Factor: 95},
		{Any: []quote.Discount{quote.Affinity, quote.Military}, Factor: 95},
		{Any: []quote.Discount{quote.EFT}, Factor: 97},
		{Any: []quote.Discount{quote.Paperless}, Factor: 98},
		{Any: []quote.Discount{quote.GoodStudent}, Factor: 90, On: driving},
		{Any: []quote.Discount{quote.MatureDriver, quote.DefensiveDriving, quote.DriverTraining}, Factor: 95, On: driving},
		{Any: []quote.Discount{quote.AntiTheft}, Factor: 93, On: []Coverage{Comprehensive}},
	}
}

// version identifies the tables by their content, so that a quote always names its rates.
func (t tables) version() (string, error) {
	raw, err := json.Marshal(t)
	if err != nil {
		return "", fmt.Errorf("naming the rate tables: %w", err)
	}
	sum := sha256.Sum256(raw)
	return "reference-" + hex.EncodeToString(sum[:6]), nil
}

// in returns the factor of the first band that includes n, or false above the last band.
func in(bands []band, n int) (Percent, bool) {
	for _, b := range bands {
		if n <= b.UpTo {
			return b.Factor, true
		}
	}
	return 0, false
}

// of returns the factor of v, or false if the list lacks v.
func of[T comparable](list []choice[T], v T) (Percent, bool) {
	for _, c := range list {
		if c.Of == v {
			return c.Factor, true
		}
	}
	return 0, false
}

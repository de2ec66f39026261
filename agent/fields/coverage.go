package fields

import (
	"slices"
	"strings"

	"ppamaild/lazyregexp"
	"ppamaild/quote"
)

// coverage reads a limit, a deductible, or whether a coverage is wanted.
func (r Reader) coverage(name, said string, ofCar bool) (v any, needs string) {
	none := func(v any, needs string) (any, string) {
		switch is := r.isOne("field.none", bareWords(said)); {
		case is && ofCar:
			return 0, "" // no such coverage for this car
		case is:
			return nil, ""
		}
		return v, needs
	}
	switch name {
	case "rental", "towing":
		yes := r.isOne("field.yes", bareWords(said))
		return as(yes, yes || r.isOne("field.no", bareWords(said)), r.say("field.needs.yesno"))
	case "bodily_injury":
		return r.split(said)
	case "uninsured_motorist":
		return none(r.split(said))
	case "property_damage":
		return r.thousands(said)
	case "medical_payments":
		return none(r.oneOf(said, quote.MedicalPaymentsLimits()))
	case "comprehensive_deductible":
		return none(r.oneOf(said, quote.ComprehensiveDeductibles()))
	case "collision_deductible":
		return none(r.oneOf(said, quote.CollisionDeductibles()))
	}
	return none(r.number(said, 1, 1_000_000))
}

// oneOf reads an amount that carriers sell.
func (r Reader) oneOf(said string, sold []int) (v any, needs string) {
	n, is := r.amount(said)
	return as(n, is && slices.Contains(sold, n), r.say("field.needs.choice", joined(sold)))
}

// thousands reads a limit in dollars or in thousands of dollars.
func (r Reader) thousands(said string) (v any, needs string) {
	n, is := r.amount(said)
	if n >= 1000 {
		n /= 1000
	}
	sold := quote.PropertyDamageLimits()
	return as(n, is && slices.Contains(sold, n), r.say("field.needs.choice", joined(sold)))
}

// splitShape matches a limit such as "100/300" and "$100,000 / $300,000".
var splitShape = lazyregexp.MustCompile(`^\$?([\d,]+) ?k? ?/ ?\$?([\d,]+) ?k?$`)

// split reads a limit per person and per accident, in dollars or in thousands of dollars.
func (r Reader) split(said string) (v any, needs string) {
	sold, limit := quote.BodilyInjuryLimits(), ""
	said = strings.ToLower(strings.TrimRight(said, " ."))
	if m := splitShape.FindStringSubmatch(said); m != nil {
		limit = inThousands(m[1]) + "/" + inThousands(m[2])
	}
	return as(limit, slices.Contains(sold, limit), r.say("field.needs.choice", joined(sold)))
}

func inThousands(digits string) string {
	digits = strings.ReplaceAll(digits, ",", "")
	return strings.TrimSuffix(digits, "000")
}

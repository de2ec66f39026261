package wire

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ppamaild/carrier"
)

const (
	perPerson   = "PerPerson"
	perAccident = "PerAccident"
	propDam     = "PropDam"
)

// splitLimits parses a limit in thousands, such as "100/300". It returns nil for other text.
func splitLimits(s string) []Limit {
	person, accident, _ := strings.Cut(s, "/")
	p, errP := strconv.Atoi(person)
	a, errA := strconv.Atoi(accident)
	if errP != nil || errA != nil {
		return nil
	}
	return []Limit{{p * 1000, perPerson}, {a * 1000, perAccident}}
}

// limitOf formats limits or a deductible for carrier.Line.Limit. It returns "" if they are
// missing, or are not the limits of the coverage.
func limitOf(c carrier.Coverage, limits []Limit, deductible *int) string {
	thousands := !slices.ContainsFunc(limits, func(l Limit) bool { return l.FormatInteger%1000 != 0 })
	switch c {
	case carrier.BodilyInjury, carrier.UninsuredMotorist:
		if thousands && len(limits) == 2 && limits[0].LimitAppliesToCd == perPerson && limits[1].LimitAppliesToCd == perAccident {
			return fmt.Sprintf("%d/%d", limits[0].FormatInteger/1000, limits[1].FormatInteger/1000)
		}
	case carrier.PropertyDamage:
		if thousands && len(limits) == 1 && limits[0].LimitAppliesToCd == propDam {
			return strconv.Itoa(limits[0].FormatInteger / 1000)
		}
	case carrier.MedicalPayments, carrier.PersonalInjury:
		if len(limits) == 1 && limits[0].LimitAppliesToCd == perPerson {
			return strconv.Itoa(limits[0].FormatInteger)
		}
	case carrier.Comprehensive, carrier.Collision:
		if deductible != nil {
			return strconv.Itoa(*deductible)
		}
	}
	return ""
}

// limitsOf reverses limitOf.
func limitsOf(c carrier.Coverage, written string) (limits []Limit, deductible *int) {
	n, err := strconv.Atoi(written)
	switch c {
	case carrier.BodilyInjury, carrier.UninsuredMotorist:
		return splitLimits(written), nil
	case carrier.PropertyDamage:
		return []Limit{{n * 1000, propDam}}, nil
	case carrier.MedicalPayments, carrier.PersonalInjury:
		return []Limit{{n, perPerson}}, nil
	case carrier.Comprehensive, carrier.Collision:
		if err == nil {
			return nil, &n
		}
	}
	return nil, nil
}

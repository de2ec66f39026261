package quote

import (
	"encoding/json"
	"fmt"
	"strings"
)

// The limits and deductibles on sale, in rising order.

// BodilyInjuryLimits returns limits per person and per accident, in thousands. The same limits
// apply to uninsured motorist. 25/65 and 15/30 are old minimums of some states.
func BodilyInjuryLimits() []string {
	return []string{"15/30", "20/40", "25/50", "25/65", "30/60", "30/65", "35/70", "40/80", "50/100", "100/300", "250/500"}
}

// PropertyDamageLimits returns limits in thousands.
func PropertyDamageLimits() []int { return []int{5, 10, 15, 20, 25, 30, 50, 100, 250} }

// MedicalPaymentsLimits returns limits in dollars.
func MedicalPaymentsLimits() []int { return []int{1000, 2000, 5000, 10000} }

// ComprehensiveDeductibles returns deductibles in dollars.
func ComprehensiveDeductibles() []int { return []int{100, 250, 500, 1000, 2000} }

// CollisionDeductibles returns deductibles in dollars.
func CollisionDeductibles() []int { return []int{250, 500, 1000, 2000} }

// Sold returns the limits or deductibles on sale for a coverage in the state of an application,
// lowest first, as JSON values for the path. It returns none for other paths.
func Sold(path string, a Application, asOf Date) []json.RawMessage {
	m, _ := Minimum(a.GaragingAddress.State, a.ratedOn(asOf))
	switch _, name, _ := strings.Cut(path, "coverages."); name {
	case "bodily_injury":
		return splitsFrom(m.BodilyInjury, "")
	case "uninsured_motorist":
		least, most := "", liftSplit(a.Coverages.BodilyInjury, m.BodilyInjury)
		if m.UninsuredMotorist {
			least = m.BodilyInjury
		}
		return splitsFrom(least, most)
	case "property_damage":
		return numbersFrom(m.PropertyDamage, PropertyDamageLimits())
	case "medical_payments":
		return numbersFrom(m.MedicalPayments, MedicalPaymentsLimits())
	case "comprehensive_deductible":
		return numbersFrom(0, ComprehensiveDeductibles())
	case "collision_deductible":
		return numbersFrom(0, CollisionDeductibles())
	}
	return nil
}

// splitsFrom lists the limits from least to most. Both may be empty.
func splitsFrom(least, most string) (list []json.RawMessage) {
	low, _ := parseSplit(least)
	high, capped := parseSplit(most)
	for _, limit := range BodilyInjuryLimits() {
		if v, ok := parseSplit(limit); ok && v.atLeast(low) && (!capped || high.atLeast(v)) {
			list = append(list, json.RawMessage(`"`+limit+`"`))
		}
	}
	return list
}

// numbersFrom lists the numbers on sale from least on.
func numbersFrom(least int, sold []int) (list []json.RawMessage) {
	for _, n := range sold {
		if n >= least {
			list = append(list, json.RawMessage(fmt.Sprint(n)))
		}
	}
	return list
}

// split is a limit per person and per accident, in thousands.
type split struct{ person, accident int }

// parseSplit parses "100/300".
func parseSplit(s string) (split, bool) {
	var v split
	n, err := fmt.Sscanf(s, "%d/%d", &v.person, &v.accident)
	return v, err == nil && n == 2 && v.String() == s && 0 < v.person && v.person <= v.accident
}

func (v split) String() string { return fmt.Sprintf("%d/%d", v.person, v.accident) }

func (v split) atLeast(w split) bool { return v.person >= w.person && v.accident >= w.accident }

// liftSplit returns the smallest limit on sale that is at least want and at least least. Both
// may be empty.
func liftSplit(want, least string) string {
	w, _ := parseSplit(want)
	l, _ := parseSplit(least)
	for _, limit := range BodilyInjuryLimits() {
		if v, ok := parseSplit(limit); ok && (want != "" || least != "") && v.atLeast(w) && v.atLeast(l) {
			return limit
		}
	}
	return want
}

// liftNumber returns want, or least if want is absent or lower, or nil if both are absent.
func liftNumber(want *int, least int) *int {
	if least > 0 && (want == nil || *want < least) {
		return new(least)
	}
	return want
}

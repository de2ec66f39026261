package quote

import "fmt"

// The limits and deductibles that are sold, each list rising.

// BodilyInjuryLimits are thousands, per person/per accident; they are those of
// uninsured motorist too. 25/65 and 15/30 are some states' old minimums.
func BodilyInjuryLimits() []string {
	return []string{"15/30", "20/40", "25/50", "25/65", "30/60", "30/65", "35/70", "40/80", "50/100", "100/300", "250/500"}
}

// PropertyDamageLimits are thousands.
func PropertyDamageLimits() []int { return []int{5, 10, 15, 20, 25, 30, 50, 100, 250} }

// MedicalPaymentsLimits are dollars.
func MedicalPaymentsLimits() []int { return []int{1000, 2000, 5000, 10000} }

// ComprehensiveDeductibles are dollars.
func ComprehensiveDeductibles() []int { return []int{100, 250, 500, 1000, 2000} }

// CollisionDeductibles are dollars.
func CollisionDeductibles() []int { return []int{250, 500, 1000, 2000} }

// split is a limit per person and per accident, thousands.
type split struct{ person, accident int }

// parseSplit reads "100/300".
func parseSplit(s string) (split, bool) {
	var v split
	n, err := fmt.Sscanf(s, "%d/%d", &v.person, &v.accident)
	return v, err == nil && n == 2 && v.String() == s && 0 < v.person && v.person <= v.accident
}

func (v split) String() string { return fmt.Sprintf("%d/%d", v.person, v.accident) }

func (v split) atLeast(w split) bool { return v.person >= w.person && v.accident >= w.accident }

// liftSplit returns the smallest limit sold that is neither below want nor below
// least; either may be empty.
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

// liftNumber returns want, or least where want is absent or lower; nil where
// there is neither.
func liftNumber(want *int, least int) *int {
	if least > 0 && (want == nil || *want < least) {
		return new(least)
	}
	return want
}

package quote

import (
	_ "embed"
	"slices"

	"ppamaild/lazy"
)

// Factor is a property that a premium, an eligibility or a tier may depend on.
type Factor string

// The factors that this program uses.
const (
	DrivingRecord         Factor = "driving_record"
	AnnualMileage         Factor = "annual_mileage"
	YearsOfExperience     Factor = "years_of_experience"
	VehicleKind           Factor = "vehicle"
	VehicleUse            Factor = "use"
	Territory             Factor = "territory"
	PriorInsuranceHistory Factor = "prior_insurance"
	MatureAge             Factor = "mature_age" // of drivers with a course
	Membership            Factor = "membership" // in a group, or of an occupation
)

// Factors that no state allows here: no row allows them.
const (
	Credit        Factor = "credit"
	Gender        Factor = "gender"
	MaritalStatus Factor = "marital_status"
	DriverAge     Factor = "age"
	Education     Factor = "education"
	Occupation    Factor = "occupation"
)

// everyUsed marks rows for all factors that this program uses.
const everyUsed Factor = "*"

var usedFactors = []Factor{DrivingRecord, AnnualMileage, YearsOfExperience, VehicleKind, VehicleUse, Territory,
	PriorInsuranceHistory, MatureAge, Membership}

// FactorRule says whether a factor may count from a day on.
type FactorRule struct {
	State        string // two letters
	Factor       Factor
	From         Date
	Allowed      bool
	Note, Source string // a note for producers, and the source of the rule
}

func (r FactorRule) is(state string) bool { return r.State == state }
func (r FactorRule) since() Date          { return r.From }

// RuleOf returns the rule for a factor in a state (two letters) on a day. It returns false if
// there is no rule; then the factor must not count. A rule of the factor takes precedence over
// a rule of everyUsed.
func RuleOf(state string, f Factor, on Date) (FactorRule, bool) {
	table, err := factorRules.Get()
	if err != nil || !IsState(state) {
		return FactorRule{}, false
	}
	rule, known := inForce(table, state, on, func(r FactorRule) bool { return r.Factor == f })
	if !known && slices.Contains(usedFactors, f) {
		rule, known = inForce(table, state, on, func(r FactorRule) bool { return r.Factor == everyUsed })
		rule.Factor = f
	}
	return rule, known
}

// Allowed reports whether a factor may count in a state on a day. Without a rule, and in an
// unknown state, no factor is allowed.
func Allowed(state string, f Factor, on Date) bool {
	rule, known := RuleOf(state, f, on)
	return known && rule.Allowed
}

// Denied reports whether a rule of the state forbids a factor. A missing rule is not a denial.
func Denied(state string, f Factor, on Date) bool {
	rule, known := RuleOf(state, f, on)
	return known && !rule.Allowed
}

//go:embed factors.csv
var factorsCSV string

var factorRules = lazy.Result[[]FactorRule]{New: func() ([]FactorRule, error) {
	return readTable("factors", factorsCSV, parseFactorRule)
}}

func parseFactorRule(row []string) (FactorRule, error) {
	r := FactorRule{State: row[0], Factor: Factor(row[1]), From: Date(row[2]), Allowed: row[3] == "allow", Note: row[4], Source: row[5]}
	return r, oneOf(row[3], "allow", "deny")
}

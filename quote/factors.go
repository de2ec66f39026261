package quote

import "slices"

// Factor is something that a premium, an eligibility or a tier may depend on.
type Factor string

// The factors that are used here. Credit, gender, marital status, age,
// education and occupation are not: nothing may depend on them, in any state.
const (
	DrivingRecord         Factor = "driving_record"
	AnnualMileage         Factor = "annual_mileage"
	YearsOfExperience     Factor = "years_of_experience"
	VehicleKind           Factor = "vehicle"
	VehicleUse            Factor = "use"
	Territory             Factor = "territory"
	PriorInsuranceHistory Factor = "prior_insurance"
	MatureAge             Factor = "mature_age" // of those who took a course
	Membership            Factor = "membership" // in a group, or of an occupation
)

// banned are the factors that a state does not let count. HI: HRS 431:10C-207.
// CA: 10 CCR 2632.5, Ins. Code 1861.02(c). MI: ZIP codes and occupation. NY:
// occupation is restricted; without a filing it does not count here.
var banned = map[string][]Factor{
	"CA": {PriorInsuranceHistory},
	"HI": {YearsOfExperience, MatureAge},
	"MI": {Territory, Membership},
	"NY": {Membership},
}

// Allowed reports whether a factor may count in a state (two letters). What is
// not known to be allowed is denied, and so is everything in an unknown state.
func Allowed(state string, f Factor) bool {
	switch f {
	case DrivingRecord, AnnualMileage, YearsOfExperience, VehicleKind, VehicleUse,
		Territory, PriorInsuranceHistory, MatureAge, Membership:
		return IsState(state) && !slices.Contains(banned[state], f)
	}
	return false
}

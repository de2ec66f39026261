package quote

import (
	"slices"
	"strings"
)

// The reasons, of the contract's, that the data alone can show. The others rest
// on words: sr22, salvage, claim and so on.
const (
	ReferMinor      = "minor_applicant"
	ReferOutOfState = "out_of_state"
	ReferCommercial = "commercial"
	ReferExotic     = "exotic"
	ReferLapse      = "lapse"
)

// What a person must look at.
const (
	adultAge      = 18     // years; a minor can't make the contract
	exoticCostNew = 90_000 // dollars; above it a vehicle is not rated
	longestLapse  = 30     // days without insurance
)

// Refer returns why a person must take the application, as a reason of the
// contract, or "". licensed are the states that the agency may sell in; none
// means that it does not matter.
func Refer(a Application, licensed []string, asOf Date) string {
	switch state := a.GaragingAddress.State; {
	case isMinor(a, asOf):
		return ReferMinor
	case isBusiness(a.NamedInsured):
		return ReferCommercial
	case state != "" && len(licensed) > 0 && !slices.Contains(licensed, state):
		return ReferOutOfState
	case slices.ContainsFunc(a.Vehicles, IsExotic):
		return ReferExotic
	case hasLapsed(a, asOf):
		return ReferLapse
	}
	return ""
}

func isMinor(a Application, asOf Date) bool {
	age, ok := Age(a.NamedInsured.DateOfBirth, asOf)
	return ok && age < adultAge
}

// isBusiness reports whether the name is a firm's.
func isBusiness(n NamedInsured) bool {
	for word := range strings.FieldsSeq(strings.ToUpper(n.GivenName + " " + n.Surname)) {
		switch strings.Trim(strings.ReplaceAll(word, ".", ""), ",") {
		case "LLC", "INC", "CORP", "LLP", "LTD":
			return true
		}
	}
	return false
}

// exoticMakes are never rated, whatever they cost. Illustrative.
var exoticMakes = []string{"aston martin", "bentley", "bugatti", "ferrari", "koenigsegg",
	"lamborghini", "maybach", "mclaren", "pagani", "rolls-royce", "rolls royce"}

// IsExotic reports whether a vehicle is not to be rated for its make or its cost new.
func IsExotic(v Vehicle) bool {
	return v.CostNew != nil && *v.CostNew > exoticCostNew ||
		slices.Contains(exoticMakes, strings.ToLower(v.Make))
}

// hasLapsed reports whether the last policy ran out more than 30 days ago.
// California does not let prior insurance count (Ins. Code 1861.02(c)).
func hasLapsed(a Application, asOf Date) bool {
	expires := a.PriorInsurance.Expires
	if _, ok := expires.Time(); !ok || !Allowed(a.GaragingAddress.State, PriorInsuranceHistory) {
		return false
	}
	return expires.AddDays(longestLapse) < asOf
}

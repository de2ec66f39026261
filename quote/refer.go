package quote

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
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

// Refer returns why a person must take the application, as a reason of the
// contract, or "". licensed are the states that the agency may sell in; none
// means that it does not matter.
func Refer(a Application, licensed []string, asOf Date) string {
	state := a.GaragingAddress.State
	exotic := func(v Vehicle) bool { return IsExotic(v, state, a.ratedOn(asOf)) }
	switch {
	case isMinor(a, asOf):
		return ReferMinor
	case isBusiness(a.NamedInsured):
		return ReferCommercial
	case state != "" && len(licensed) > 0 && !slices.Contains(licensed, state):
		return ReferOutOfState
	case slices.ContainsFunc(a.Vehicles, exotic):
		return ReferExotic
	case hasLapsed(a, asOf):
		return ReferLapse
	}
	return ""
}

func isMinor(a Application, asOf Date) bool {
	age, ok := Age(a.NamedInsured.DateOfBirth, asOf)
	return ok && age < referralLimit(ReferMinor, a.GaragingAddress.State, asOf)
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

// IsExotic reports whether a vehicle is not to be rated for its make, or for its
// cost new, in a state on a day.
func IsExotic(v Vehicle, state string, on Date) bool {
	return v.CostNew != nil && *v.CostNew > referralLimit(ReferExotic, state, on) ||
		slices.Contains(exoticMakes, strings.ToLower(v.Make))
}

// hasLapsed reports whether the last policy ran out more than 30 days ago. It is the
// agency's own caution, and not used where a rule says that prior insurance may not
// count, as in California (Ins. Code 1861.02(c)).
func hasLapsed(a Application, asOf Date) bool {
	expires := a.PriorInsurance.Expires
	state := a.GaragingAddress.State
	if _, ok := expires.Time(); !ok || !IsState(state) || Denied(state, PriorInsuranceHistory, asOf) {
		return false
	}
	return expires.AddDays(referralLimit(ReferLapse, state, asOf)) < asOf
}

// referral is the number from which a person must take an application.
type referral struct {
	Reason, State string
	From          Date
	Limit         int
}

func (r referral) is(state string) bool { return r.State == state }
func (r referral) since() Date          { return r.From }

// referralLimit returns the limit of a reason in a state on a day.
func referralLimit(reason, state string, on Date) int {
	table, err := referrals()
	if err != nil {
		return 0 // refers nearly everything; a test reads the table
	}
	r, _ := inForce(table, state, on, func(r referral) bool { return r.Reason == reason })
	return r.Limit
}

//go:embed referrals.csv
var referralsCSV string

var referrals = sync.OnceValues(func() ([]referral, error) { return readTable("referrals", referralsCSV, parseReferral) })

func parseReferral(row []string) (referral, error) {
	limit, err := strconv.Atoi(row[3])
	return referral{Reason: row[0], State: row[1], From: Date(row[2]), Limit: limit}, err
}

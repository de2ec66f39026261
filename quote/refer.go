package quote

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ppamaild/lazy"
	"ppamaild/lazyregexp"
)

// The reasons of the contract that follow from data. Other reasons follow from words: sr22,
// salvage, claim and so on.
const (
	ReferMinor      = "minor_applicant"
	ReferOutOfState = "out_of_state"
	ReferCommercial = "commercial"
	ReferExotic     = "exotic"
	ReferLapse      = "lapse"
	ReferUnlicensed = "unlicensed"
)

// Referrals returns the reasons of the contract why a person must take the case. A driver without
// a license follows from the words of the customer.
func (k Case) Referrals(licensed []string, asOf Date) []string {
	reasons := Referrals(k.Application, licensed, asOf)
	for i, d := range k.Application.Drivers {
		words := k.Facts[fmt.Sprintf("drivers[%d].years_licensed", i)].Words
		if d.YearsLicensed != nil && *d.YearsLicensed == 0 && noLicense.MatchString(words) {
			return append(reasons, ReferUnlicensed)
		}
	}
	return reasons
}

// noLicense matches words that deny a license: "has no license yet".
var noLicense = lazyregexp.MustCompile(
	`(?i)\b(?:no|not|never|doesn['’]?t|don['’]?t|without|sin)\b.*\blicen[cs](?:e|ia)\b`)

// Refer returns the first reason of the contract why a person must take the application, or "".
func Refer(a Application, licensed []string, asOf Date) string {
	for _, reason := range Referrals(a, licensed, asOf) {
		return reason
	}
	return ""
}

// Referrals returns the reasons of the contract why a person must take the application.
// licensed lists the states where the agency may sell; an empty list allows all states.
func Referrals(a Application, licensed []string, asOf Date) (reasons []string) {
	state := a.GaragingAddress.State
	exotic := func(v Vehicle) bool { return IsExotic(v, state, a.ratedOn(asOf)) }
	for _, r := range []struct {
		reason  string
		applies bool
	}{
		{ReferMinor, isMinor(a, asOf)},
		{ReferCommercial, isBusiness(a.NamedInsured)},
		{ReferOutOfState, state != "" && len(licensed) > 0 && !slices.Contains(licensed, state)},
		{ReferExotic, slices.ContainsFunc(a.Vehicles, exotic)},
		{ReferLapse, hasLapsed(a, asOf)},
	} {
		if r.applies {
			reasons = append(reasons, r.reason)
		}
	}
	return reasons
}

func isMinor(a Application, asOf Date) bool {
	age, ok := Age(a.NamedInsured.DateOfBirth, asOf)
	return ok && age < referralLimit(ReferMinor, a.GaragingAddress.State, asOf)
}

// isBusiness reports whether the name belongs to a company.
func isBusiness(n NamedInsured) bool {
	for word := range strings.FieldsSeq(strings.ToUpper(n.GivenName + " " + n.Surname)) {
		switch strings.Trim(strings.ReplaceAll(word, ".", ""), ",") {
		case "LLC", "INC", "CORP", "LLP", "LTD":
			return true
		}
	}
	return false
}

// exoticMakes are never rated. The list is illustrative.
var exoticMakes = []string{"aston martin", "bentley", "bugatti", "ferrari", "koenigsegg",
	"lamborghini", "maybach", "mclaren", "pagani", "rolls-royce", "rolls royce"}

// IsExotic reports whether the make or the cost of a vehicle prevents a rating in a state on a
// day.
func IsExotic(v Vehicle, state string, on Date) bool {
	return v.CostNew != nil && *v.CostNew > referralLimit(ReferExotic, state, on) ||
		slices.Contains(exoticMakes, strings.ToLower(v.Make))
}

// hasLapsed reports whether the last policy expired more than 30 days ago. The check is a
// precaution of the agency. It does not apply in states that forbid the use of prior insurance,
// such as California (Ins. Code 1861.02(c)).
func hasLapsed(a Application, asOf Date) bool {
	expires := a.PriorInsurance.Expires
	state := a.GaragingAddress.State
	if _, ok := expires.Time(); !ok || !IsState(state) || Denied(state, PriorInsuranceHistory, asOf) {
		return false
	}
	return expires.AddDays(referralLimit(ReferLapse, state, asOf)) < asOf
}

// referral is the lowest number that requires a person.
type referral struct {
	Reason, State string
	From          Date
	Limit         int
}

func (r referral) is(state string) bool { return r.State == state }
func (r referral) since() Date          { return r.From }

// referralLimit returns the limit of a reason in a state on a day.
func referralLimit(reason, state string, on Date) int {
	table, err := referrals.Get()
	if err != nil {
		return 0 // refers nearly everything; a test checks the table
	}
	r, _ := inForce(table, state, on, func(r referral) bool { return r.Reason == reason })
	return r.Limit
}

//go:embed referrals.csv
var referralsCSV string

var referrals = lazy.Result[[]referral]{New: func() ([]referral, error) {
	return readTable("referrals", referralsCSV, parseReferral)
}}

func parseReferral(row []string) (referral, error) {
	limit, err := strconv.Atoi(row[3])
	return referral{Reason: row[0], State: row[1], From: Date(row[2]), Limit: limit}, err
}

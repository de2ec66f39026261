package wire

import (
	"fmt"
	"strings"

	"ppamaild/lazyregexp"
)

// names maps the values of a PersAutoQuote to the values of the application. A # means an
// index.
var names = [][2]string{
	{"/EffectiveDt", "effective_date"},
	{"/Addr/Addr1", "garaging_address.street"},
	{"/Addr/City", "garaging_address.city"},
	{"/Addr/StateProvCd", "garaging_address.state"},
	{"/Addr/PostalCode", "garaging_address.zip"},
	{"/InsuredOrPrincipal/GivenName", "named_insured.given_name"},
	{"/InsuredOrPrincipal/Surname", "named_insured.surname"},
	{"/InsuredOrPrincipal/BirthDt", "named_insured.date_of_birth"},
	{"/InsuredOrPrincipal/PhoneNumber", "named_insured.phone"},
	{"/InsuredOrPrincipal/EmailAddr", "named_insured.email"},
	{"/PersDriver/#/GivenName", "drivers[#].given_name"},
	{"/PersDriver/#/Surname", "drivers[#].surname"},
	{"/PersDriver/#/BirthDt", "drivers[#].date_of_birth"},
	{"/PersDriver/#/DriverRelationshipToApplicantCd", "drivers[#].relationship"},
	{"/PersDriver/#/LicensePermitNumber", "drivers[#].license_number"},
	{"/PersDriver/#/LicensedStateProvCd", "drivers[#].license_state"},
	{"/PersDriver/#/LicensedYears", "drivers[#].years_licensed"},
	{"/PersDriver/#/NumAccidents", "drivers[#].accidents"},
	{"/PersDriver/#/NumViolations", "drivers[#].violations"},
	{"/PersVeh/#/ModelYear", "vehicles[#].year"},
	{"/PersVeh/#/Manufacturer", "vehicles[#].make"},
	{"/PersVeh/#/Model", "vehicles[#].model"},
	{"/PersVeh/#/TrimCd", "vehicles[#].trim"},
	{"/PersVeh/#/CostNewAmt", "vehicles[#].cost_new"},
	{"/PersVeh/#/VehIdentificationNumber", "vehicles[#].vin"},
	{"/PersVeh/#/VehUseCd", "vehicles[#].use"},
	{"/PersVeh/#/EstimatedAnnualDistance", "vehicles[#].annual_miles"},
	{"/PersVeh/#/DistanceOneWay", "vehicles[#].commute_miles_one_way"},
	{"/PersVeh/#/OwnershipCd", "vehicles[#].ownership"},
	{"/Coverage/BI", "coverages.bodily_injury"},
	{"/Coverage/PD", "coverages.property_damage"},
	{"/Coverage/UM", "coverages.uninsured_motorist"},
	{"/Coverage/MEDPM", "coverages.medical_payments"},
	{"/Coverage/PIP", "coverages.personal_injury_protection"},
	{"/Coverage/COMP", "coverages.comprehensive_deductible"},
	{"/Coverage/COLL", "coverages.collision_deductible"},
	{"/Coverage/RREIM", "coverages.rental"},
	{"/Coverage/TL", "coverages.towing"},
	{"/Discount", "discounts"},
}

// index matches an index in a pointer or a path.
var index = lazyregexp.MustCompile(`(?:/|\[)(\d{1,2})\b`)

// Pointer returns the pointer into a PersAutoQuote for a path of the application, or "" if
// the API does not have the value.
func Pointer(path string) string { return translate(path, 1, 0) }

// Path returns the path in the application for a pointer, or "" if the pointer names no
// single value there.
func Path(pointer string) string { return translate(pointer, 0, 1) }

func translate(s string, from, to int) string {
	n, form := "", s
	if at := index.FindStringSubmatchIndex(s); at != nil {
		n, form = s[at[2]:at[3]], s[:at[2]]+"#"+s[at[3]:]
	}
	for _, pair := range names {
		if pair[from] == form {
			return strings.Replace(pair[to], "#", n, 1)
		}
	}
	return ""
}

// String describes a problem for staff.
func (p Problem) String() string {
	words := p.Title
	if p.Detail != "" {
		words += ": " + p.Detail
	}
	for _, e := range p.Errors {
		words += fmt.Sprintf("; %s %s", e.Pointer, e.Detail)
	}
	return words
}

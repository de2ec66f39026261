package reading

import "testing"

// TestWhomAFormSeats reads forms that number the writer last, or say in brackets who each
// driver is.
func TestWhomAFormSeats(t *testing.T) {
	const couple = `named_insured.given_name="Pat" drivers[0].date_of_birth="1980-01-02" drivers[0].years_licensed=26 drivers[0].violations=1 ` +
		`drivers[1].given_name="Gil" drivers[1].relationship="spouse" drivers[1].date_of_birth="1982-03-04" drivers[1].years_licensed=27 drivers[1].violations=0 !drivers[2]`
	checkPhrases(t, "form", []struct{ text, want string }{
		{"DRIVER 1\nName ..... Gil Doe (husband)\nBorn ..... 3/4/1982\nLicensed ..... 1999 (January)\nTickets ..... 0\nDRIVER 2\nName ..... Pat Doe (me)\nBorn ..... 1/2/1980\nLicensed ..... 1999 (December)\nTickets ..... 1\n", couple},
		{"DRIVER A\nName: Pat Doe\nDOB: 1/2/1980\nLicensed: 26 years\nTickets/accidents: 1 speeding ticket\n\nDRIVER B\nName: Gil Doe, husband\nDOB: 3/4/1982\nLicensed: 27 years\nTickets/accidents: none\n", couple},
		{"Name: Gil Doe\nDOB: 3/4/1982\nRelationship: spouse\nLicensed: 27 yrs\nTickets: none\n\nName: Pat Doe\nDOB: 1/2/1980\nLicensed: 26 yrs\nTickets: 1\n", couple},
		{"Driver 1 name: Pat Doe\nDriver 1 DOB: 1/2/1980\nDriver 1 years licensed: 26\nDriver 1 tickets: 1\nDriver 2 name: Gil Doe\nDriver 2 DOB: 3/4/1982\nDriver 2 relationship: spouse\nDriver 2 years licensed: 27\nDriver 2 tickets: 0\n", couple},
		{"Driver 1: Gil Doe (son)\nDOB: 3/4/2006\n2016 Kia Soul", `named_insured.given_name="Pat" !named_insured.date_of_birth drivers[1].given_name="Gil" drivers[1].relationship="child" drivers[1].date_of_birth="2006-03-04"`},
		{"Driver 1: Gil Doe (husband)\nLicensed: 27 years, US license\nTickets: 0\nDriver 2: Pat Doe (me)\nLicensed: 26 years\nTickets: 1", `drivers[0].violations=1 drivers[1].violations=0`},
		{"Other household drivers?  No\nDOB: 1/2/1980", `drivers[0].date_of_birth="1980-01-02" !drivers[1]`},
		{"Tickets/accidents: 1", `!drivers[0].accidents !drivers[0].violations`},
	})
}

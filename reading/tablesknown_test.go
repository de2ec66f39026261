package reading

import "testing"

// TestTablesOfKnown: a row or a form that names somebody known is of them, and one that names nobody known of
// somebody new.
func TestTablesOfKnown(t *testing.T) {
	both := `drivers[0].date_of_birth="1981-08-09" drivers[0].years_licensed=28 drivers[1].date_of_birth="1983-03-22" drivers[1].years_licensed=26 !drivers[2]`
	for _, tt := range []struct{ text, want string }{
		{"Name    DOB         Licensed\nTom     08/09/1981  1998\nLinda   03/22/1983  2000", both},
		{"Name | DOB | Licensed\nTom | 08/09/1981 | 1998\nLinda | 03/22/1983 | 2000", both},
		{"Driver,DOB,Years licensed\nLinda Becker,03/22/1983,26\nTom Becker,08/09/1981,28", both},
		{"Name: Linda\nDOB: 3/22/1983\nYears licensed: 26\n\nName: Tom\nDOB: 8/9/1981\nYears licensed: 28", both},
		{"Name    DOB         Licensed\nKyle    04/05/2008  2025\nLinda   03/22/1983  2000",
			`drivers[1].date_of_birth="1983-03-22" drivers[2].given_name="Kyle" drivers[2].date_of_birth="2008-04-05" !drivers[0] !named_insured`},
		{"Name: Kyle Becker\nDOB: 4/5/2008\nYears licensed: 1", `drivers[2].given_name="Kyle" drivers[2].years_licensed=1 !drivers[0] !named_insured`},
		{"Name: Thomas Becker\nDOB: 8/9/1981", `named_insured.given_name="Thomas" drivers[0].date_of_birth="1981-08-09" !drivers[1] !drivers[2]`},
	} {
		got, _ := trap(t, answerOf("Tom Becker", tt.text), tt.want)
		if len(got.Conflicts) > 0 {
			t.Errorf("%q: conflicts %v", tt.text, got.Conflicts)
		}
	}
}

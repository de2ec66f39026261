package reading

import "testing"

// TestRunOns: what is dictated without full stops is read in its statements.
func TestRunOns(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"hey so I need a quote for me and my wife Dana I was born march 3rd 1986 and she was born may 5th 1984 we live in Medford at 41 Elm Street 97504 I have a 2018 Kia Soul that I take to the office about 12 miles each way so I'd say maybe 12 thousand a year and she has a 2015 Honda Fit that she uses to run the kids around and go to the store about 7 thousand a year I got my license in 2004 and she got hers in 2002 no tickets no accidents for either of us",
			`drivers[0].date_of_birth="1986-03-03" drivers[0].years_licensed=22 drivers[1].given_name="Dana" drivers[1].date_of_birth="1984-05-05" drivers[1].years_licensed=24 drivers[1].accidents=0 !drivers[2] garaging_address.city="Medford" vehicles[0].annual_miles=12000 vehicles[0].commute_miles_one_way=12 vehicles[1].use="pleasure" vehicles[1].annual_miles=7000 !vehicles[1].commute`},
		{"my name is Pat Quill and I drive a 2015 Kia Soul it's paid off I put about eight thousand miles a year on it mostly just to work which is four miles from here and my husband Ray drives a 2019 Ram 1500 he's a contractor but he has a work truck so the Ram is only for weekends maybe five thousand a year we still owe on that one I'm March third nineteen eighty six and Ray is May fifth nineteen eighty four",
			`vehicles[0].annual_miles=8000 vehicles[0].use="commute" vehicles[0].ownership="owned" vehicles[1].annual_miles=5000 vehicles[1].ownership="financed" drivers[1].date_of_birth="1984-05-05"`},
		{"hi there's three of us me my husband Ray and our daughter Mia who just got her license in January she is 17 born February 2nd 2009 I'm born March 3rd 1986 and Ray May 5th 1984 Ray and I been licensed over 20 years we live in Medford",
			`drivers[0].years_licensed=20 drivers[1].years_licensed=20 drivers[2].given_name="Mia" drivers[2].date_of_birth="2009-02-02" drivers[2].years_licensed=0`},
		{"yo me llamo Ana Rey naci el 3 de marzo de 1986 y mi esposo Luis nacio el 5 de mayo de 1984 tenemos dos carros una Kia Soul 2018 que uso yo para llevar a los niños a la escuela y las compras como 8 mil millas al año y una Honda Fit 2012 que usa mi esposo para ir al trabajo 14 millas de ida 12 mil al año los dos tenemos licencia desde hace 15 años",
			`vehicles[0].use="pleasure" vehicles[0].annual_miles=8000 vehicles[1].use="commute" vehicles[1].annual_miles=12000 vehicles[1].commute_miles_one_way=14 drivers[0].years_licensed=15 drivers[1].years_licensed=15`},
		{"2015 Kia Soul. We pay four thousand a year.", `!vehicles[0].annual_miles`},
		{"2015 Kia Soul and 2018 Honda Fit. They want four thousand a year for the Soul.", `!vehicles[0].annual_miles`},
	} {
		checkText(t, tt.text, tt.want)
	}
}

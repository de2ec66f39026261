package reading

import "testing"

// TestCarsInOtherWords: years, miles, use, ownership and cover of vehicles, said in other words.
func TestCarsInOtherWords(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"2015 Kia Soul and 2012 Honda Fit. The Soul has a loan on it. The other one is paid off.", `vehicles[0].ownership="financed" vehicles[1].ownership="owned"`},
		{"2015 Kia Soul, 2012 Honda Fit and 2009 Ford Ranger. The Soul is leased. The other two are paid for.", `vehicles[0].ownership="leased" vehicles[1].ownership="owned" vehicles[2].ownership="owned"`},
		{"2015 Kia Soul, 2012 Honda Fit and 2009 Ford Ranger. The Fit is leased. Other two are owned.", `vehicles[0].ownership="owned" vehicles[1].ownership="leased" vehicles[2].ownership="owned"`},
		{"I have a nice little Kia Soul, the 2015, in red.", `vehicles[0].year=2015`},
		{"It is a Kia Soul of the year 2015.", `vehicles[0].year=2015`},
		{"The Kia Soul, the 2015 Honda Fit", `!vehicles[0].year vehicles[1].year=2015`},
		{"Soul = 2015 LX, on a lease", `vehicles[0].year=2015 vehicles[0].trim="LX" vehicles[0].ownership="leased"`},
		{"15 kia soul Ann drives to the clinic 12 mi 12k", `vehicles[0].commute_miles_one_way=12 vehicles[0].use="commute" vehicles[0].annual_miles=12000`},
		{"2015 Kia Soul, and I take it to the depot which is 13 miles off.", `vehicles[0].commute_miles_one_way=13 vehicles[0].use="commute"`},
		{"2015 Kia Soul. Maybe 70 miles in the week.", `vehicles[0].annual_miles=3640`},
		{"2015 Kia Soul. 11 500 miles a year.", `vehicles[0].annual_miles=11500`},
		{"2015 Kia Soul\n1k\n500", `!vehicles[0].mi`},
		{"2015 Kia Soul. I work in an office, 9 miles each way, and drive for Lyft on Sundays.", `vehicles[0].use="commute"`},
		{"2015 Kia Soul. I used to drive for Lyft.", `!vehicles[0].use`},
		{"2015 Kia Soul. I don't work outside of our house.", `vehicles[0].use="pleasure"`},
		{"2015 Kia Soul. The car is titled to me.", `vehicles[0].ownership="owned"`},
		{"I lease a 2026 Kia Soul next week and I'm turning in my 2023 Honda Fit LX.", `!vehicles[1]`},
		{"2015 Kia Soul. Not quite sure about the 2021 Honda Fit's miles.", `vehicles[1].model="Fit"`},
		{"I have a 2015 Kia Soul. The 2021 Honda Fit is the one I test drove.", `!vehicles[1]`},
		{"2015 Kia Soul. Lien: none.", `vehicles[0].ownership="owned"`},
		{"2015 Kia Soul. Loan? No.", `vehicles[0].ownership="owned"`},
		{"Kia Soul 2015\nOwned / leased\tOwned", `vehicles[0].ownership="owned"`},
		{"2015 Kia Soul. A hundred and twenty miles a week.", `vehicles[0].annual_miles=6240`},
		{"2015 Kia Soul. Three hundred fifty miles a month.", `vehicles[0].annual_miles=4200`},
		{"2015 Kia Soul. I'd like one hundred three hundred for bodily injury.", `!vehicles[0].mi`},
		{"2015 Kia Soul. 16 km one way to work.", `vehicles[0].commute_miles_one_way=10`},
		{"2015 Kia Soul. My office is eleven miles from home.", `vehicles[0].commute_miles_one_way=11 vehicles[0].use="commute"`},
		{"2015 Kia Soul. The loan has been paid.", `vehicles[0].ownership="owned"`},
		{"2015 Kia Soul and 2012 Honda Fit. The Soul has a loan, the Fit is paid off.", `vehicles[0].ownership="financed" vehicles[1].ownership="owned"`},
		{"I was in the Air Force. 2015 Kia Soul.", `vehicles[0].model="Soul" !vehicles[1]`},
		{"2015 Kia Soul. 1000 deductibles. And roadside.", `coverages.towing=true`},
		{"2015 Kia Soul. 500 comp and 1000 collision. Wait, make the collision 500.", `coverages.collision_deductible=500`},
		{"I am with Progressive, it finishes July 5.", `prior_insurance.expires="2027-07-05"`},
		{"2015 Kia Soul. I stay home with a baby.", `vehicles[0].use="pleasure"`},
		{"2018 Kia Soul and a 2023 Hyundai Tucson. We want rental on the Tucson.", `vehicles[1].model="Tucson"`},
		{"2018 Kia Soul and a 2023 Hyundai Tucson. Rental reimbursement on the Kia.", `vehicles[0].model="Soul" vehicles[1].model="Tucson"`},
		{"2018 Kia Soul, towing and rental, 2023 Hyundai Tucson.", `vehicles[1].model="Tucson"`},
		{"2018 Kia Soul and a 2023 Hyundai Tucson. I had an accident in the Tucson.", `vehicles[1].model="Tucson"`},
		{"2018 Kia Soul. I had a rental Hyundai Tucson.", `!vehicles[1]`},
		{"2018 Kia Soul and a 2023 Hyundai Tucson. My wife Ana, born 5/5/1960, doesn't drive the Tucson, only the Soul.", `vehicles[1].model="Tucson" drivers[1].given_name="Ana"`},
		{"2018 Kia Soul. My husband Rob, born 5/5/1960, does not drive at night.", `drivers[1].given_name="Rob"`},
		{"2018 Kia Soul and a 2023 Hyundai Tucson. My brother Rob has his own 2015 Civic.", `!drivers[1]`},
		{"2018 Kia Soul. My husband Rob, born 5/5/1960, does not drive at all.", `!drivers[1]`},
		{"2018 Kia Soul. My husband Rob, born 5/5/1960, does not drive the Soul.", `!drivers[1]`},
		{"2018 Kia Soul. Mi esposo Rob ya no va a manejar el carro.", `!drivers[1]`},
		{"I have a 2019 Civic, but I'm trading it in tomorrow for a 2027 Honda CR-V, quote that one.", `vehicles[0].model="CR-V" !vehicles[1]`},
		{"2018 Kia Soul, Bend, OR 97701. Quiero la cobertura mínima.", `coverages.bodily_injury="25/50"`},
	} {
		checkText(t, tt.text, tt.want)
	}
}

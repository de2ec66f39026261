package reading

import "testing"

// TestResidents checks who of the household is a driver, with the driver's own tickets.
func TestResidents(t *testing.T) {
	const writer = "I'm Kim Doe, DOB 6/12/1981, licensed 24 years, clean record. 2016 Mazda 3. "
	for _, tt := range []struct{ text, facts string }{
		{"My 14 year old son Max lives with us, and my brother Al stays with us and has a DUI.", `drivers[0].violations=0 drivers[1].given_name="Al" drivers[1].violations=1`},
		{"My brother Al lives with us and has two tickets.", `drivers[0].violations=0 drivers[1].violations=2`},
		{"My mother lives with us.", `!drivers[1]`},
		{"My 9 year old son Max lives with us.", `!drivers[1]`},
		{"Please exclude my roommate Bob from the policy.", `!drivers[1]`},
		{"Please exclude my brother Al, he lives in Ohio.", `!drivers[1]`},
		{"Please exclude rental and towing.", `!drivers[1]`},
		{"My neighbor Joe stays with us a lot.", `!drivers[1]`},
		{"My neighbor borrows the Mazda 3.", `vehicles[0].year=2016`},
		{"A friend uses the Mazda 3 now and then.", `vehicles[0].year=2016`},
		{"My roommate drives the Mazda 3.", `vehicles[0].year=2016`},
		{"I sometimes borrow my dad's 2019 Civic.", `vehicles[0].year=2016 !vehicles[1]`},
		{"My neighbor has a 2019 Civic.", `vehicles[0].year=2016 !vehicles[1]`},
		{"My wife Ana and my son Max live with us. Ana drives the Mazda 3, and Max drives it on weekends.", `drivers[1].given_name="Ana" drivers[2].given_name="Max"`},
		{"My wife Ana lives with us. Ana never drives.", `!drivers[1]`},
		{"My wife Ana, born 3/4/1985, lives with us and drives it too.", `drivers[1].given_name="Ana"`},
	} {
		checkText(t, writer+tt.text, tt.facts)
	}
}

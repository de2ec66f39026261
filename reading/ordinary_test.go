package reading

import "testing"

// The mails of two ordinary conversations had these values wrong or missing.
func TestOrdinaryMails(t *testing.T) {
	const couple = "My wife Sue was born 5/6/1984, my son Ben was born 5/6/2008. "
	for _, c := range [][3]string{
		{"Our daughter just got her license. I was born June 2, 1979, my husband Doug was born " +
			"10/14/1977, and Hailey turned 16 on September 9.", "drivers[1].given_name", "Hailey"},
		{"Our daughter just got her license. My husband Doug was born 10/14/1977, and Hailey " +
			"turned 16 on September 9.", "drivers[1].date_of_birth", "2010-09-09"},
		{"Our daughter just got her license. My husband Doug was born 10/14/1977, and Hailey " +
			"turned 16 on September 9.", "drivers[2].date_of_birth", "1977-10-14"},
		{"My wife drives too. Hannah is 17.", "drivers[1].given_name", ""},
		{"I have a 2019 Civic. Betsy, my car, turned 20 on May 5.", "drivers[1].given_name", ""},
		{"We trade it for a 2024 Honda CR-V this weekend.", "vehicles[0].use", ""},
		{"2024 Honda CR-V, for the weekend.", "vehicles[0].use", "pleasure"},
		{couple + "2017 Forester, Sue drives it to work.", "vehicles[0].driver", "1"},
		{couple + "2017 Forester, Sue drives it. 2012 Civic, Ben drives it to school.",
			"vehicles[1].driver", "2"},
		{couple + "2017 Forester. Sue drives it sometimes.", "vehicles[0].driver", ""},
		{couple + "2017 Forester. Does Sue drive it?", "vehicles[0].driver", ""},
	} {
		expectFacts(t, c[0], map[string]string{c[1]: c[2]})
	}
}

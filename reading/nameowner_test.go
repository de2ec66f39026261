package reading

import "testing"

// TestNamesOfOthers: a name that is told of somebody else is not who is insured.
func TestNamesOfOthers(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"Linda's last name is Ortiz.", `drivers[1].surname="Ortiz" !named_insured !drivers[0]`},
		{"linda's last name is ortiz", `drivers[1].surname="Ortiz" !named_insured`},
		{"My wife's last name is Ortiz.", `drivers[1].surname="Ortiz" !named_insured`},
		{"Her last name is Ortiz.", `drivers[1].surname="Ortiz" !named_insured`},
		{"Linda goes by Lin, her legal name is Belinda", `drivers[1].given_name="Belinda" !named_insured !drivers[0]`},
		{"Linda's full name is Belinda Ortiz.", `drivers[1].given_name="Belinda" drivers[1].surname="Ortiz" !named_insured`},
		{"My wife's legal name is Belinda.", `drivers[1].given_name="Belinda" !named_insured`},
		{"My dog's name is Rex, and the car's name is Betsy. I was born 8/9/1981.", `drivers[0].date_of_birth="1981-08-09" !drivers[0].given_name !drivers[1] !named_insured.given_name`},
		{"Bob's last name is Ash. I was born 8/9/1981.", `!drivers[0].surname !named_insured.surname`},
		{"My mother's maiden name is Smith. I was born 8/9/1981.", `!drivers[0].surname !drivers[1]`},
		{"My last name is Beckert.", `drivers[0].surname="Beckert" named_insured.surname="Beckert" !drivers[1]`},
		{"My full legal name is Thomas Becker.", `drivers[0].given_name="Thomas" named_insured.given_name="Thomas" !drivers[1]`},
		{"The insured's name is Thomas Becker.", `named_insured.given_name="Thomas" !drivers[1]`},
	} {
		trap(t, answerOf("Tom Becker", tt.text), tt.want)
	}
	checkText(t, "2015 Kia Soul. My wife's name is Ann. Ann's last name is Ortiz. Mine is Becker.", `drivers[1].given_name="Ann" drivers[1].surname="Ortiz" !named_insured.surname`)
}

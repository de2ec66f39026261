package reading

import (
	"slices"
	"strings"
	"testing"

	"ppamaild/quote"
)

// ofOneCar is a case of one driver and one car in which nothing else is known.
func ofOneCar() quote.Application {
	y := 2019
	return quote.Application{
		NamedInsured: quote.NamedInsured{GivenName: "Tom", Surname: "Becker"},
		Drivers:      []quote.Driver{{GivenName: "Tom", Surname: "Becker", Relationship: quote.Insured}},
		Vehicles:     []quote.Vehicle{{Year: &y, Make: "Honda", Model: "Civic"}}}
}

// TestGreetedName: the name that a mail greets is neither the insured's, nor a driver's, nor a town's.
func TestGreetedName(t *testing.T) {
	asked := []string{"drivers[0].date_of_birth", "drivers[0].years_licensed", "vehicles[0].use", "vehicles[0].annual_miles"}
	own := ` named_insured.date_of_birth="1957-12-01" drivers[0].date_of_birth="1957-12-01" drivers[0].years_licensed=52`
	for _, greeting := range []string{"Hi Dana,", "Hi Dana", "Dear Dana,", "Dear Ms. Whitfield:", "Hello Dana!", "Hello again Dana,", "Hi there, Dana,", "Hi Dana Lee,",
		"Hi Dana and Kim,", "Hi Dana & team -", "Good morning Dana.", "Buenos días Dana:", "Muy buenas tardes Dana,", "Thanks Dana,", "Thank you, Dana!", "Dana,", "Dana:", "Dana -"} {
		for _, gap := range []string{"\n", "\n\n"} {
			for _, text := range []string{"Me: 12/1/1957, 52 years", "Me : 12/1/1957, 52 years", "Me - 12/1/1957, 52 years", "Myself: 12/1/1957, license for 52 years",
				"DOB: 12/1/1957\nLicensed: 52 years", "My DOB: 12/1/1957\nMy years licensed: 52"} {
				text = greeting + gap + text
				checkAnswered(t, text, answered(ofOneCar(), asked, text), own)
			}
		}
	}
	for text, want := range map[string]string{
		"> What is your birth date?\n\nHi Dana,\n\nMe: 12/1/1957, 52 years": own,
		"Dana:\nDOB: 12/1/1957\nLicensed: 52 years\n> Regards,\n> Dana":     own,
		"hi dana,\nme: 12/1/1957, 52 years":                                 own,
		"Portland\nMe: 12/1/1957, 52 years":                                 own,
		// a person who is named again, or heads more lines, may be a driver
		"Kyle:\nDOB: 3/4/2001\nLicensed: 7 years\n\nMe:\nDOB: 12/1/1957\nLicensed: 52 years": `drivers[1].given_name="Kyle"`,
		"Kyle:\nDOB: 3/4/2001\nLicensed: 7 years\nKyle is my son.":                           `drivers[1].given_name="Kyle"`,
		"Kyle: 3/4/2001, 7 years\nMe: 12/1/1957, 52 years":                                   `drivers[1].given_name="Kyle"`,
		"Tom:\nDOB: 12/1/1957\nLicensed: 52 years":                                           own,
	} {
		got := answered(ofOneCar(), asked, text)
		if strings.HasPrefix(text, "Kyle") {
			got.Conflicts = nil
			got.Facts = slices.DeleteFunc(got.Facts, func(f quote.Fact) bool { return f.Path != "drivers[1].given_name" })
		}
		checkAnswered(t, text, got, want)
	}
	text := "Kyle:\nDOB: 3/4/2001\nLicensed: 7 years"
	got := answered(ofOneCar(), asked[2:], text)
	checkAnswered(t, text, got, `drivers[1].given_name="Kyle" drivers[1].date_of_birth="2001-03-04" drivers[1].years_licensed=7`)
}

// TestGreetedNameOfTwo: so it is where there are two drivers, and in a first mail.
func TestGreetedNameOfTwo(t *testing.T) {
	asked := []string{"drivers[0].date_of_birth", "drivers[0].years_licensed", "drivers[1].date_of_birth", "drivers[1].years_licensed"}
	both := `named_insured.date_of_birth="1981-08-09" drivers[0].date_of_birth="1981-08-09" drivers[0].years_licensed=27 drivers[1].date_of_birth="1983-03-22" drivers[1].years_licensed=25`
	for _, text := range []string{
		"Hi Dana,\nMe: 8/9/1981, 27 years. Linda: 3/22/1983, 25 years.",
		"Hi Dana,\n\nMe: 8/9/1981, 27 years. Linda: 3/22/1983, 25 years.",
		"Dana:\nTom: 8/9/1981, 27 years\nLinda: 3/22/1983, 25 years",
		"Dear Dana,\nTom: 8/9/1981, 27 years\nLinda: 3/22/1983, 25 years",
	} {
		checkAnswered(t, text, answered(ofTwoCars(), asked, text), both)
	}
	text := "Linda:\nDOB: 3/22/1983\nLicensed: 25 years"
	checkAnswered(t, text, answered(ofTwoCars(), asked, text), `drivers[1].date_of_birth="1983-03-22" drivers[1].years_licensed=25`)

	for _, tt := range []struct{ text, want string }{
		{"Hi Dana,\nMe: 3/4/1985, 20 years.\n2015 Jetta", `drivers[0].date_of_birth="1985-03-04" !drivers[0].given_name !garaging_address.city !garaging_address.state`},
		{"Hi Dana,\nDOB: 3/4/1985\nLicensed: 20 years\n2015 Jetta", `drivers[0].years_licensed=20 !drivers[0].given_name !drivers[1].given_name`},
		{"Dear Dana,\nName: Sue Albright\nDOB: 3/4/1985\n2015 Jetta", `drivers[0].given_name="Sue" named_insured.surname="Albright"`},
		{"Dana: 3/4/1985, 20 years\n2015 Jetta", `drivers[0].given_name="Dana" drivers[0].years_licensed=20`},
		{"Dana Lee: 3/4/1985, 20 years\n2015 Jetta", `drivers[0].given_name="Dana" drivers[0].surname="Lee"`},
		{"Dana Lee:\nDOB: 3/4/1985\nLicensed: 20 years\n2015 Jetta", `drivers[0].given_name="Dana" drivers[0].surname="Lee"`},
		{"Driver: Dana Lee\nDana: 3/4/1985, 20 years\n2015 Jetta", `drivers[0].surname="Lee" drivers[0].years_licensed=20`},
		{"Hello, Dana Lee here.\nDOB: 3/4/1985\n2015 Jetta", `drivers[0].given_name="Dana" drivers[0].surname="Lee"`},
		{"Thanks, Dana Lee\n2015 Jetta\nDOB: 3/4/1985", `drivers[0].given_name="Dana"`},
		{"2015 Jetta\n12 Elm St\nPortland\nME 04101", `garaging_address.city="Portland" garaging_address.state="ME"`},
	} {
		checkText(t, tt.text, tt.want)
	}
}

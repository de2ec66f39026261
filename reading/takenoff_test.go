package reading

import "ppamaild/quote"

// beckers are a couple with two cars.
func beckers() quote.Application {
	return quote.Application{
		NamedInsured:    quote.NamedInsured{GivenName: "Tom", Surname: "Becker", DateOfBirth: "1981-08-09"},
		GaragingAddress: quote.Address{Street: "88 Maple Ave", City: "Bend", State: "OR", ZIP: "97701"},
		Drivers: []quote.Driver{
			{GivenName: "Tom", Surname: "Becker", Relationship: quote.Insured, DateOfBirth: "1981-08-09", YearsLicensed: new(27)},
			{GivenName: "Linda", Relationship: quote.Spouse, DateOfBirth: "1983-03-22", YearsLicensed: new(25)},
		},
		Vehicles: []quote.Vehicle{
			{Year: new(2017), Make: "Honda", Model: "Civic", Use: quote.Commute, AnnualMiles: new(10000)},
			{Year: new(2020), Make: "Subaru", Model: "Forester", Use: quote.Pleasure, AnnualMiles: new(6000)},
		},
	}
}

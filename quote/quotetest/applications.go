// Package quotetest has applications for tests.
package quotetest

import "ppamaild/quote"

// Portland is an application from Oregon with one driver and one car.
func Portland() quote.Application {
	return quote.Application{
		NamedInsured:    quote.NamedInsured{GivenName: "Maria", Surname: "Lopez", DateOfBirth: "1985-03-04"},
		GaragingAddress: quote.Address{Street: "123 Main St", City: "Portland", State: "OR", ZIP: "97201"},
		EffectiveDate:   "2026-12-01",
		Drivers: []quote.Driver{{GivenName: "Maria", Surname: "Lopez", DateOfBirth: "1985-03-04", Relationship: quote.Insured,
			YearsLicensed: new(23), Accidents: new(0), Violations: new(1)}},
		Vehicles: []quote.Vehicle{{Year: new(2019), Make: "Honda", Model: "Civic", Use: quote.Commute, AnnualMiles: new(12000), Ownership: quote.Financed}},
		Coverages: quote.Coverages{BodilyInjury: "100/300", PropertyDamage: new(100), UninsuredMotorist: "100/300", MedicalPayments: new(5000),
			PersonalInjury: new(15000), ComprehensiveDeductible: new(500), CollisionDeductible: new(1000), Rental: new(true)},
	}
}

// Family is Portland with a daughter and a second car.
func Family() quote.Application {
	a := Portland()
	a.Drivers = append(a.Drivers, quote.Driver{GivenName: "Ana", DateOfBirth: "2006-05-09", Relationship: quote.Child, YearsLicensed: new(4), Accidents: new(0), Violations: new(0)})
	a.Vehicles = append(a.Vehicles, quote.Vehicle{VIN: "1FTMW1T88MFA00001", Year: new(2021), Make: "Ford", Model: "F-150", Use: quote.Pleasure, AnnualMiles: new(6000), CostNew: new(41250)})
	a.Discounts = []quote.Discount{quote.GoodStudent, quote.MultiPolicy, quote.DefensiveDriving}
	return a
}

// California is an application from California.
func California() quote.Application {
	a := Portland()
	a.GaragingAddress = quote.Address{Street: "9120 Alcosta Blvd", City: "San Ramon", State: "CA", ZIP: "94583"}
	a.Coverages.PersonalInjury = nil
	a.Discounts = []quote.Discount{quote.PaidInFull}
	return a
}

// Lopez is the family in the samples of mails to customers.
func Lopez() quote.Application {
	return quote.Application{
		NamedInsured:    quote.NamedInsured{GivenName: "Maria", Surname: "Lopez", DateOfBirth: "1985-03-04"},
		GaragingAddress: quote.Address{Street: "1200 Example Street", City: "Vancouver", State: "WA", ZIP: "98660"},
		EffectiveDate:   "2026-12-01",
		Drivers: []quote.Driver{
			{GivenName: "Maria", Surname: "Lopez", DateOfBirth: "1985-03-04", Relationship: quote.Insured, YearsLicensed: new(22), Accidents: new(0), Violations: new(0)},
			{GivenName: "Ana", Surname: "Lopez", DateOfBirth: "2006-05-09", Relationship: quote.Child, YearsLicensed: new(4), Accidents: new(0), Violations: new(0)},
		},
		Vehicles: []quote.Vehicle{
			{Year: new(2021), Make: "Toyota", Model: "RAV4", Use: quote.Commute, AnnualMiles: new(8000), CostNew: new(28000), Ownership: quote.Owned},
			{Year: new(2017), Make: "Honda", Model: "Civic", Use: quote.Pleasure, AnnualMiles: new(6000), CostNew: new(19000), Ownership: quote.Owned},
		},
		Coverages: quote.Coverages{BodilyInjury: "100/300", PropertyDamage: new(100), UninsuredMotorist: "100/300", MedicalPayments: new(5000),
			ComprehensiveDeductible: new(500), CollisionDeductible: new(500)},
		Discounts: []quote.Discount{quote.GoodStudent, quote.Paperless},
	}
}

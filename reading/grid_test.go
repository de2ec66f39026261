package reading

import "testing"

const twoDrivers = `drivers[0].given_name="Pat" drivers[0].date_of_birth="1980-01-02" drivers[0].years_licensed=28 drivers[0].violations=0 ` +
	`drivers[1].given_name="Ann" drivers[1].relationship="spouse" drivers[1].date_of_birth="1982-03-04" drivers[1].years_licensed=25 drivers[1].violations=1 !drivers[2]`

const twoCars = `vehicles[0].year=2019 vehicles[0].model="Civic" vehicles[0].use="commute" vehicles[0].annual_miles=9000 vehicles[0].ownership="financed" ` +
	`vehicles[1].year=2015 vehicles[1].model="Escape" vehicles[1].use="pleasure" vehicles[1].annual_miles=4000 vehicles[1].ownership="owned" !vehicles[2]`

// TestGrids reads tables whose columns are drivers and vehicles.
func TestGrids(t *testing.T) {
	checkPhrases(t, "quote", []struct{ text, want string }{
		{"              MINE                   HERS\nname          Pat Doe                Ann Doe (wife)\nborn          1980-01-02             1982-03-04\n" +
			"licensed      28 yrs                 25 yrs\ntickets       none                   1 (2025, rolling stop)\ncar           2019 Honda Civic LX    2015 Ford Escape SE\n" +
			"paid off?     no, loan               yes\nuse           to work, 8 mi          errands\nmiles/year    9,000                  4,000\n\n12 Elm St, Bend, OR 97701",
			twoDrivers + " " + twoCars + ` vehicles[0].commute_miles_one_way=8 garaging_address.zip="97701"`},
		{"| | Driver 1 | Driver 2 |\n|---|---|---|\n| Name | Pat Doe | Ann Doe |\n| Relationship | self | spouse |\n| DOB | 1/2/1980 | 3/4/1982 |\n| Years licensed | 28 | 25 |\n| Violations | 0 | 1 |\n\n" +
			"| | Vehicle 1 | Vehicle 2 |\n|---|---|---|\n| Year | 2019 | 2015 |\n| Make | Honda | Ford |\n| Model | Civic | Escape |\n| Use | Commute | Pleasure |\n| Annual miles | 9,000 | 4,000 |\n| Owned/financed | financed | owned |\n",
			twoDrivers + " " + twoCars},
		{"Item\nDriver 1\nDriver 2\n\nName\nPat Doe\nAnn Doe (spouse)\n\nDOB\n01/02/1980\n03/04/1982\n\nYears licensed\n28\n25\n\nTickets\nNone\n1\n\n" +
			"Item\nVehicle 1\nVehicle 2\n\nVehicle\n2019 Honda Civic\n2015 Ford Escape\n\nUse\nCommute\nPleasure\n\nAnnual mileage\n9,000\n4,000\n\nOwned / financed\nFinanced\nOwned\n\nBoth are kept at 12 Elm St, Bend, OR 97701",
			twoDrivers + " " + twoCars + ` garaging_address.street="12 Elm St"`},
		{"\tHusband\tMe\nName\tGil Doe\tPat Doe\nDOB\t3/4/1982\t1/2/1980\nYears licensed\t25\t28\n",
			`drivers[0].given_name="Pat" drivers[0].years_licensed=28 drivers[1].given_name="Gil" drivers[1].relationship="spouse" drivers[1].date_of_birth="1982-03-04" !drivers[2]`},
		{"\t2019 Honda Civic\t2015 Ford Escape\nDriver\tPat\tAnn\nUse\tcommute 8 mi one way\tpleasure\nAnnual miles\t9,000\t4,000\nOwned?\tloan\tyes\n", twoCars + ` vehicles[0].commute_miles_one_way=8`},
		{"           Car 1      Car 2\nYear       2019       2015\nMake       Honda      Ford\nModel      Civic      Escape\nVIN                   1FMCU0GD9FUA12345\nUse        commute    pleasure\nMiles/yr   9,000      4,000\nStatus     financed   paid off\n",
			twoCars + ` !vehicles[0].vin`},
		// No grids: pairs of labels and values side by side, and a page of a policy.
		{"Name   Pat Doe     DOB    1/2/1980\nCity   Bend        Zip    97701", `drivers[0].date_of_birth="1980-01-02" garaging_address.zip="97701" !drivers[1]`},
		{"Drivers      PAT DOE            DOB 01/02/1980\nVehicle 1    2019 HONDA CIVIC   VIN 2HGFC2F59KH512345\nUse          Pleasure           Annual mileage 9,000",
			`drivers[0].date_of_birth="1980-01-02" vehicles[0].use="pleasure" !drivers[1] !vehicles[1]`},
	})
}

// TestStackedForms reads forms with each label above its value.
func TestStackedForms(t *testing.T) {
	checkPhrases(t, "form", []struct{ text, want string }{
		{"Your Name\n \tPat Doe\nDate of Birth\n \t01/02/1980\nYears licensed\n \t28\nOther drivers in household?\n \tYes\nSecond driver name\n \tAnn Doe\nSecond driver relationship\n \tSpouse\n" +
			"Second driver date of birth\n \t03/04/1982\nSecond driver years licensed\n \t25\nVehicle 1\n \t2019 Honda Civic\nVehicle 1 use\n \tCommute\nVehicle 1 annual miles\n \t9000\nVehicle 1 owned or financed\n \tFinanced\n" +
			"Vehicle 2\n \t2015 Ford Escape\nVehicle 2 use\n \tPleasure\nVehicle 2 annual miles\n \t4000\nVehicle 2 owned or financed\n \tOwned\n",
			`drivers[0].years_licensed=28 drivers[1].given_name="Ann" drivers[1].relationship="spouse" drivers[1].date_of_birth="1982-03-04" drivers[1].years_licensed=25 !drivers[2] ` + twoCars},
		{"Email\nPat@Home.test\nPhone\n541-555-0110\nCity\nBend\nZip\n97701", `named_insured.email="pat@home.test" garaging_address.city="Bend" garaging_address.zip="97701"`},
		{"My car\nis a 2016 Kia Soul.", `vehicles[0].model="Soul" !drivers[1]`},
	})
}

// TestPairsOfIncidents: accidents and violations in one cell, in the order of its label.
func TestPairsOfIncidents(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"Driver\tDOB\tYrs licensed\tAcc/viol (3 yrs)\nPat Quill (me)\t5/6/1980\t20\t0 / 1\nIda Quill (wife)\t7/8/1981\t18\t2 / 0", `drivers[0].accidents=0 drivers[0].violations=1 drivers[1].accidents=2 drivers[1].violations=0`},
		{"Name | DOB | Licensed | Tickets/accidents\nPat Quill (me) | 5/6/1980 | 20 | none\nIda Quill (wife) | 7/8/1981 | 18 | 2/0", `drivers[0].accidents=0 drivers[0].violations=0 drivers[1].accidents=0 drivers[1].violations=2`},
		{"Tix/acc: 1/0\n2018 Civic", `drivers[0].accidents=0 drivers[0].violations=1`},
		{"Accidents/tickets: 12/24\n2018 Civic", `!drivers[0].accidents !drivers[0].violations`},
	} {
		checkQuill(t, tt.text, tt.want)
	}
}

// TestColumnsOfCars: a table with a column for each car, some of its cells empty.
func TestColumnsOfCars(t *testing.T) {
	const three = `vehicles[0].year=2014 vehicles[0].make="Kia" vehicles[0].model="Soul" vehicles[1].year=2008 vehicles[1].make="Mazda" vehicles[1].model="CX-9" vehicles[2].year=2021 vehicles[2].make="Subaru" vehicles[2].model="Outback" `
	const rows = "Year | 2014 | 2008 | 2021\nMake | Kia | Mazda | Subaru\nModel | Soul | CX-9 | Outback\nYearly miles | 6,000 | 4,500 | 11,000"
	const miles = "vehicles[0].annual_miles=6000 vehicles[1].annual_miles=4500 vehicles[2].annual_miles=11000 !vehicles[3]"
	for _, tt := range []struct{ text, want string }{
		{" | Vehicle 1 | Vehicle 2 | Vehicle 3\n" + rows, three + miles},
		{"Vehicle | Car #1 | Car #2 | Car #3\n" + rows, three + miles},
		{"\t2014 Kia Soul\tMazda CX-9\nYear\t2014\t2008\nUse\twork\tpleasure", `vehicles[0].year=2014 vehicles[0].use="commute" vehicles[1].year=2008 vehicles[1].use="pleasure" !vehicles[2]`},
		{"| | Car 1 | Car 2 |\n| Year | 2014 | 2008 |\n| Make | | Mazda |\n| Model | | CX-9 |\n| Miles | 6,000 | |", `vehicles[0].year=2014 vehicles[0].annual_miles=6000 !vehicles[0].make vehicles[1].year=2008 vehicles[1].model="CX-9" !vehicles[1].annual_miles !vehicles[2]`},
		{"\tCar 1\tCar 2\nYear\t2014\t2008\nMake\t \tMazda\nModel\t \tCX-9\nMiles\t6,000\t4,500", `vehicles[0].year=2014 !vehicles[0].make vehicles[0].annual_miles=6000 vehicles[1].make="Mazda" vehicles[1].model="CX-9" vehicles[1].annual_miles=4500 !vehicles[2]`},
		{"\tCar 1\tCar 2\nYear\t2014\t2008\nMake\tMazda\nModel\tSoul\tCX-9\nMiles\t6,000\t4,500", `vehicles[0].year=2014 vehicles[0].make="Kia" vehicles[0].annual_miles=6000 vehicles[1].year=2008 vehicles[1].annual_miles=4500 !vehicles[2]`},
		{"\t\tCar 1\t\tCar 2\nYear:\t\t2014\t\t2008\nMake:\t\tKia\t\tMazda\nModel:\t\tSoul\t\tCX-9\nYearly miles:\t6,000\t\t4,500", `vehicles[0].make="Kia" vehicles[0].annual_miles=6000 vehicles[1].make="Mazda" vehicles[1].annual_miles=4500 !vehicles[2]`},
	} {
		checkText(t, tt.text, tt.want)
	}
}

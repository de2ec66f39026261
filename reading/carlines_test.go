package reading

import "testing"

// TestCarLines reads tables and lists of labels without marks that hold vehicles.
func TestCarLines(t *testing.T) {
	const two = `vehicles[0].year=2012 vehicles[0].model="Rio" vehicles[0].annual_miles=10500 vehicles[1].year=2019 vehicles[1].model="Soul" vehicles[1].annual_miles=7000 !vehicles[2].year`
	for text, want := range map[string]string{
		"First vehicle\n  Year 2012\n  Make Kia\n  Model Rio\n  Annual miles 10500\nSecond vehicle\n  Year 2019\n  Make Kia\n  Model Soul\n  Annual miles 7000": two,
		"year;make;model;miles;use\n2012;Kia;Rio;10500;commute\n2019;Kia;Soul;7000;pleasure":                                                                    two,
		"| Car | Year | Miles/yr |\n|---|---|---|\n| Kia Rio | 2012 | 10,500 |\n| Kia Soul | 2019 | 7,000 |":                                                    two,
		"Year | Car | Miles/yr\n2012 | Kia Rio | 10,500\n2019 | Kia Soul | 7,000":                                                                               two,
		"Yr: 2012\nMk: Kia\nMdl: Rio\nTrim: LX":        `vehicles[0].year=2012 vehicles[0].make="Kia" vehicles[0].model="Rio" vehicles[0].trim="LX" !vehicles[1].year`,
		"Make no mistake\nModel citizen\n2012 Kia Rio": `vehicles[0].model="Rio" !vehicles[1].model`,
	} {
		checkText(t, text, want)
	}
}

package reading

import (
	"testing"
)

// TestBusRidden: who takes the bus is no business.
func TestBusRidden(t *testing.T) {
	for text, want := range map[string]string{
		"Rohan has no car at school and takes the bus.":                                            "",
		"He takes the bus to school.":                                                              "",
		"Maya goes to school by bus, I drive 12k.":                                                 "",
		"Let's leave Rohan off, he has no car at school and takes the bus.":                        "",
		"My preschool bought a 14-seat bus for field trips. The title is in the preschool's name.": commercial,
		"Our church school needs cover for the bus and a shuttle van, in the school's name.":       commercial,
	} {
		if got, _ := factsOfReply(beckers(), nil, text); got.Refer != want {
			t.Errorf("%q: refer %q, want %q", text, got.Refer, want)
		}
	}
}

// TestFinanceVerb: who finances a car tells how it is held.
func TestFinanceVerb(t *testing.T) {
	for text, want := range map[string]string{
		"We finance the Forester.":                                     `vehicles[1].ownership="financed" !vehicles[0]`,
		"we actually finance the Forester, and it's a 2021 not a 2020": `vehicles[1].ownership="financed" vehicles[1].year=2021 !vehicles[0]`,
		"My wife finances the Forester.":                               `vehicles[1].ownership="financed" !vehicles[0]`,
		"We finance both.":                                             `vehicles[0].ownership="financed" vehicles[1].ownership="financed"`,
		"Can we finance the premium?":                                  `!vehicles`,
		"We finance the premium over four payments.":                   `!vehicles`,
		"We don't finance the Forester.":                               `!vehicles[1].ownership="financed"`,
		"Should we finance the Forester?":                              `!vehicles`,
	} {
		checkReply(t, beckers(), nil, text, want)
	}
}

// TestNotedCar: what stands right below our note of a car is of that one.
func TestNotedCar(t *testing.T) {
	text := "2018 actually. and I also have a 2005 Ford Ranger I want on there"
	checkReply(t, sue(), nil, ">   Car           2019 Hyundai Tucson\n\n"+text, `vehicles[0].year=2018 vehicles[1].year=2005`)
	checkReply(t, beckers(), nil, ">   Car           2020 Subaru Forester\n2021 actually\n", `vehicles[1].year=2021 !vehicles[0]`)
	checkReply(t, beckers(), nil, ">   Car           2017 Honda Civic\n>   Car           2020 Subaru Forester\n\nDeductible 1000 please.", `!vehicles[0].year !vehicles[1].year`)
}

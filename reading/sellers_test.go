package reading

import "testing"

// TestSellerIsNoDriver lists nobody for having sold a car, unless they drive it.
func TestSellerIsNoDriver(t *testing.T) {
	for text, want := range map[string]string{
		"I just bought a 2014 Nissan Altima from my uncle so there's no loan on it.": `!drivers[1].relationship vehicles[0].ownership="owned"`,
		"I bought my 2014 Nissan Altima from my aunt and I drive it on weekends.":    `!drivers[1].relationship`,
		"I bought a 2014 Nissan Altima from my dad, who drives it too.":              `drivers[1].relationship="parent"`,
		"I bought a 2014 Nissan Altima off my dad and he also drives it.":            `drivers[1].relationship="parent"`,
		"I got a 2014 Nissan Altima and want a quote for my wife and me.":            `drivers[1].relationship="spouse"`,
	} {
		checkText(t, text, want)
	}
}

// TestDriverBehindDash meets who is named behind a dash behind a car, whose trim may be EX.
func TestDriverBehindDash(t *testing.T) {
	for text, want := range map[string]string{
		"2016 Honda CR-V EX - my wife Karen drives it":              `drivers[1].given_name="Karen" drivers[1].relationship="spouse"`,
		"2016 Honda CR-V EX - wife Karen drives it":                 `drivers[1].given_name="Karen" drivers[1].relationship="spouse"`,
		"2018 Honda Accord LX - son Tyler 3/3/2006 drives it":       `drivers[1].date_of_birth="2006-03-03" drivers[1].relationship="child" !drivers[0].date_of_birth`,
		"My ex - wife Karen drives a Ford. I have a 2016 Honda Fit": `!drivers[1].given_name`,
		"My ex-wife Karen kept the van. I have a 2016 Honda CR-V":   `!drivers[1].given_name`,
		"2016 Honda Fit - my ex-wife Karen drives another":          `!drivers[1].given_name`,
	} {
		checkText(t, text, want)
	}
}

// TestFullNameEquated reads a date that somebody met before is said to be, by their whole name.
func TestFullNameEquated(t *testing.T) {
	for text, want := range map[string]string{
		"My wife Lauren drives the 2019 Audi Q5. I'm Scott Brandt, 2/2/80, and Lauren Brandt is 5/24/81.": `drivers[1].given_name="Lauren" drivers[1].date_of_birth="1981-05-24"`,
		"My wife Lauren drives the 2019 Audi Q5. Our lease at Brandt is 5/24/81.":                         `!drivers[1].date_of_birth`,
	} {
		checkText(t, text, want)
	}
}

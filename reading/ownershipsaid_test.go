package reading

import "testing"

// TestOwnershipElsewise reads how one vehicle is held from what is said of another.
func TestOwnershipElsewise(t *testing.T) {
	const cars = "We have a 2019 Kia Rio and a 2016 Kia Soul. "
	for text, want := range map[string]string{
		"The Rio is paid off and the Soul isn't.":               `vehicles[0].ownership="owned" vehicles[1].ownership="financed"`,
		"The Rio has a loan, the Soul doesn't.":                 `vehicles[0].ownership="financed" vehicles[1].ownership="owned"`,
		"The Rio is financed and the Soul is too.":              `vehicles[0].ownership="financed" vehicles[1].ownership="financed"`,
		"The former is leased, the latter isn't.":               `vehicles[0].ownership="leased" !vehicles[1].ownership`,
		"Only the Rio has a loan.":                              `vehicles[0].ownership="financed" vehicles[1].ownership="owned"`,
		"We own the Soul and we're leasing the Rio.":            `vehicles[0].ownership="leased" vehicles[1].ownership="owned"`,
		"No loans on either.":                                   `vehicles[0].ownership="owned" vehicles[1].ownership="owned"`,
		"Neither has a loan.":                                   `vehicles[0].ownership="owned" vehicles[1].ownership="owned"`,
		"Los dos ya pagados.":                                   `vehicles[0].ownership="owned" vehicles[1].ownership="owned"`,
		"The Rio is paid off. I drive it, the Soul not.":        `vehicles[0].ownership="owned" !vehicles[1].ownership`,
		"I bought the Rio, it has a loan. I like the Soul too.": `vehicles[0].ownership="financed" !vehicles[1].ownership`,
	} {
		checkText(t, cars+text, want)
	}
	for text, want := range map[string]string{
		"2018 Kia Rio. The note is with Chase.":                      `vehicles[0].ownership="financed"`,
		"2018 Kia Rio, Kia Finance holds the title.":                 `vehicles[0].ownership="financed"`,
		"2018 Kia Rio. The loan's been paid since May.":              `vehicles[0].ownership="owned"`,
		"2018 Kia Rio. It was leased, now I have a loan on it.":      `vehicles[0].ownership="financed"`,
		"2018 Kia Rio. I bought out the lease, it's all paid off.":   `vehicles[0].ownership="owned"`,
		"2018 Kia Rio, 9,000 a year. Paid.":                          `vehicles[0].ownership="owned"`,
		"2018 Kia Rio, school runs. I paid 900 for insurance there.": `!vehicles[0].ownership`,
	} {
		checkText(t, text, want)
	}
}

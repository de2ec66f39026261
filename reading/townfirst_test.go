package reading

import "testing"

// TestTownBeforeStreet reads lines with the town and the ZIP code before the street.
func TestTownBeforeStreet(t *testing.T) {
	for said, want := range map[string]string{
		"salem 97301, 340 court st ne": `garaging_address.street="340 Court St NE"`,
		"eugene 97402 1800 w 11th ave": `garaging_address.city="Eugene"`,
	} {
		checkText(t, "I need a quote for my 2015 Kia Soul.\n"+said, want+" garaging_address.state=\"OR\"")
	}
}

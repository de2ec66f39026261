package reading

import "testing"

// TestBesideOwnAge meets who is named with their age beside the author's.
func TestBesideOwnAge(t *testing.T) {
	for text, want := range map[string]string{
		"I'm 29, Leo is 31. Quote the '19 Civic.":                       `drivers[1].given_name="Leo"`,
		"I am 52 and Leo is 50, we have a 2014 Kia Soul.":               `drivers[1].given_name="Leo"`,
		"Tengo un Kia Soul 2014. Mi esposo Leo tiene 43 y yo 41.":       `drivers[1].given_name="Leo" drivers[1].relationship="spouse"`,
		"I'm 29, Geico is 31 dollars more. We have a 2014 Kia Soul.":    `!drivers[1].given_name`,
		"I'm 29, Salem is 31 miles from here. We have a 2014 Kia Soul.": `!drivers[1].given_name`,
	} {
		checkText(t, text, want)
	}
}

// TestWritingForAgain takes for the insured who is written for, also where a line above names them.
func TestWritingForAgain(t *testing.T) {
	for text, want := range map[string]string{
		"My son needs help.\n\nI am writing for my son Leo Rey, he is 22, birthday 7/19/2003. The car is a 2006 Chevy Cobalt.":            `drivers[0].given_name="Leo" drivers[0].relationship="insured" !drivers[1].given_name`,
		"I'm adding my son.\n\nPlease quote me, Ana Rey, born 3/4/1975. Asking for my son Leo mostly, but I drive the 2006 Chevy Cobalt.": `drivers[0].given_name="Ana" drivers[0].relationship="insured"`,
	} {
		checkText(t, text, want)
	}
}

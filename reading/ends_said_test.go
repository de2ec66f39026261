package reading

import "testing"

// TestPoliciesThatEnd: with whom somebody is insured, and until when, said beside other things.
func TestPoliciesThatEnd(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"2015 Kia Soul. There are three drivers in the house and my rate with Erie went up.", `prior_insurance.carrier="Erie"`},
		{"2015 Kia Soul. My house is with Erie.", `!prior_insurance.carrier`},
		{"2015 Kia Soul. I have Erie, and that policy runs to January 8, 2027.", `prior_insurance.carrier="Erie" prior_insurance.expires="2027-01-08"`},
		{"2015 Kia Soul. My Erie policy ends at the end of this month.", `prior_insurance.expires="2026-11-30"`},
		{"2015 Kia Soul. My Erie policy ends at the end of next month.", `prior_insurance.expires="2026-12-31"`},
		{"2015 Kia Soul. Start it December 1. My Erie policy ends that day too.", `effective_date="2026-12-01" prior_insurance.expires="2026-12-01"`},
		{"2015 Kia Soul. Start it December 1, when my lease ends. The registration ends that day too.", `effective_date="2026-12-01" !prior_insurance.expires`},
	} {
		checkText(t, tt.text, tt.want)
	}
}

// TestCardsThatExpire: what expires on a card of a registration or of a license is no policy, unless one is spoken of there.
func TestCardsThatExpire(t *testing.T) {
	const none, ends = "!prior_insurance.expires", `prior_insurance.expires="2027-05-31"`
	for text, want := range map[string]string{
		"Oregon vehicle registration\nPlate 123ABC\n2015 KIA SOUL\nEXPIRES 05/31/2027":                                  none,
		"My registration card says:\n2015 KIA SOUL\nExpires 05/31/2027\nFee $126":                                       none,
		"2015 Kia Soul\nLicense plate: 123 ABC\nExpires: 05/31/2027":                                                    none,
		"2015 Kia Soul, plate 123ABC, valid through 05/31/2027.":                                                        none,
		"Driver license D1234567\nEXP 05/31/2027\n2015 Kia Soul":                                                        none,
		"2015 Kia Soul\nCurrent insurer: Erie\nExpires: 05/31/2027":                                                     ends,
		"2015 Kia Soul, registered in Oregon. I'm with Erie. Expires 05/31/2027.":                                       ends,
		"2015 Kia Soul\nPlate 123ABC\nPolicy E77\nEXPIRES 05/31/2027":                                                   ends,
		"2015 Kia Soul. Plate 123ABC. My insurance expires 05/31/2027.":                                                 ends,
		"Vehicle registration\n2015 KIA SOUL\nEXPIRES 01/31/2027\n\nMy current policy is with Erie\nExpires 05/31/2027": ends,
		"2015 Kia Soul. I've been licensed since 2001. It all expires 05/31/2027.":                                      ends,
		"Policy of Old Granite Mutual\n2015 KIA SOUL, plate 123ABC, driver license D1234567\nValid through 05/31/2027":  ends,
	} {
		checkText(t, text, want)
	}
}

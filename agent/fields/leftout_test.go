package fields

import (
	"testing"

	"ppamaild/quote"
)

// A driver whom a mail asks to leave out is taken off. A condition, advice, a car, or two drivers
// take no driver off.
func TestLeftOut(t *testing.T) {
	a := quote.Application{Drivers: []quote.Driver{
		{GivenName: "Paula", Relationship: quote.Insured},
		{GivenName: "Ben", Relationship: quote.Child},
	}}
	for mail, off := range map[string]bool{
		"My son Ben is 17. For now don't put him on.":                      true,
		"My son Ben got his license in June. Please leave him off.":        true,
		"Ben is away at school, so don't add him yet.":                     true,
		"I do not want my son on the policy.":                              true,
		"We would like to exclude Ben.":                                    true,
		"Can you leave Ben off?":                                           true,
		"I want him excluded from the policy.":                             true,
		"A mi hijo Ben no lo ponga por ahora.":                             true,
		"Por favor no incluirlo.":                                          true,
		"Deje a Ben fuera.":                                                true,
		"Ben lives with us in the house in Bend, so please keep\nhim off.": true,
		"Don't leave him out.":                                             false,
		"Don't put him on if it costs more.":                               false,
		"Should I leave him off?":                                          false,
		"Ben has not put many miles on the car.":                           false,
		"He has no tickets, please add him.":                               false,
		"Please put him on.":                                               false,
		"Don't put towing on Ben's car.":                                   false,
		"Take Ben's tickets off.":                                          false,
		"No accidents. My son does not drive much and please insure him":   false,
	} {
		if got := (Reader{}).LeftOut(a, nil, mail, "m"); len(got) > 0 != off {
			t.Errorf("%s: %v", mail, got)
		} else if off && (got[0].Path != "drivers[1]" || got[0].Value != nil || got[0].Words == "") {
			t.Errorf("%s: %+v", mail, got[0])
		}
	}
	a.Drivers = append(a.Drivers, quote.Driver{GivenName: "Amy", Relationship: quote.Child})
	for mail, path := range map[string]string{
		"Amy had a DUI in 2023 so I want her excluded.": "drivers[2]",
		"Don't put him on.":                             "",
		"Don't put my child on.":                        "",
		"Amy is at college. Don't add her.":             "drivers[2]",
		"Leave Ben off. Amy drives the Civic":           "drivers[1]",
	} {
		got := (Reader{}).LeftOut(a, nil, mail, "m")
		if path == "" != (len(got) == 0) || path != "" && got[0].Path != path {
			t.Errorf("%s: %v, want %q", mail, got, path)
		}
	}
}

package reading

import (
	"strings"
	"testing"
	"time"

	"ppamaild/quote"
)

// Nobody becomes a driver because our own mail, which an answer quotes, says their name.
func TestWhoIsOnlyQuotedIsNoDriver(t *testing.T) {
	known := quote.Application{
		NamedInsured: quote.NamedInsured{GivenName: "Luis", Surname: "Ortega"},
		Drivers:      []quote.Driver{{GivenName: "Luis", Surname: "Ortega", Relationship: quote.Insured}},
		Vehicles:     []quote.Vehicle{{Make: "Nissan", Model: "Sentra"}},
	}
	for text, paths := range map[string]string{
		"> When were you born, and when did you get your license?\n>\n> Lee Tran\n\nApril 9 1988, licensed at 18, commute 8 miles, 9k a year":    "", // whose date that is can be asked
		"> ¿Cuántas millas al año?\n> Conductor     Luis, fecha de nacimiento: 8 de julio de 1990\n\n10,000. No he tenido accidentes ni multas.": "drivers[0].accidents drivers[0].violations",
		"> What is the date of birth of your wife Ann?\n> Ann:\n\n6/1/1984":                                                                      "drivers[1].date_of_birth",
	} {
		var got []string
		for _, f := range Read(Input{Text: text, FromName: "Luis Ortega", Replies: true, Known: known, Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}).Facts {
			if strings.HasPrefix(f.Path, "drivers") && !strings.HasSuffix(f.Path, "_name") && !strings.HasSuffix(f.Path, "relationship") {
				got = append(got, f.Path)
			}
		}
		if strings.Join(got, " ") != paths {
			t.Errorf("%q: %v, want %s", text, got, paths)
		}
	}
}

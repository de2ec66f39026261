package reading

import (
	"testing"
	"time"

	"ppamaild/quote"
)

// A car has the driver whom the words name, by name or by the only driver with the relation.
func TestFindingD8TheNamedDriver(t *testing.T) {
	const (
		english = "My wife Sue was born 5/6/1984, my son Ben was born 5/6/2008. 2017 Forester, 2012 Civic. "
		spanish = "Mi esposo Tom nació el 6 de mayo de 1979. Tenemos un Civic 2019 y una Tundra 2012. "
	)
	for _, c := range [][3]string{
		{english + "That one is my son's.", "vehicles[1].driver", "2"},
		{english + "The Forester is mine and the Civic is Ben's.", "vehicles[1].driver", "2"},
		{english + "The Forester is mine and the Civic is Ben's.", "vehicles[0].driver", "0"},
		{english + "My wife drives the Forester and my son drives the Civic.", "vehicles[0].driver", "1"},
		{english + "My wife drives the Forester and my son drives the Civic.", "vehicles[1].driver", "2"},
		{english + "My wife and my son drive the Civic.", "vehicles[1].driver", ""},
		{english + "The Civic is driven by my son.", "vehicles[1].driver", "2"},
		{english + "My son sometimes drives the Civic.", "vehicles[1].driver", ""},
		{english + "My son does not drive the Civic.", "vehicles[1].driver", ""},
		{english + "My son drives the Civic when I am at work.", "vehicles[1].driver", ""},
		{english + "My son Max was born 5/6/2006. My son drives the Civic.", "vehicles[1].driver", ""},
		{spanish + "Mi hijo Leo nació el 6 de mayo de 2005. Yo manejo el Civic al trabajo. La Tundra la maneja mi esposo.", "vehicles[1].driver", "1"},
		{spanish + "Mi hijo Leo nació el 6 de mayo de 2005. Yo manejo el Civic al trabajo. La Tundra la maneja mi esposo.", "vehicles[0].driver", "0"},
		{spanish + "La Tundra es de mi esposo.", "vehicles[1].driver", "1"},
		{spanish + "Mi esposo maneja la Tundra.", "vehicles[1].driver", "1"},
		{spanish + "Hay una Tundra, lo maneja mi esposo.", "vehicles[1].driver", "1"},
		{english + "I drive the Forester, she drives the Civic.", "vehicles[1].driver", "1"},
		{english + "He drives the Civic.", "vehicles[1].driver", "2"},
		{english + "My son Max was born 5/6/2006. He drives the Civic.", "vehicles[1].driver", ""},
		{spanish + "Mi hija Ana nació el 6 de mayo de 2005. Ella maneja el Civic, él maneja la Tundra.", "vehicles[0].driver", "2"},
		{spanish + "Mi hija Ana nació el 6 de mayo de 2005. Ella maneja el Civic, él maneja la Tundra.", "vehicles[1].driver", "1"},
		{spanish + "Yo uso la Tundra.", "vehicles[1].driver", "0"},
		{spanish + "El Civic, lo uso para ir al trabajo. Mi esposo también lo maneja a veces.", "vehicles[0].driver", "0"},
		{english + "The Forester is my favorite and the title is my wife's.", "vehicles[0].driver", ""},
		{english + "My brother drives the Civic.", "vehicles[1].driver", ""},
		{english + "Sue's mother drives the Civic.", "vehicles[1].driver", ""},
		{english + "My wife drives the car.", "vehicles[1].driver", ""},
		{"My wife Sue was born 5/6/1984. 2017 Forester. My wife drives the car.", "vehicles[0].driver", "1"},
		{"My wife Sue was born 5/6/1984. 2017 Forester. My wife drives the car her mother owns.",
			"vehicles[0].driver", ""},
	} {
		expectFacts(t, c[0], map[string]string{c[1]: c[2]})
	}
}

// "Both" are the two drivers, also the author.
func TestBothLicensedAtAnAge(t *testing.T) {
	const born = "I was born 12/3/1974, and my partner Sam Ruiz, born 5/19/1971, "
	expectFacts(t, born+"both licensed at 16.", map[string]string{
		"drivers[0].years_licensed": "35", "drivers[1].years_licensed": "39"})
	expectFacts(t, "My husband Ray, born 5/19/1971, and our daughter Mia, born 1/2/2004, who are both "+
		"licensed at 16.", map[string]string{"drivers[0].years_licensed": ""})
}

// A new driver may have the name in a later sentence or mail. The values are never the author's.
func TestNewDriverNamedLater(t *testing.T) {
	known := quote.Application{
		NamedInsured: quote.NamedInsured{GivenName: "Maria", Surname: "Lopez"},
		Drivers: []quote.Driver{{GivenName: "Maria", Surname: "Lopez", Relationship: quote.Insured,
			DateOfBirth: "1985-03-04"}},
		Vehicles: []quote.Vehicle{{Make: "Honda", Model: "Civic"}},
	}
	for text, name := range map[string]string{
		"My brother drives too. His name is Leo Ruiz, born 3/4/1990, licensed in 2008.":                     "Leo",
		"My brother drives too. He was born 3/4/1990. His name is Leo. He is licensed in 2008.":             "Leo",
		"Please add my brother. He is Leo Ruiz, born 3/4/1990, licensed in 2008.":                           "Leo",
		"Leo Ruiz, he was born 3/4/1990 and licensed since 2008. No tickets.":                               "Leo",
		"We have a new driver. Her name is Ana Ruiz, born 3/4/1990, licensed 2008.":                         "Ana",
		"Agregue a mi hermano. Se llama Leo Ruiz, nació el 4 de marzo de 1990 y tiene licencia desde 2008.": "Leo",
	} {
		got := Read(Input{FromName: "Maria Lopez", Known: known, Text: text,
			Date: time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)})
		read := make(map[string]string)
		for _, f := range got.Facts {
			read[f.Path] = string(f.Value)
		}
		if read["drivers[1].given_name"] != `"`+name+`"` || read["drivers[1].date_of_birth"] != `"1990-03-04"` ||
			read["drivers[1].years_licensed"] != "18" || read["drivers[0].date_of_birth"] != "" ||
			read["drivers[0].years_licensed"] != "" || read["drivers[2].relationship"] != "" {
			t.Errorf("%s: %v", text, read)
		}
	}
}

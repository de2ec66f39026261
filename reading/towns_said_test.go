package reading

import "testing"

// TestTownsAndStreets: streets and towns, written in other forms.
func TestTownsAndStreets(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"Kia Soul 2014. La usa mi esposo Pedro, va a la tienda. Pedro nació el 19/05/1987.", `drivers[1].given_name="Pedro" drivers[1].date_of_birth="1987-05-19" !garaging_address.state`},
		{"Our place is in Tigard, OR. 11904 NE Iris Rd, 97223", `garaging_address.city="Tigard" garaging_address.street="11904 NE Iris Rd" garaging_address.zip="97223"`},
		{"i live at 63 maple blvd los angeles 90043. 2015 kia soul.", `garaging_address.city="Los Angeles" garaging_address.street="63 Maple Blvd"`},
		{"218 Iris Ave, Playa del Rey, CA 90293", `garaging_address.city="Playa del Rey" garaging_address.street="218 Iris Ave"`},
		{"2855 Iris Drive #204, Walnut Creek, CA 94598 (was: 400 Oak St, Oakland)", `garaging_address.city="Walnut Creek" garaging_address.street="2855 Iris Drive #204"`},
		{"I live at 55 Rose Hwy Spc 31, Bakersfield, CA 93308", `garaging_address.street="55 Rose Hwy Spc 31"`},
		{"41-15 Iris Rd, Astoria, NY 11103", `garaging_address.street="41-15 Iris Rd"`},
		{"Dirección: 55 Iris Ave, Los Gatos, CA 95030", `garaging_address.street="55 Iris Ave" garaging_address.city="Los Gatos" garaging_address.zip="95030"`},
		{"Street: 55 Iris Ave, The Dalles OR 97058", `garaging_address.street="55 Iris Ave" garaging_address.city="The Dalles"`},
		{"The title goes to my son at 55 Iris Ave, Bend, OR 97701.", `!garaging_address.street`},
	} {
		checkText(t, tt.text, tt.want)
	}
}

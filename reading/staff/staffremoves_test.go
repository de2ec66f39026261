package staff

import (
	"strings"
	"testing"
	"time"

	"ppamaild/quote"
	"ppamaild/reading"
	"ppamaild/reading/claims"
)

// TestStaffTakeEntriesOff: staff take off the entries that they name plainly, the last entry first. A
// person reads an unclear name, and a text that says anything else too.
func TestStaffTakeEntriesOff(t *testing.T) {
	var known quote.Case
	day := time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC)
	read := reading.Read(claims.Input{Date: day, Text: "Hi, Jo Marsh here. Quote my 2019 Subaru Outback, a 2012 Jeep Wrangler, a 2001 Ford F-150 and a 2015 Jeep Patriot. " +
		"My wife Ann Marsh drives too, and my son Leo, 17, and my roommate drives the Wrangler."})
	for _, err := range known.ApplyAll(read.Facts) {
		if err != nil {
			t.Fatal(err)
		}
	}
	if a := known.Application; len(a.Vehicles) != 4 || len(a.Drivers) != 4 {
		t.Fatalf("%d vehicles, %d drivers", len(a.Vehicles), len(a.Drivers))
	}
	for text, want := range map[string]string{
		"leave out the Wrangler":                             "vehicles[1]",
		"Take the Outback off, please.":                      "vehicles[0]",
		"take the F-150 off of the quote":                    "vehicles[2]",
		"please remove the 2012 Jeep and the 2001 Ford":      "vehicles[2] vehicles[1]",
		"Remove the Ford from the policy":                    "vehicles[2]",
		"drop vehicle 2":                                     "vehicles[1]",
		"remove car #3":                                      "vehicles[2]",
		"don't include the Ford truck":                       "vehicles[2]",
		"the Patriot should not be on the quote":             "vehicles[3]",
		"take Ann off":                                       "drivers[1]",
		"Ann Marsh is not a driver":                          "drivers[1]",
		"remove the wife":                                    "drivers[1]",
		"driver number 3 needs to come off":                  "drivers[2]",
		"leave out the Wrangler and the F-150, and the son":  "drivers[2] vehicles[2] vehicles[1]",
		"Remove Leo. Leave the Patriot out.":                 "drivers[2] vehicles[3]",
		"leave out the F-150, and Leo is not a driver":       "drivers[2] vehicles[2]",
		"take the F-150 and Leo off, and remove the Patriot": "drivers[2] vehicles[3] vehicles[2]",
		"Ann and Leo are not drivers":                        "drivers[2] drivers[1]",
		"drop the Patriot, the F-150":                        "vehicles[3] vehicles[2]",
		"delete the roommate":                                "drivers[3]",

		"leave out the Jeep":                  "", // there are two
		"remove Marsh":                        "", // so are they both called
		"take Jo off":                         "", // whom it is for
		"driver 1 is not a driver":            "",
		"drop driver 9":                       "",
		"remove the Camry":                    "",
		"remove the phone number":             "",
		"remove question 2":                   "",
		"drop the Patriot's year":             "",
		"leave out the Wrangler's mileage":    "",
		"remove the truck":                    "",
		"leave the Wrangler":                  "",
		"don't ask about the Wrangler":        "",
		"take her off":                        "",
		"leave out the Wrangler and be nicer": "",
		"remove the Patriot if she agrees":    "",
		"remove":                              "",
	} {
		facts, ok := Fact(text, known, day, time.UTC)
		var got []string
		for _, f := range facts {
			if len(f.Value) > 0 || f.Standing != quote.Confirmed || f.Words == "" {
				t.Errorf("%q: %+v", text, f)
			}
			got = append(got, f.Path)
		}
		if strings.Join(got, " ") != want || ok != (want != "") {
			t.Errorf("%q takes off %q, %v; want %q", text, got, ok, want)
		}
	}
}

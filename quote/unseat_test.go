package quote

import "testing"

// The car of a removed driver has no driver. Later drivers keep their cars.
func TestWhoIsTakenOffDrivesNothing(t *testing.T) {
	var c Case
	for path, value := range map[string]string{"drivers[0].given_name": `"Tom"`, "vehicles[0].make": `"Honda"`} {
		state(t, &c, path, value)
	}
	for _, f := range [][2]string{
		{"drivers[1].given_name", `"Linda"`}, {"drivers[2].given_name", `"Rohan"`}, {"vehicles[1].make", `"Kia"`}, {"vehicles[2].make", `"Ford"`},
		{"vehicles[0].driver", "0"}, {"vehicles[1].driver", "1"}, {"vehicles[2].driver", "2"},
	} {
		state(t, &c, f[0], f[1])
	}
	before := c
	if err := c.Apply(Fact{Path: "drivers[1]", Standing: Stated}); err != nil {
		t.Fatal(err)
	}
	got := c.Application.Vehicles
	if len(c.Application.Drivers) != 2 || *got[0].Driver != 0 || got[1].Driver != nil || *got[2].Driver != 1 {
		t.Errorf("%+v", got)
	}
	if _, known := c.Facts["vehicles[1].driver"]; known || string(c.Facts["vehicles[2].driver"].Value) != "1" {
		t.Errorf("%v", c.Facts)
	}
	if *before.Application.Vehicles[2].Driver != 2 || string(before.Facts["vehicles[2].driver"].Value) != "2" {
		t.Error("the case before changed")
	}
}

func state(t *testing.T, c *Case, path, value string) {
	t.Helper()
	if err := c.Apply(Fact{Path: path, Value: []byte(value), Standing: Stated}); err != nil {
		t.Fatal(err)
	}
}

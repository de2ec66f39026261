package office

import (
	"testing"

	"ppamaild/templates"
)

// Keys of a section are together, in the order of the sections.
func TestGroups(t *testing.T) {
	all := []templates.Item{
		{Label: "agency.name"}, {Label: "agency.producer.code"}, {Label: "agency.hours"},
		{Label: "log.level"},
	}
	got := ""
	for _, g := range groups(all) {
		got += g.Name + ":"
		for _, item := range g.Items {
			got += " " + item.Label
		}
		got += "\n"
	}
	if want := "agency: name hours\nagency.producer: code\nlog: level\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

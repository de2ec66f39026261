package quote

import (
	"slices"
	"testing"
)

func TestRefer(t *testing.T) {
	licensed := []string{"CA", "OR"}
	tests := []struct {
		name   string
		change func(*Application)
		want   string
	}{
		{"sound", func(*Application) {}, ""},
		{"nothing", func(a *Application) { *a = Application{} }, ""},
		{"seventeen", func(a *Application) { a.NamedInsured.DateOfBirth = "2008-11-21" }, ReferMinor},
		{"eighteen today", func(a *Application) { a.NamedInsured.DateOfBirth = "2008-11-20" }, ""},
		{"a young driver is no minor applicant", func(a *Application) { a.Drivers[0].DateOfBirth = "2009-01-01" }, ""},
		{"firm", func(a *Application) { a.NamedInsured.Surname = "Hauling, L.L.C." }, ReferCommercial},
		{"Lincoln is no firm", func(a *Application) { a.NamedInsured.Surname = "Lincoln" }, ""},
		{"elsewhere", func(a *Application) { a.GaragingAddress.State = "WA" }, ReferOutOfState},
		{"dear", func(a *Application) { a.Vehicles[0].CostNew = new(90_001) }, ReferExotic},
		{"just not dear", func(a *Application) { a.Vehicles[0].CostNew = new(90_000) }, ""},
		{"exotic", func(a *Application) { a.Vehicles[0].Make = "FERRARI" }, ReferExotic},
		{"lapsed 31 days", func(a *Application) { a.PriorInsurance.Expires = "2026-10-20" }, ReferLapse},
		{"lapsed 30 days", func(a *Application) { a.PriorInsurance.Expires = "2026-10-21" }, ""},
		{"lapsed in California", func(a *Application) { a.GaragingAddress.State = "CA"; a.PriorInsurance.Expires = "2020-01-01" }, ""},
	}
	for _, tt := range tests {
		a := sound()
		tt.change(&a)
		if got := Refer(a, licensed, today); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	a := sound()
	a.GaragingAddress.State, a.Vehicles[0].Make = "WA", "Ferrari"
	all := []string{ReferOutOfState, ReferExotic}
	if got := Referrals(a, licensed, today); !slices.Equal(got, all) {
		t.Errorf("a Ferrari in another state: %q", got)
	}
	if got := Referrals(a, nil, today); !slices.Equal(got, all[1:]) {
		t.Errorf("no states are named: %q", got)
	}
}

func TestAllowedDeniesByDefault(t *testing.T) {
	tests := []struct {
		state string
		f     Factor
		want  bool
	}{
		{"OH", Territory, true}, {"MI", Territory, false}, {"HI", YearsOfExperience, false}, {"CA", YearsOfExperience, true},
		{"CA", PriorInsuranceHistory, false}, {"OH", "credit", false}, {"OH", "gender", false}, {"XX", Territory, false}, {"", DrivingRecord, false},
	}
	for _, tt := range tests {
		if got := Allowed(tt.state, tt.f, today); got != tt.want {
			t.Errorf("%s in %q: %t", tt.f, tt.state, got)
		}
	}
}

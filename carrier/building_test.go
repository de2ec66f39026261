package carrier

import (
	"reflect"
	"testing"

	"ppamaild/quote"
)

// The worked household as an application gives the price of the calculation by hand.
func TestBuildingTheWorkedExample(t *testing.T) {
	a := worked(t).Application
	for i := range a.Vehicles {
		a.Vehicles[i].Driver = &i
	}
	a.Vehicles[1].Coverages = quote.Coverages{CollisionDeductible: new(1000), Rental: new(false), Towing: new(false)}
	s := build(t, Building(a, "0X00000", today)...)
	if q := rated(t, s, Rate{Discounts: workedDiscounts()}); q.Total != 1016_00 || s.Producer != "0X00000" {
		t.Errorf("%v, producer %q", q.Total, s.Producer)
	}
	if s.Application.Vehicles[1].Driver != nil || s.Application.Vehicles[1].Coverages != (quote.Coverages{}) {
		t.Errorf("the session has %+v", s.Application.Vehicles[1])
	}
}

// The carrier's rule assigns the drivers unless all of them are known; who is left drives what is left.
func TestBuildingWithoutDrivers(t *testing.T) {
	a := worked(t).Application
	if s := build(t, Building(a, "", today)...); !reflect.DeepEqual(s.Principals, []int{1, 0}) {
		t.Errorf("principals %v", s.Principals)
	}
	a.Vehicles[0].Driver = new(0)
	if s := build(t, Building(a, "", today)...); !reflect.DeepEqual(s.Principals, []int{0, 1}) {
		t.Errorf("principals %v where one is known", s.Principals)
	}
	a.Drivers = append(a.Drivers, a.Drivers[1])
	if got := assignment(a); got.Principals != nil ||
		!reflect.DeepEqual(got.Stated, []Seat{{Vehicle: 0, Driver: 0}}) {
		t.Errorf("%+v where either of two may drive the other", got)
	}
}

// TestFindingD8TheStatedDriverIsRated: a stated driver counts even if the drivers of other cars are
// unknown; the carrier's rule assigns only the rest.
func TestFindingD8TheStatedDriverIsRated(t *testing.T) {
	a := worked(t).Application
	for _, years := range []int{1, 10} {
		d := a.Drivers[0]
		d.YearsLicensed = &years
		a.Drivers = append(a.Drivers, d)
	}
	if s := build(t, Building(a, "", today)...); !reflect.DeepEqual(s.Principals, []int{2, 0}) &&
		!reflect.DeepEqual(s.Principals, []int{2, 1}) {
		t.Errorf("by the rule alone: %v", s.Principals)
	}
	a.Vehicles[0].Driver = new(3)
	s := build(t, Building(a, "", today)...)
	if !reflect.DeepEqual(s.Principals, []int{3, 2}) {
		t.Errorf("with a stated driver: %v, want the stated driver, and the highest of the others", s.Principals)
	}
	if q := rated(t, s, Rate{}); !reflect.DeepEqual(q.Principals, s.Principals) {
		t.Errorf("rated with %v", q.Principals)
	}
}

// TestFindingD8OnlyDriversOfTheSession: a carrier refuses an unknown driver or vehicle.
func TestFindingD8OnlyDriversOfTheSession(t *testing.T) {
	s := build(t, append(opening("OH", "43004"), driver(20, 0), average())...)
	for _, seat := range []Seat{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
		if _, result := call(t, s, AssignDrivers{Stated: []Seat{seat}}); result == (OK{}) {
			t.Errorf("%+v is accepted", seat)
		}
	}
}

// A vehicle for which everything is declined has liability only.
func TestBuildingLiabilityOnlyForOne(t *testing.T) {
	a := worked(t).Application
	a.Vehicles[1].Coverages = quote.Coverages{ComprehensiveDeductible: new(0), CollisionDeductible: new(0), Rental: new(false), Towing: new(false)}
	for _, l := range rated(t, build(t, Building(a, "", today)...), Rate{}).Lines {
		switch l.Coverage {
		case Comprehensive, Collision, Rental, Towing:
			if l.Vehicle == 1 {
				t.Errorf("vehicle 2 has %s", l.Coverage)
			}
		}
	}
}

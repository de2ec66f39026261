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
	if list := principals(a); list != nil {
		t.Errorf("principals %v where either of two may drive the other", list)
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

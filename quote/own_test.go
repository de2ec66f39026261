package quote

import (
	"reflect"
	"testing"
)

func TestOwnCoverages(t *testing.T) {
	a := sound()
	a.Coverages.ComprehensiveDeductible, a.Coverages.CollisionDeductible, a.Coverages.Rental = new(500), new(500), new(true)
	all := Coverages{ComprehensiveDeductible: new(500), CollisionDeductible: new(500), Rental: new(true), Towing: a.Coverages.Towing}
	if own, differs := a.OwnCoverages(0); differs || !reflect.DeepEqual(own, all) {
		t.Errorf("as the others: %+v, %t", own, differs)
	}
	a.Vehicles[0].Coverages = Coverages{CollisionDeductible: new(0), ComprehensiveDeductible: new(250), Rental: new(false)}
	want := Coverages{ComprehensiveDeductible: new(250), Towing: a.Coverages.Towing}
	if own, differs := a.OwnCoverages(0); !differs || !reflect.DeepEqual(own, want) {
		t.Errorf("its own: %+v, %t", own, differs)
	}
}

func TestOwnCoveragesAreChecked(t *testing.T) {
	for path, spoil := range map[string]func(*Vehicle){
		"vehicles[0].driver":                         func(v *Vehicle) { v.Driver = new(7) },
		"vehicles[0].coverages.collision_deductible": func(v *Vehicle) { v.Coverages.CollisionDeductible = new(700) },
		"vehicles[0].coverages.bodily_injury":        func(v *Vehicle) { v.Coverages.BodilyInjury = "100/300" },
		"":                                           func(v *Vehicle) { v.Driver, v.Coverages.CollisionDeductible = new(0), new(0) },
	} {
		a := sound()
		spoil(&a.Vehicles[0])
		found := ""
		for _, p := range Validate(a, today, english) {
			if p.Severity == Error {
				found = p.Path
			}
		}
		if found != path {
			t.Errorf("%q is wrong, want %q", found, path)
		}
	}
	a := sound()
	a.Coverages.ComprehensiveDeductible, a.Coverages.CollisionDeductible, a.Vehicles[0].Ownership = new(500), new(500), Financed
	a.Vehicles[0].Coverages.CollisionDeductible = new(0)
	if p := Validate(a, today, english); len(p) != 1 || p[0].Severity != Warning {
		t.Errorf("a financed vehicle without collision: %+v", p)
	}
}

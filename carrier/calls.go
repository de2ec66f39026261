package carrier

import "ppamaild/quote"

// Call is one of the calls below.
type Call interface {
	// Name is the name of the tool that makes the call.
	Name() string
	call()
}

// Initiate opens a session. AsOf is today where the agency is.
type Initiate struct {
	EffectiveDate quote.Date    `json:"effective_date"`
	Address       quote.Address `json:"garaging_address"`
	Producer      string        `json:"producer,omitempty"`
	AsOf          quote.Date    `json:"as_of"`
}

// SetNamedInsured says in whose name the policy would be.
type SetNamedInsured struct {
	NamedInsured quote.NamedInsured `json:"named_insured"`
}

// AddDriver adds the next driver; accidents and violations must be given.
type AddDriver struct {
	Driver quote.Driver `json:"driver"`
}

// AddVehicle adds the next vehicle. A VIN stands in for year, make and model.
type AddVehicle struct {
	Vehicle quote.Vehicle `json:"vehicle"`
}

// AssignDrivers says which driver each vehicle is rated with. Without
// Principals the carrier's own rule assigns them.
type AssignDrivers struct {
	Principals []int `json:"principals,omitempty"` // a driver's index for each vehicle
}

// UpdateCoverage sets the coverages, all of them at once; what is absent is not
// bought. With Vehicle it sets only deductibles, rental and towing of that one,
// which then differ from the others'.
type UpdateCoverage struct {
	Vehicle   *int            `json:"vehicle,omitempty"` // an index
	Coverages quote.Coverages `json:"coverages"`
}

// OrderReports has the carrier order the motor vehicle and claims records of the
// drivers, whose licenses it takes. Until they are in, prices are indicative.
type OrderReports struct{}

// Rate asks for the price.
type Rate struct {
	Discounts []Discount `json:"discounts,omitempty"`
	Payments  int        `json:"payments,omitempty"` // how many; 0 means 1
}

// Discount is a discount to rate with.
type Discount struct {
	Discount quote.Discount `json:"discount"`
	Pending  bool           `json:"pending,omitempty"` // its proof is outstanding
	Drivers  []int          `json:"drivers,omitempty"` // whom it is for; none: everyone
}

// Name implements Call.
func (Initiate) Name() string { return "quote_initiate" }

// Name implements Call.
func (SetNamedInsured) Name() string { return "set_named_insured" }

// Name implements Call.
func (AddDriver) Name() string { return "add_driver" }

// Name implements Call.
func (AddVehicle) Name() string { return "add_vehicle" }

// Name implements Call.
func (AssignDrivers) Name() string { return "assign_drivers" }

// Name implements Call.
func (UpdateCoverage) Name() string { return "update_coverage" }

// Name implements Call.
func (OrderReports) Name() string { return "order_reports" }

// Name implements Call.
func (Rate) Name() string { return "rate_quote" }

func (Initiate) call()        {}
func (SetNamedInsured) call() {}
func (AddDriver) call()       {}
func (AddVehicle) call()      {}
func (AssignDrivers) call()   {}
func (UpdateCoverage) call()  {}
func (OrderReports) call()    {}
func (Rate) call()            {}

package carrier

import "ppamaild/quote"

// Call is a call to a carrier.
type Call interface {
	// Name returns the name of the tool that makes the call.
	Name() string
	call()
}

// Initiate opens a session. AsOf is the current date of the agency.
type Initiate struct {
	EffectiveDate quote.Date    `json:"effective_date"`
	Address       quote.Address `json:"garaging_address"`
	Producer      string        `json:"producer,omitempty"`
	AsOf          quote.Date    `json:"as_of"`
}

// SetNamedInsured sets the named insured.
type SetNamedInsured struct {
	NamedInsured quote.NamedInsured `json:"named_insured"`
}

// AddDriver adds a driver. Accidents and violations are required.
type AddDriver struct {
	Driver quote.Driver `json:"driver"`
}

// AddVehicle adds a vehicle. A VIN replaces year, make and model.
type AddVehicle struct {
	Vehicle quote.Vehicle `json:"vehicle"`
}

// AssignDrivers assigns a driver to each vehicle. Without Principals the rule of the carrier
// assigns the drivers, except to the vehicles with a stated driver.
type AssignDrivers struct {
	Principals []int  `json:"principals,omitempty"` // the index of the driver of each vehicle
	Stated     []Seat `json:"stated,omitempty"`     // without Principals only
}

// Seat is the stated driver of a vehicle, both as indexes.
type Seat struct {
	Vehicle int `json:"vehicle"`
	Driver  int `json:"driver"`
}

// UpdateCoverage sets all coverages. The customer does not buy absent coverages. With Vehicle,
// UpdateCoverage sets only the deductibles, rental and towing of one vehicle.
type UpdateCoverage struct {
	Vehicle   *int            `json:"vehicle,omitempty"` // an index
	Coverages quote.Coverages `json:"coverages"`
}

// OrderReports orders the motor vehicle and claims records of the drivers. The drivers need
// license numbers. Prices are indicative until the records arrive.
type OrderReports struct{}

// Rate asks for the price.
type Rate struct {
	Discounts []Discount `json:"discounts,omitempty"`
	Payments  int        `json:"payments,omitempty"` // number of payments; 0 means 1
}

// Discount is a discount in a rating.
type Discount struct {
	Discount quote.Discount `json:"discount"`
	Pending  bool           `json:"pending,omitempty"` // its proof is outstanding
	Drivers  []int          `json:"drivers,omitempty"` // indexes of the drivers; none: all drivers
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

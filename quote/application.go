// Package quote models personal auto insurance: the application of a customer, the data that a
// rating needs, the rules of law, and the discounts. It uses no mail, no clock and no network;
// dates are arguments.
package quote

// Application is a customer's application for a quote. An unknown value is absent: a nil
// pointer, an empty string or an empty list. The JSON omits absent values and has the shape
// of the contract.
type Application struct {
	NamedInsured    NamedInsured   `json:"named_insured,omitzero"`
	GaragingAddress Address        `json:"garaging_address,omitzero"`
	EffectiveDate   Date           `json:"effective_date,omitempty"`
	Drivers         []Driver       `json:"drivers,omitempty"`
	Vehicles        []Vehicle      `json:"vehicles,omitempty"`
	Coverages       Coverages      `json:"coverages,omitzero"`
	PriorInsurance  PriorInsurance `json:"prior_insurance,omitzero"`
	Discounts       []Discount     `json:"discounts,omitempty"`
}

// Date is a calendar day, "2006-01-02", without a time zone.
type Date string

// NamedInsured is the holder of the policy.
type NamedInsured struct {
	GivenName   string `json:"given_name,omitempty"`
	Surname     string `json:"surname,omitempty"`
	DateOfBirth Date   `json:"date_of_birth,omitempty"`
	Phone       string `json:"phone,omitempty"` // E.164
	Email       string `json:"email,omitempty"`
}

// Address is the garaging address; never a PO box.
type Address struct {
	Street string `json:"street,omitempty"`
	City   string `json:"city,omitempty"`
	State  string `json:"state,omitempty"` // two letters
	ZIP    string `json:"zip,omitempty"`   // 5 digits, or 5-4; a string because of leading zeros
}

// Driver is a driver of the vehicles. Drivers[0] is the insured.
type Driver struct {
	GivenName     string       `json:"given_name,omitempty"`
	Surname       string       `json:"surname,omitempty"`
	DateOfBirth   Date         `json:"date_of_birth,omitempty"`
	Relationship  Relationship `json:"relationship,omitempty"`
	LicenseNumber string       `json:"license_number,omitempty"`
	LicenseState  string       `json:"license_state,omitempty"`
	YearsLicensed *int         `json:"years_licensed,omitempty"`
	Accidents     *int         `json:"accidents,omitempty"`  // at fault, last 36 months
	Violations    *int         `json:"violations,omitempty"` // last 36 months
}

// Relationship is the relation of a driver to the insured.
type Relationship string

// The relationships of the contract.
const (
	Insured Relationship = "insured"
	Spouse  Relationship = "spouse"
	Child   Relationship = "child"
	Parent  Relationship = "parent"
	Other   Relationship = "other"
)

// Vehicle is a car or light truck.
type Vehicle struct {
	Year               *int      `json:"year,omitempty"`
	Make               string    `json:"make,omitempty"`
	Model              string    `json:"model,omitempty"`
	Trim               string    `json:"trim,omitempty"`
	CostNew            *int      `json:"cost_new,omitempty"` // dollars
	VIN                string    `json:"vin,omitempty"`
	Use                Use       `json:"use,omitempty"`
	AnnualMiles        *int      `json:"annual_miles,omitempty"`
	CommuteMilesOneWay *int      `json:"commute_miles_one_way,omitempty"`
	Ownership          Ownership `json:"ownership,omitempty"`
	Driver             *int      `json:"driver,omitempty"`   // index of the main driver
	Coverages          Coverages `json:"coverages,omitzero"` // deductibles, rental and towing that differ from the other vehicles
}

// Use is the use of a vehicle.
type Use string

// The uses of the contract.
const (
	Pleasure Use = "pleasure"
	Commute  Use = "commute"
	Business Use = "business"
)

// Ownership is the kind of ownership of a vehicle.
type Ownership string

// The kinds of ownership of the contract.
const (
	Owned    Ownership = "owned"
	Financed Ownership = "financed"
	Leased   Ownership = "leased"
)

// Coverages are the requested limits and deductibles.
type Coverages struct {
	BodilyInjury            string `json:"bodily_injury,omitempty"`      // thousands, per person/per accident: "100/300"
	PropertyDamage          *int   `json:"property_damage,omitempty"`    // thousands
	UninsuredMotorist       string `json:"uninsured_motorist,omitempty"` // as BodilyInjury
	MedicalPayments         *int   `json:"medical_payments,omitempty"`   // dollars
	PersonalInjury          *int   `json:"personal_injury_protection,omitempty"`
	ComprehensiveDeductible *int   `json:"comprehensive_deductible,omitempty"` // dollars
	CollisionDeductible     *int   `json:"collision_deductible,omitempty"`     // dollars
	Rental                  *bool  `json:"rental,omitempty"`
	Towing                  *bool  `json:"towing,omitempty"`
}

// PriorInsurance is the current or last policy of the customer.
type PriorInsurance struct {
	Carrier        string `json:"carrier,omitempty"`
	Expires        Date   `json:"expires,omitempty"`
	BodilyInjury   string `json:"bodily_injury,omitempty"`   // its limits, like Coverages, if the customer requests other limits
	PropertyDamage *int   `json:"property_damage,omitempty"` // like BodilyInjury
}

// Discount is a requested or claimed reduction. A claim is no proof.
type Discount string

// The discounts of the contract.
const (
	MultiCar         Discount = "multi_car"
	MultiPolicy      Discount = "multi_policy"
	GoodStudent      Discount = "good_student"
	GoodDriver       Discount = "good_driver"
	MatureDriver     Discount = "mature_driver"
	DefensiveDriving Discount = "defensive_driving"
	DriverTraining   Discount = "driver_training"
	AntiTheft        Discount = "anti_theft"
	Telematics       Discount = "telematics"
	PaidInFull       Discount = "paid_in_full"
	EFT              Discount = "eft"
	Paperless        Discount = "paperless"
	Affinity         Discount = "affinity"
	Military         Discount = "military"
)

package wire

import (
	"errors"
	"fmt"

	"ppamaild/carrier"
	"ppamaild/quote"
)

// Request is the HTTP request of a call.
type Request struct {
	Method string
	Path   string // below the base URL; except for Initiate, below the URL of the quote
	Body   any
}

// RequestOf encodes a call.
func RequestOf(c carrier.Call) (Request, error) {
	switch c := c.(type) {
	case carrier.Initiate:
		return Request{"POST", "/quotes", QuoteRequest{
			QuotedDt: string(c.AsOf), EffectiveDt: string(c.EffectiveDate), ProducerCd: c.Producer, Addr: addr(c.Address),
		}}, nil
	case carrier.SetNamedInsured:
		return Request{"PUT", "/insured", *insured(c.NamedInsured)}, nil
	case carrier.AddDriver:
		return Request{"POST", "/drivers", driver(c.Driver)}, nil
	case carrier.AddVehicle:
		return Request{"POST", "/vehicles", vehicle(c.Vehicle)}, nil
	case carrier.AssignDrivers:
		return Request{"PUT", "/assignments", assignments(c)}, nil
	case carrier.UpdateCoverage:
		return Request{"PUT", "/coverages", coverageUpdate(c.Vehicle, c.Coverages)}, nil
	case carrier.OrderReports:
		return Request{"POST", "/reports", ReportOrder{}}, nil
	case carrier.Rate:
		return Request{"POST", "/ratings", ratingRequest(c)}, nil
	}
	return Request{}, fmt.Errorf("the API has no call for %T", c)
}

// CallOf decodes a request of RequestOf.
func CallOf(method, path string, body []byte) (carrier.Call, error) {
	switch method + " " + path {
	case "POST /quotes":
		return read(body, func(q QuoteRequest) carrier.Call {
			return carrier.Initiate{AsOf: quote.Date(q.QuotedDt), EffectiveDate: quote.Date(q.EffectiveDt), Producer: q.ProducerCd, Address: address(q.Addr)}
		})
	case "PUT /insured":
		return read(body, func(i InsuredOrPrincipal) carrier.Call { return carrier.SetNamedInsured{NamedInsured: namedInsured(i)} })
	case "POST /drivers":
		return read(body, func(d PersDriver) carrier.Call { return carrier.AddDriver{Driver: fromDriver(d)} })
	case "POST /vehicles":
		return read(body, func(v PersVeh) carrier.Call { return carrier.AddVehicle{Vehicle: fromVehicle(v)} })
	case "PUT /assignments":
		return read(body, assigned)
	case "PUT /coverages":
		return read(body, func(u CoverageUpdate) carrier.Call {
			return carrier.UpdateCoverage{Vehicle: u.VehicleNumber, Coverages: fromCoverages(u.Coverage)}
		})
	case "POST /reports":
		return read(body, func(ReportOrder) carrier.Call { return carrier.OrderReports{} })
	case "POST /ratings":
		return read(body, rateOf)
	}
	return nil, errors.New("the API has no such call")
}

func read[T any](body []byte, call func(T) carrier.Call) (carrier.Call, error) {
	var v T
	if err := Decode(body, &v); err != nil {
		return nil, err
	}
	return call(v), nil
}

func assignments(c carrier.AssignDrivers) Assignments {
	a := Assignments{PrincipalDriver: c.Principals}
	for _, s := range c.Stated {
		seat := StatedDriver{VehicleNumber: s.Vehicle, DriverNumber: s.Driver}
		a.StatedDriver = append(a.StatedDriver, seat)
	}
	return a
}

func assigned(a Assignments) carrier.Call {
	c := carrier.AssignDrivers{Principals: a.PrincipalDriver}
	for _, s := range a.StatedDriver {
		c.Stated = append(c.Stated, carrier.Seat{Vehicle: s.VehicleNumber, Driver: s.DriverNumber})
	}
	return c
}

func addr(a quote.Address) Addr {
	return Addr{Addr1: a.Street, City: a.City, StateProvCd: a.State, PostalCode: a.ZIP}
}
func address(a Addr) quote.Address {
	return quote.Address{Street: a.Addr1, City: a.City, State: a.StateProvCd, ZIP: a.PostalCode}
}

func insured(n quote.NamedInsured) *InsuredOrPrincipal {
	return &InsuredOrPrincipal{GivenName: n.GivenName, Surname: n.Surname, BirthDt: string(n.DateOfBirth), PhoneNumber: n.Phone, EmailAddr: n.Email}
}

func namedInsured(i InsuredOrPrincipal) quote.NamedInsured {
	return quote.NamedInsured{GivenName: i.GivenName, Surname: i.Surname, DateOfBirth: quote.Date(i.BirthDt), Phone: i.PhoneNumber, Email: i.EmailAddr}
}

func driver(d quote.Driver) PersDriver {
	return PersDriver{
		GivenName: d.GivenName, Surname: d.Surname, BirthDt: string(d.DateOfBirth),
		DriverRelationshipToApplicantCd: encode(relationships, d.Relationship),
		LicensePermitNumber:             d.LicenseNumber, LicensedStateProvCd: d.LicenseState,
		LicensedYears: d.YearsLicensed, NumAccidents: d.Accidents, NumViolations: d.Violations,
	}
}

func fromDriver(d PersDriver) quote.Driver {
	return quote.Driver{
		GivenName: d.GivenName, Surname: d.Surname, DateOfBirth: quote.Date(d.BirthDt),
		Relationship:  decode(relationships, d.DriverRelationshipToApplicantCd),
		LicenseNumber: d.LicensePermitNumber, LicenseState: d.LicensedStateProvCd,
		YearsLicensed: d.LicensedYears, Accidents: d.NumAccidents, Violations: d.NumViolations,
	}
}

func vehicle(v quote.Vehicle) PersVeh {
	w := PersVeh{
		ModelYear: v.Year, Manufacturer: v.Make, Model: v.Model, TrimCd: v.Trim, VehIdentificationNumber: v.VIN,
		VehUseCd: encode(uses, v.Use), EstimatedAnnualDistance: v.AnnualMiles, DistanceOneWay: v.CommuteMilesOneWay,
		OwnershipCd: encode(ownerships, v.Ownership),
	}
	if v.CostNew != nil {
		w.CostNewAmt = new(Amt(*v.CostNew * 100))
	}
	return w
}

func fromVehicle(w PersVeh) quote.Vehicle {
	v := quote.Vehicle{
		Year: w.ModelYear, Make: w.Manufacturer, Model: w.Model, Trim: w.TrimCd, VIN: w.VehIdentificationNumber,
		Use: decode(uses, w.VehUseCd), AnnualMiles: w.EstimatedAnnualDistance, CommuteMilesOneWay: w.DistanceOneWay,
		Ownership: decode(ownerships, w.OwnershipCd),
	}
	if w.CostNewAmt != nil {
		v.CostNew = new(int(*w.CostNewAmt / 100))
	}
	return v
}

func coverageUpdate(vehicle *int, c quote.Coverages) CoverageUpdate {
	u := CoverageUpdate{VehicleNumber: vehicle, Coverage: coverages(c)}
	if u.Coverage == nil {
		u.Coverage = []Coverage{}
	}
	return u
}

func ratingRequest(c carrier.Rate) RatingRequest {
	r := RatingRequest{NumPayments: c.Payments}
	for _, d := range c.Discounts {
		r.Discount = append(r.Discount, Discount{DiscountCd: string(d.Discount), PendingInd: d.Pending, DriverNumber: d.Drivers})
	}
	return r
}

func rateOf(r RatingRequest) carrier.Call {
	c := carrier.Rate{Payments: r.NumPayments}
	for _, d := range r.Discount {
		c.Discounts = append(c.Discounts, carrier.Discount{Discount: quote.Discount(d.DiscountCd), Pending: d.PendingInd, Drivers: d.DriverNumber})
	}
	return c
}

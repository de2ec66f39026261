package quote

// The conditions of discounts for drivers.
const (
	studentUnder  = 25 // years
	matureFrom    = 55 // years
	newDriver     = 3  // years licensed, below which training counts
	goodDriverMin = 3  // years licensed (CA Ins. Code 1861.025)
	goodDriverMax = 1  // points in 36 months
)

// Points returns the points of a driver in the last 36 months: one for each accident at fault
// and each violation. It returns false if a number is unknown.
func (d Driver) Points() (int, bool) {
	if d.Accidents == nil || d.Violations == nil {
		return 0, false
	}
	return *d.Accidents + *d.Violations, true
}

// verdict says whether a discount applies to a driver.
type verdict int

const (
	fits verdict = iota
	doubtful
	unfit
)

// fittingDrivers asks about every driver and returns the indexes of the drivers that fit. doubt
// reports that data of a driver is missing.
func fittingDrivers(drivers []Driver, ask func(Driver) verdict) (fitting []int, doubt bool) {
	for i, d := range drivers {
		switch ask(d) {
		case fits:
			fitting = append(fitting, i)
		case doubtful:
			doubt = true
		}
	}
	return fitting, doubt || len(drivers) == 0
}

// judge assesses a discount for drivers: pending if it applies to a driver, unknown if data is
// missing, and ineligible otherwise. name is the name of the phrases.
func (a assessor) judge(name string, ask func(Driver) verdict) Assessment {
	fitting, doubt := fittingDrivers(a.Drivers, ask)
	switch {
	case len(fitting) > 0:
		got := a.pending("discount.fits."+name, "discount.proof."+name)
		got.Drivers = fitting
		return got
	case doubt:
		return a.unknown("discount.unknown_driver", say(a.words, "discount.needs."+name))
	}
	return a.ineligible("discount.needs." + name)
}

// byAge returns a verdict on the age of a driver on a day.
func byAge(on Date, wanted func(age int) bool) func(Driver) verdict {
	return func(d Driver) verdict {
		age, ok := Age(d.DateOfBirth, on)
		switch {
		case !ok:
			return doubtful
		case wanted(age):
			return fits
		}
		return unfit
	}
}

func (a assessor) goodStudent() Assessment {
	if a.GaragingAddress.State == "HI" {
		return a.unknown("discount.age_barred", a.GaragingAddress.State)
	}
	young := func(age int) bool { return age < studentUnder }
	return a.judge("good_student", byAge(a.on, young))
}

func (a assessor) matureDriver() Assessment {
	state := a.GaragingAddress.State
	switch {
	case Denied(state, MatureAge, a.on):
		return a.ineligible("discount.age_not_allowed", state)
	case state != "" && !Allowed(state, MatureAge, a.on):
		return a.unknown("discount.age_without_rule", state)
	}
	mature := func(age int) bool { return age >= matureFrom }
	return a.inCalifornia(a.judge("mature_driver", byAge(a.on, mature)), "discount.mature_law")
}

func (a assessor) training() Assessment {
	return a.judge("training", func(d Driver) verdict {
		switch {
		case d.YearsLicensed == nil:
			return doubtful
		case *d.YearsLicensed < newDriver:
			return fits
		}
		return unfit
	})
}

// goodDriver relies on statements of the drivers, so it never verifies the discount. An
// accident counts only if a person was hurt, as the motor vehicle record shows.
func (a assessor) goodDriver() Assessment {
	return a.inCalifornia(a.judge("good_driver", goodDriver), "discount.good_driver_law")
}

// inCalifornia adds the law of California to the evidence of a pending discount.
func (a assessor) inCalifornia(got Assessment, law string) Assessment {
	if a.GaragingAddress.State == "CA" && got.Status == EligiblePendingProof {
		got.Evidence = say(a.words, law, got.Evidence)
	}
	return got
}

func goodDriver(d Driver) verdict {
	points, known := d.Points()
	switch {
	case d.YearsLicensed != nil && *d.YearsLicensed < goodDriverMin, known && points > goodDriverMax:
		return unfit
	case d.YearsLicensed == nil, !known:
		return doubtful
	}
	return fits
}

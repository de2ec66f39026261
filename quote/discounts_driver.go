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

// which asks about every driver. doubt reports that data of a driver is missing.
func which(drivers []Driver, ask func(Driver) verdict) (fitting []int, doubt bool) {
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
// missing, and ineligible otherwise.
func judge(drivers []Driver, ask func(Driver) verdict, evidence, proof, against string) Assessment {
	fitting, doubt := which(drivers, ask)
	switch {
	case len(fitting) > 0:
		got := pending(evidence, proof)
		got.Drivers = fitting
		return got
	case doubt:
		return unknown("it is not known of every driver; " + against)
	}
	return ineligible("%s", against)
}

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

func assessGoodStudent(drivers []Driver, state string, on Date) Assessment {
	if state == "HI" {
		return unknown("Hawaii bars age as a factor; a producer decides")
	}
	return judge(drivers, byAge(on, func(age int) bool { return age < studentUnder }),
		"a driver under 25 is named", "a transcript or report card with a B average",
		"it takes a driver under 25")
}

func assessMatureDriver(drivers []Driver, state string, on Date) Assessment {
	switch {
	case Denied(state, MatureAge, on):
		return ineligible("age may not count in %s", state)
	case state != "" && !Allowed(state, MatureAge, on):
		return unknown("no rule of " + state + " is known that lets age count; a producer decides")
	}
	got := judge(drivers, byAge(on, func(age int) bool { return age >= matureFrom }),
		"a driver of 55 or more is named", "the certificate of the mature driver course",
		"it takes a driver of 55 or more")
	if state == "CA" && got.Status == EligiblePendingProof {
		got.Evidence += "; the reduction is mandatory for three years (Ins. Code 11628.3)"
	}
	return got
}

func assessTraining(drivers []Driver) Assessment {
	return judge(drivers, func(d Driver) verdict {
		switch {
		case d.YearsLicensed == nil:
			return doubtful
		case *d.YearsLicensed < newDriver:
			return fits
		}
		return unfit
	}, "a driver licensed for less than three years is named", "the certificate of the driver training",
		"it takes a driver licensed for less than three years")
}

// assessGoodDriver relies on statements of the drivers, so it never verifies the discount. An
// accident counts only if a person was hurt, as the motor vehicle record shows.
func assessGoodDriver(drivers []Driver, state string) Assessment {
	got := judge(drivers, goodDriver,
		"a driver is licensed three years or more and has at most one point",
		"the motor vehicle and claims record, which the carrier orders",
		"it takes three years licensed and at most one point")
	if state == "CA" && got.Status == EligiblePendingProof {
		got.Evidence += " (Ins. Code 1861.025)"
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

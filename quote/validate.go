package quote

import (
	"fmt"
	"slices"
	"strings"
)

// Problem is something that is wrong, or looks wrong, with a value that is there.
type Problem struct {
	Path     string   `json:"path"`
	Message  string   `json:"message"` // a clause that says what is wrong and what would be right
	Severity Severity `json:"severity"`
}

// Severity is how much a problem matters.
type Severity string

// The severities of a problem.
const (
	Error   Severity = "error"   // it can't be rated so
	Warning Severity = "warning" // to be looked at, or asked about
)

// Validate returns what is wrong with an application, in its own order. asOf is
// today where the agency is. What is absent is no problem here: see Missing.
func Validate(a Application, asOf Date) []Problem {
	c := checker{asOf: asOf, on: a.ratedOn(asOf)}
	c.insured(a.NamedInsured)
	c.address(a.GaragingAddress)
	c.effective(a.EffectiveDate)
	for i, d := range a.Drivers {
		c.driver(fmt.Sprintf("drivers[%d].", i), d)
	}
	for i, v := range a.Vehicles {
		c.vehicle(fmt.Sprintf("vehicles[%d].", i), v)
		c.own(fmt.Sprintf("vehicles[%d].", i), v, len(a.Drivers))
	}
	c.coverages(a.Coverages, a.GaragingAddress.State)
	c.lender(a)
	c.date("prior_insurance.expires", a.PriorInsurance.Expires)
	for i, d := range a.Discounts {
		c.oneOf(fmt.Sprintf("discounts[%d]", i), string(d), d)
	}
	return c.problems
}

// Warnings returns what only looks wrong with an application: it can be rated all
// the same.
func Warnings(a Application, asOf Date) []Problem {
	return slices.DeleteFunc(Validate(a, asOf), func(p Problem) bool { return p.Severity != Warning })
}

// checker collects problems.
type checker struct {
	asOf, on Date // today, and the day that ages and minimums are of
	problems []Problem
}

func (c *checker) fail(path, format string, args ...any) {
	c.problems = append(c.problems, Problem{path, fmt.Sprintf(format, args...), Error})
}

func (c *checker) warn(path, format string, args ...any) {
	c.problems = append(c.problems, Problem{path, fmt.Sprintf(format, args...), Warning})
}

// between checks a number that may be absent.
func (c *checker) between(path string, n *int, low, high int) {
	if n != nil && (*n < low || *n > high) {
		c.fail(path, "%d is not within %d to %d", *n, low, high)
	}
}

// date checks a day that may be absent, and reports whether there is one.
func (c *checker) date(path string, d Date) bool {
	_, ok := d.Time()
	if !ok && d != "" {
		c.fail(path, "%q is not a day of the form 2006-01-02", string(d))
	}
	return ok
}

// oneOf checks a word of a closed set that may be absent.
func (c *checker) oneOf(path, word string, set closed) {
	if word != "" && !slices.Contains(set.allowed(), word) {
		c.fail(path, "%q is not one of %s", word, strings.Join(set.allowed(), ", "))
	}
}

package quote

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Problem is a value that is wrong or suspicious.
type Problem struct {
	Path     string   `json:"path"`
	Message  string   `json:"message"` // a clause with the mistake and the remedy
	Severity Severity `json:"severity"`
}

// Severity is the severity of a problem.
type Severity string

// The severities of a problem.
const (
	Error   Severity = "error"   // prevents a rating
	Warning Severity = "warning" // needs a look or a question
)

// Validate returns the problems of an application in the order of its fields. asOf is the
// current date of the agency. Absent values are no problem; see Missing.
func Validate(a Application, asOf Date, w Words) []Problem {
	c := checker{asOf: asOf, on: a.ratedOn(asOf), words: w,
		insuredBirth: a.NamedInsured.DateOfBirth}
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

// Warnings returns the problems of an application that do not prevent a rating.
func Warnings(a Application, asOf Date, w Words) []Problem {
	return slices.DeleteFunc(Validate(a, asOf, w),
		func(p Problem) bool { return p.Severity != Warning })
}

// checker collects problems.
type checker struct {
	asOf, on Date // the current date, and the day for ages and minimums
	words    Words

	insuredBirth Date
	problems     []Problem
}

func (c *checker) fail(path, phrase string, args ...any) {
	c.problems = append(c.problems, Problem{path, say(c.words, phrase, args...), Error})
}

func (c *checker) warn(path, phrase string, args ...any) {
	c.problems = append(c.problems, Problem{path, say(c.words, phrase, args...), Warning})
}

// between checks an optional number.
func (c *checker) between(path string, n *int, low, high int) {
	if n != nil && (*n < low || *n > high) {
		c.fail(path, "value.not_within", *n, low, high)
	}
}

// date checks an optional day, and reports whether the day exists.
func (c *checker) date(path string, d Date) bool {
	_, ok := d.Time()
	if !ok && d != "" {
		c.fail(path, "value.no_date", strconv.Quote(string(d)))
	}
	return ok
}

// oneOf checks an optional word of a closed set.
func (c *checker) oneOf(path, word string, set closed) {
	if word != "" && !slices.Contains(set.allowed(), word) {
		c.fail(path, "value.no_choice", strconv.Quote(word), strings.Join(set.allowed(), ", "))
	}
}

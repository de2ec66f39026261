package quote

import (
	"regexp"
	"strings"

	"ppamaild/lazyregexp"
)

const (
	permitAge   = 14  // the lowest age of learners in any state
	licenseAge  = 16  // usual age for a license; 17 in New Jersey
	oldestUsual = 100 // higher ages need a question
	oldest      = 120 // higher ages are wrong
	furthest    = 60  // days until the start of a policy
)

var (
	nanp  = lazyregexp.MustCompile(`^\+1[2-9]\d{2}[2-9]\d{6}$`)
	poBox = lazyregexp.MustCompile(`(?i)\b(p\.?\s*o\.?|post\s+office)\s*box\b|\b(apartado|apdo\.?)\s+postal\b`)
)

func (c *checker) insured(n NamedInsured) {
	c.born("named_insured.date_of_birth", n.DateOfBirth)
	if n.Phone != "" && !nanp.MatchString(n.Phone) {
		c.warn("named_insured.phone", "%q is not a North American number of the form +15035550123", n.Phone)
	}
}

// born checks a birth date, and returns the age on the day of rating.
func (c *checker) born(path string, birth Date) (age int, ok bool) {
	if !c.date(path, birth) {
		return 0, false
	}
	age, ok = Age(birth, c.on)
	switch {
	case birth >= c.asOf:
		c.fail(path, "%s is not in the past", birth)
		return 0, false
	case age > oldest:
		c.fail(path, "%s would make an age of %d", birth, age)
	case age > oldestUsual:
		c.warn(path, "%s makes an age of %d; is that right?", birth, age)
	}
	return age, ok
}

// NamesPOBox reports whether a text contains a PO box, which is no garaging address.
func NamesPOBox(text string) bool { return poBox.MatchString(text) }

func (c *checker) address(a Address) {
	if NamesPOBox(a.Street) {
		c.fail("garaging_address.street", "a PO box is not where a car is kept; the street address is needed")
	}
	known := IsState(a.State)
	if a.State != "" && !known {
		c.fail("garaging_address.state", "%q is not a state in two letters", a.State)
	}
	if a.ZIP == "" {
		return
	}
	switch state, ok := StateOfZIP(a.ZIP); {
	case !isZIP(a.ZIP):
		c.fail("garaging_address.zip", "%q is not five digits, or five and four", a.ZIP)
	case !ok:
		c.fail("garaging_address.zip", "%s is not a ZIP code of any state", a.ZIP)
	case known && state != a.State:
		c.fail("garaging_address.zip", "%s lies in %s, not in %s", a.ZIP, state, a.State)
	}
}

func (c *checker) effective(d Date) {
	if !c.date("effective_date", d) {
		return
	}
	if last := c.asOf.AddDays(furthest); d < c.asOf || d > last {
		c.fail("effective_date", "%s is not from today, %s, to %d days ahead, %s", d, c.asOf, furthest, last)
	}
}

func (c *checker) driver(at string, d Driver) {
	age, aged := c.born(at+"date_of_birth", d.DateOfBirth)
	switch {
	case aged && age < permitAge:
		c.fail(at+"date_of_birth", "%s makes an age of %d, too young to drive", d.DateOfBirth, age)
	case aged && age < licenseAge:
		c.warn(at+"date_of_birth", "%s makes an age of %d: a permit at most", d.DateOfBirth, age)
	}
	c.oneOf(at+"relationship", string(d.Relationship), d.Relationship)
	c.between(at+"years_licensed", d.YearsLicensed, 0, oldest-permitAge)
	if y := d.YearsLicensed; aged && age >= permitAge && y != nil && *y > age-permitAge {
		c.fail(at+"years_licensed", "%d years of driving do not fit an age of %d", *y, age)
	}
	c.between(at+"accidents", d.Accidents, 0, 99)
	c.between(at+"violations", d.Violations, 0, 99)
	c.license(at, d)
}

// license only warns, because formats change, and carriers check the record.
func (c *checker) license(at string, d Driver) {
	if d.LicenseState != "" && !IsState(d.LicenseState) {
		c.warn(at+"license_state", "%q is not a state in two letters", d.LicenseState)
	}
	pattern, known := licenseFormats[d.LicenseState]
	if !known || strings.Trim(d.LicenseNumber, " -") == "" {
		return
	}
	number := strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(d.LicenseNumber))
	if ok, err := regexp.MatchString(`^(`+pattern+`)$`, number); err != nil || !ok {
		c.warn(at+"license_number", "it does not look like a license of %s", d.LicenseState)
	}
}

// licenseFormats holds regular expressions (npm usdl-regex) for the states with the most
// licenses.
var licenseFormats = map[string]string{
	"AZ": `[A-Z]\d{1,8}|[A-Z]{2}\d{2,5}|\d{9}`,
	"CA": `[A-Z]\d{7}`,
	"FL": `[A-Z]\d{12}`,
	"GA": `\d{7,9}`,
	"IL": `[A-Z]\d{11,12}`,
	"MA": `[A-Z]\d{8}|[A-Z]{2}\d{7}|\d{9}`,
	"MI": `[A-Z]\d{10}|[A-Z]\d{12}`,
	"NC": `\d{1,12}`,
	"NJ": `[A-Z]\d{14}`,
	"NY": `\d{9}`,
	"OH": `[A-Z]{2}\d{3,7}|[A-Z]\d{4,8}|\d{8}`,
	"PA": `\d{8}`,
	"TX": `\d{7,8}`,
	"VA": `[A-Z]\d{8,11}|\d{9}`,
	"WA": `[A-Z0-9*]{12}`,
}

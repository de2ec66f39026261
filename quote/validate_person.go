package quote

import (
	"regexp"
	"strconv"
	"strings"

	"ppamaild/lazy"
	"ppamaild/lazyregexp"
)

const (
	permitAge   = 14  // the lowest age of learners in any state
	licenseAge  = 16  // usual age for a license; 17 in New Jersey
	oldestUsual = 100 // higher ages need a question
	oldest      = 120 // higher ages are wrong
	furthest    = 60  // days until the start of a policy
	lateAge     = 50  // a first license at this age is unusual
	fewYears    = 3
	minApart    = 13 // years between a parent and a child
)

var (
	nanp  = lazyregexp.MustCompile(`^\+1[2-9]\d{2}[2-9]\d{6}$`)
	poBox = lazyregexp.MustCompile(`(?i)\b(p\.?\s*o\.?|post\s+office)\s*box\b|\b(apartado|apdo\.?)\s+postal\b`)
)

func (c *checker) insured(n NamedInsured) {
	c.born("named_insured.date_of_birth", n.DateOfBirth)
	if n.Phone != "" && !nanp.MatchString(n.Phone) {
		c.warn("named_insured.phone", "value.no_phone", strconv.Quote(n.Phone))
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
		c.fail(path, "value.not_past", birth)
		return 0, false
	case age > oldest:
		c.fail(path, "value.too_old", birth, age)
	case age > oldestUsual:
		c.warn(path, "value.very_old", birth, age)
	}
	return age, ok
}

// NamesPOBox reports whether a text contains a PO box, which is no garaging address.
func NamesPOBox(text string) bool { return poBox.MatchString(text) }

func (c *checker) address(a Address) {
	if NamesPOBox(a.Street) {
		c.fail("garaging_address.street", "value.po_box")
	}
	known := IsState(a.State)
	if a.State != "" && !known {
		c.fail("garaging_address.state", "value.no_state", strconv.Quote(a.State))
	}
	if a.ZIP == "" {
		return
	}
	switch state, ok := StateOfZIP(a.ZIP); {
	case !isZIP(a.ZIP):
		c.fail("garaging_address.zip", "value.no_zip", strconv.Quote(a.ZIP))
	case !ok:
		c.fail("garaging_address.zip", "value.unknown_zip", a.ZIP)
	case known && state != a.State:
		c.fail("garaging_address.zip", "value.other_state", a.ZIP, state, a.State)
	}
}

func (c *checker) effective(d Date) {
	if !c.date("effective_date", d) {
		return
	}
	if last := c.asOf.AddDays(furthest); d < c.asOf || d > last {
		c.fail("effective_date", "value.start", d, c.asOf, last, furthest)
	}
}

func (c *checker) driver(at string, d Driver) {
	age, aged := c.born(at+"date_of_birth", d.DateOfBirth)
	switch {
	case aged && age < permitAge:
		c.fail(at+"date_of_birth", "value.too_young", d.DateOfBirth, age)
	case aged && age < licenseAge:
		c.warn(at+"date_of_birth", "value.learner", d.DateOfBirth, age)
	}
	parent, known := Age(c.insuredBirth, c.on)
	if known && aged && d.Relationship == Child && parent-age < minApart {
		c.warn(at+"date_of_birth", "value.old_child", age, parent)
	}
	c.oneOf(at+"relationship", string(d.Relationship), d.Relationship)
	c.between(at+"years_licensed", d.YearsLicensed, 0, oldest-permitAge)
	if y := d.YearsLicensed; aged && age >= permitAge && y != nil && *y > age-permitAge {
		c.fail(at+"years_licensed", "value.too_long_licensed", *y, age)
	} else if aged && age >= lateAge && y != nil && 0 <= *y && *y < fewYears {
		c.warn(at+"years_licensed", "value.late_licensed", *y, age)
	}
	c.between(at+"accidents", d.Accidents, 0, 99)
	c.between(at+"violations", d.Violations, 0, 99)
	c.license(at, d)
}

// license only warns, because formats change, and carriers check the record.
func (c *checker) license(at string, d Driver) {
	if d.LicenseState != "" && !IsState(d.LicenseState) {
		c.warn(at+"license_state", "value.no_state", strconv.Quote(d.LicenseState))
	}
	pattern, known := licenseFormats.Get()[d.LicenseState]
	if !known || strings.Trim(d.LicenseNumber, " -") == "" {
		return
	}
	number := strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(d.LicenseNumber))
	if ok, err := regexp.MatchString(`^(`+pattern+`)$`, number); err != nil || !ok {
		c.warn(at+"license_number", "value.no_license", d.LicenseState)
	}
}

// licenseFormats holds regular expressions (npm usdl-regex) for the states with the most
// licenses.
var licenseFormats = lazy.Value[map[string]string]{New: func() map[string]string {
	return map[string]string{
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
}}

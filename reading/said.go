package reading

import (
	"strings"

	"ppamaild/quote"
)

// sayCells claims what the cells hold.
func (r *reader) sayCells() {
	for _, c := range r.cells {
		of, field := r.ownerOf(c), strings.TrimPrefix(c.field, "garaging_address.")
		switch {
		case c.of != nil:
			r.say(*c.of, field, c.v, c.at)
		case of == 'd':
			r.ofDrivers(field, c.v, c.at, quote.Stated)
		case of == 'v':
			r.ofVehicles(field, c.v, c.at, quote.Stated)
			if n, commutes := c.v.(int); commutes && n > 0 && field == "commute_miles_one_way" {
				r.ofVehicles("use", quote.Commute, c.at, quote.Inferred)
			}
		default:
			r.sayCell(field, c)
		}
	}
}

// ownerOf says what kind of entity has a field.
func (r *reader) ownerOf(c filled) byte {
	switch c.field {
	case "date_of_birth", "relationship", "license_number", "license_state", "years_licensed", "accidents", "violations":
		return 'd'
	case "vin", "cost_new", "use", "annual_miles", "commute_miles_one_way", "ownership":
		return 'v'
	}
	return 'a'
}

func (r *reader) sayCell(field string, c filled) {
	switch v := c.v.(type) {
	case limits:
		r.sayLimits(field, v, c.at)
		return
	case [2]int:
		r.say(theApplication, "coverages.comprehensive_deductible", v[0], c.at)
		r.say(theApplication, "coverages.collision_deductible", v[1], c.at)
		return
	}
	switch field {
	case "street", "city", "state", "zip":
		r.say(theApplication, "garaging_address."+field, c.v, c.at)
		if zip, ok := c.v.(string); ok && field == "zip" {
			if code, ok := quote.StateOfZIP(zip); ok {
				r.infer(theApplication, "garaging_address.state", code, c.at)
			}
		}
	default:
		r.say(theApplication, field, c.v, c.at)
	}
}

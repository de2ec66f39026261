package reading

import "ppamaild/quote"

// readLicenseStates reads "Texas license", "licensed in California", "OR 4821973".
func (r *reader) readLicenseStates() {
	for _, s := range r.licenses {
		for _, i := range []int{s.i - 1, s.i - 2, s.j, s.j + 1} {
			if code, j, ok := r.state(max(i, 0)); ok && r.sentence(s.i) == r.sentence(i) && (j <= s.i || i >= s.j) {
				r.ofDrivers("license_state", code, span{i, j}, quote.Stated)
				break
			}
		}
	}
	for _, c := range r.cues["license words"] {
		if r.has(span{c.j, min(r.sentence(c.i).j, c.j+4)}, "license to come") {
			continue // "a California license is applied for"
		}
		if code, j, ok := r.state(c.j); ok && (r.is(c.j-1, "in", "from", "of", "de", "en") || r.is(c.j-1, "license") && r.breaks(j)) {
			r.ofDrivers("license_state", code, span{c.j, j}, quote.Stated)
		}
		if code, j, ok := r.state(c.j + 1); ok && r.is(c.j, ":") {
			r.ofDrivers("license_state", code, span{c.j + 1, j}, quote.Stated)
		}
		for i := c.j; i < min(r.clause(c.i).j, c.j+5); i++ {
			if code, j, ok := r.state(i + 2); ok && isYears(r.at(i)) && r.is(i+1, "in", "en") {
				r.ofDrivers("license_state", code, span{i + 2, j}, quote.Stated) // "licensed 12 years in Oregon"
			}
		}
		for n := 1; n < 3; n++ {
			if code, j, ok := r.state(max(c.i-n, 0)); ok && j == c.i && c.i-n >= 0 && len(r.at(j-1)) > 1 && r.capital(c.i-n) {
				if !r.isLicenseNotHad(c.i - n) {
					r.ofDrivers("license_state", code, span{c.i - n, j}, quote.Stated)
				}
				break
			}
		}
	}
}

// isLicenseNotHad reports whether the license whose state stands at token i is one that somebody
// does not have, or is yet to get: "I haven't gotten my Tennessee license yet".
func (r *reader) isLicenseNotHad(i int) bool {
	for r.is(i-1, "a", "an", "my", "the", "his", "her", "our", "their", "yet", "new", "valid", "actual") {
		i--
	}
	if !r.among(i-1, "has a license") || r.has(r.clause(i), "suspended") {
		return false
	}
	return r.is(i-1, "getting", "obtaining") || r.endsAt("negation", i-1) < i-1 || r.endsAt("negation", i) < i-1 ||
		r.is(i-2, "to", "will", "i'll", "we'll", "he'll", "she'll", "gonna", "can", "must", "should")
}

package reading

// Other things are licensed than drivers, and other things are driven for years than cars.

// isLicensedElse reports whether the words at c, for a license or for driving, do not tell of
// how long somebody has had a driver's license.
func (r *reader) isLicensedElse(c span) bool {
	if r.asksOfUs(c.i) || r.isYetToCome(c.i) {
		return true
	}
	for i := c.i; i < c.j; i++ {
		if r.is(i, "license", "licence", "licenses", "licences", "licencia") && r.isOtherLicense(i) {
			return true
		}
	}
	switch last := c.j - 1; {
	case r.is(c.i, "driver") && r.among(c.i-1, "drives for pay"):
		return true // "a bus driver for 11 years"
	case r.is(c.i, "issued"):
		_, spoken := r.before("licenses spoken of", max(r.sentence(c.i).i, c.i-14), c.i)
		return !spoken
	case r.is(last, "driving", "driven", "drivin", "drive"):
		return r.among(c.j, "of driving") || r.drivesThing(c.j)
	case r.is(last, "licensed") && r.is(c.i-1, "a", "an"):
		return r.kind(c.j) == word && !r.is(c.j, "driver", "operator", "motorist", "and", "adult") // "a licensed electrician"
	}
	return false
}

// isOtherLicense reports whether the license at token i is another than a driver's, or a plate, or
// one that was traded for another, renewed or given up: "my real estate license", "license plate",
// "I changed my license to one of Ohio", "she gave up her license in 2019".
func (r *reader) isOtherLicense(i int) bool {
	if r.is(i+1, "plate", "plates", "tag", "tags") || r.among(i-1, "other license") {
		return true
	}
	return r.among(i-1, "trades a license") || r.among(i-2, "trades a license") || r.among(i-2, "gives up a license")
}

// isOfPermit reports whether how long it is, as s says, is said of a learner's permit: "driving for 1
// year on a permit".
func (r *reader) isOfPermit(s span) bool {
	k := r.skip(s.j, "on", "with")
	return r.is(r.skipPast(k, "her", "his", "their", "a", "my", "learner's", "learners"), "permit")
}

// drivesThing reports whether what is driven stands at token i: "driving this Accord for 9
// years", "driven Buicks for 40 years", "driving it since 2015".
func (r *reader) drivesThing(i int) bool {
	if r.is(i, "it", "one", "them", "that", "this", "these", "those", "stick", "trucks", "manual", "vans") {
		return true
	}
	for k := i; k < i+3 && r.kind(k) == word; k++ {
		if r.mentionedAt(k) >= 0 || r.namesCarPlainly(k) {
			return true
		}
	}
	return r.mentionedAt(r.skip(i, "a", "an", "the", "my", "our", "his", "her", "old")) >= 0
}

// asksOfUs reports whether the sentence around token i asks what we want: "Do you need to have
// been licensed 3 years?"
func (r *reader) asksOfUs(i int) bool {
	s := r.sentence(i)
	if s.j-s.i > 40 || !r.is(s.j-1, "?") || !r.is(s.i, "do", "does", "must", "is", "would", "should", "can") {
		return false
	}
	for k := s.i; k < s.j; k++ {
		if r.is(k, "i", "i've", "i'm", "my", "she", "he", "we", "we've", "his", "her") {
			return false
		}
	}
	return true
}

// isYetToCome reports whether what stands at token i is to be got only: "he will be getting his
// license in August".
func (r *reader) isYetToCome(i int) bool {
	from := max(r.clause(i).i, i-5)
	for k := i - 1; k >= from; k-- {
		if r.is(k, "will", "he'll", "she'll", "gonna", "getting") && r.is(i-1, "his", "her", "a", "the", "my", "their", "get", "getting") {
			return true
		}
	}
	return false
}

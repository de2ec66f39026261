package reading

import "slices"

// hasLapsed reports whether a policy ended, months ago, for want of paying or renewing:
// "I had Dairyland but let it go in April". The words for a lapse itself are a cue.
func (r *reader) hasLapsed() bool {
	return slices.ContainsFunc(r.cues["ended unrenewed"], func(c span) bool {
		s := r.sentence(c.i)
		return !r.quiet[c.i] && r.endsAt("negation", c.i) == c.i && r.speaksOfInsurance(s) && (r.isPast(c) || r.namesPastMonth(s))
	})
}

// speaksOfInsurance reports whether s has a word for a policy, or names an insurer.
func (r *reader) speaksOfInsurance(s span) bool {
	for i := s.i; i < s.j; i++ {
		if _, _, carrier := r.carrierAt(i); carrier || r.among(i, "words for a policy") {
			return true
		}
	}
	return false
}

// namesPastMonth reports whether s names a month or a season as the time of something
// that is over, and it was not the month of the mail or the one before.
func (r *reader) namesPastMonth(s span) bool {
	for i := s.i + 1; i < s.j; i++ {
		if !r.among(i-1, "before a past month") {
			continue
		}
		if m := months[r.at(i)]; m > 0 && (int(r.today.Month())-m+12)%12 >= 2 || r.is(i, "spring", "summer", "fall", "winter", "primavera", "verano") {
			return true
		}
	}
	return false
}

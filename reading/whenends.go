package reading

// whenItEnds finds the words for the day on which the customer's policy ends: "the day the
// old one runs out", "when my current insurance is up".
func (r *reader) whenItEnds() []span {
	var found []span
	for _, c := range r.cues["the day"] {
		j := c.j
		for j < c.j+6 && r.startsAt("ends", j) == j && (r.among(j, "of what ends") || r.longestInsurer(j) > 0) {
			j++
		}
		if end := r.startsAt("ends", j); end > j && (j > c.j || r.is(j, "it's", "that's", "vence", "se", "termina")) {
			found = append(found, span{c.i, end})
		}
	}
	return found
}

// expiresElse reports whether what expires on the day at token i is no policy: "license issued
// 5/2/2001, expires", "my lease ends".
func (r *reader) expiresElse(i int) bool {
	if r.isToldOfOtherThing(i) {
		return true
	}
	other := false
	for k := max(r.sentence(i).i, i-16); k < i; k++ {
		if r.among(k, "words for a policy") {
			return false
		}
		other = other || r.among(k, "expires besides") || r.is(k, "license", "licence", "licencia")
	}
	return other || r.expiresOnCard(i)
}

// expiresOnCard reports whether what expires on the day at token i stands on a card that was copied, of a car's
// registration or of a license to drive, and not among words on a policy: "PLATE 123ABC" above "EXPIRES 05/31/2027".
func (r *reader) expiresOnCard(i int) bool {
	const longest = 40 // tokens of such a card
	p, card := r.paragraph(i), false
	for k := max(p.i, i-longest); k < min(p.j, i+longest/4); k++ {
		if _, _, insurer := r.carrierAt(k); insurer || r.among(k, "words for a policy") || r.among(k, "words for an insurer") {
			return false
		}
		card = card || k < i && (r.among(k, "expires besides") || r.among(k, "on a card") || r.is(k, "license") && r.is(k-1, "driver", "driver's", "drivers"))
	}
	return card
}

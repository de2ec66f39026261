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

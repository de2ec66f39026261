package reading

import "strings"

// ownerOfName returns whose name is told at token i, "last name" or "name is", by the words before it: "Linda's
// last name", "my wife's full name", "her legal name". It is false where these say
// nobody's, and -1 of who or what is no driver: "my dog's name is".
func (r *reader) ownerOfName(i int) (k int, owned bool) {
	j := i - 1
	for r.is(j, "legal", "full", "first", "given", "middle", "last", "real", "actual", "correct", "proper", "official", "complete", "married", "new", "current", "birth", "maiden", "family") && j > 0 {
		j--
	}
	possessive := j >= 0 && strings.HasSuffix(r.at(j), "'s") && r.sentence(j).i <= i && r.sentence(i).i <= j
	switch {
	case j < 0 || r.sentence(i).i > j:
		return 0, false
	case r.is(j, "her", "his", "hers", "su") && !r.isKin(j+1), possessive && r.isKin(j):
		if g := r.lone[j]; g > everybody && len(r.crews[g]) == 1 {
			return r.crews[g][0], true
		}
		return -1, true
	case possessive && r.isGiven(j) >= 0:
		return r.isGiven(j), true
	case possessive && !r.is(j, "it's", "that's", "what's", "here's", "there's", "let's", "name's", "who's", "driver's", "insured's", "applicant's", "owner's", "holder's", "policyholder's", "customer's", "buyer's", "client's"):
		return -1, true
	}
	return 0, false
}

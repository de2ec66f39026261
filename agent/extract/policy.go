package extract

// policyAt returns the end of words for a policy that start at token i, with
// whose it is: "my policy", "our existing auto policy", "the insurance"; else i.
func (d *document) policyAt(i int) int {
	if !d.among(i, "whose policy") {
		return i
	}
	j := i + 1
	for k := 0; k < 4 && d.among(j, "of a policy") && (d.among(j+1, "of a policy") || d.among(j+1, "a policy")); k++ {
		j++
	}
	if !d.among(j, "a policy") {
		return i
	}
	return j + 1
}

// endsPolicy reports whether the verb at c, such as "stop", has a policy as its
// object: "stop the insurance on it", "terminate my auto policy".
func (d *document) endsPolicy(c span) bool {
	for i := c.j; i < min(d.clause(c.i).j, c.j+3); i++ {
		if d.policyAt(i) > i {
			return true
		}
	}
	return false
}

// changesPolicy reports whether the clause of the verb at c, such as "add", goes
// on to a policy behind a preposition: "add him to my existing auto policy".
func (d *document) changesPolicy(c span) bool {
	if d.policyAt(c.j) > c.j {
		return true // "update our auto policy"
	}
	for i := c.j; i < min(d.clause(c.i).j, c.j+24); i++ {
		if d.among(i, "of the policy") && d.policyAt(i+1) > i+1 {
			return true
		}
	}
	return false
}

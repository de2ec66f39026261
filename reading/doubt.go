package reading

import "strings"

// doubtBounds puts an amount of cover in doubt where its clause bounds it or says what a lender
// demands: "maximum deductible of $1,000" is no choice, so the customer is asked.
func (r *reader) doubtBounds() {
	for k, c := range r.claims {
		if _, amount := c.value.(int); !amount || c.at < 0 || !strings.HasPrefix(c.field, "coverages.") {
			continue
		}
		s, whole := r.clause(c.at), r.sentence(c.at)
		n, _ := r.number(c.at)
		words := span{max(s.i, c.at-12), max(n.j, c.at+1)}
		lender := r.among(s.i, "a lender") || r.among(s.i+1, "a lender")
		bounded := r.has(span{max(s.i, c.at-4), c.at}, "at most") || lender && r.has(words, "demands")
		if bounded && !r.has(span{c.at, whole.j}, "takes it so") {
			r.claims[k].value, r.claims[k].words = unclear(r.one(words)), r.raw(words)
		}
	}
}

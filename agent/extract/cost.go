package extract

import "ppamaild/quote"

// readCost reads what a vehicle cost when it was new: "MSRP was $28,500", "cost
// $28,500 new". What a used one was bought for says nothing of that.
func (r *reader) readCost() {
	for i := range r.toks {
		n, ok := r.number(i)
		if !ok || !n.dollar || n.n < 5_000 || n.n > 500_000 || r.quiet[i] || !r.free(n.span) {
			continue
		}
		if r.named("cost new", i, 4) || r.has(span{n.j, n.j + 1}, "when new") && !r.is(n.j+1, "deductible") {
			r.ofVehicles("cost_new", n.n, n.span, quote.Stated)
			r.take(n.span)
		}
	}
}

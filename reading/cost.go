package reading

import "ppamaild/quote"

// readCost reads what a vehicle cost when it was new: "MSRP was $28,500", "cost
// $28,500 new", "bought new for $28,500", "$28,500 on the sticker". What a used one was bought for says nothing of that.
func (r *reader) readCost() {
	for i := range r.toks {
		n, ok := r.number(i)
		if !ok || !n.dollar && !r.named("cost new", i, 3) || n.n < 5_000 || n.n > 500_000 || r.quiet[i] || !r.free(n.span) {
			continue
		}
		bought := r.is(i-1, "for") && r.is(i-2, "new") && !r.is(i-3, "a")
		if bought || r.named("cost new", i, 4) || r.is(n.j, "on") && r.is(n.j+1, "the") && r.has(span{n.j + 2, n.j + 3}, "cost new") || r.has(span{n.j, n.j + 1}, "when new") && !r.is(n.j+1, "deductible") {
			r.ofVehicles("cost_new", n.n, n.span, quote.Stated)
			r.take(n.span)
		}
	}
}

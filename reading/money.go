package reading

// dearest is what a year's insurance is seldom above, in dollars.
const dearest = 6000

// isMoney reports whether the sentence speaks of money where it gives n a period but no
// unit: "paying 340/mo", "they want 2400 a year". What stands nearest before n decides:
// "I pay too much for the 900 a month that I drive", else what follows it. No insurance
// costs so many dollars a year as most cars are driven miles.
func (r *reader) isMoney(n number, miles int) bool {
	s := r.sentence(n.i)
	from := max(s.i, n.i-20)
	if miles > dearest {
		return r.has(span{from, n.i}, "large sums")
	}
	money, paid := r.before("money", from, n.i)
	drive, driven := r.before("at the wheel", from, n.i)
	switch {
	case paid && driven:
		return money.i > drive.i
	case paid || driven:
		return paid
	}
	behind := span{n.j, min(r.clause(n.i).j, n.j+8)}
	money, paid = r.cue("money", behind)
	drive, driven = r.cue("at the wheel", behind)
	return paid && !(driven && drive.i < money.i)
}

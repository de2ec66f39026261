package reading

// readFootnotes reads "* my husband" below a name with that mark behind it, "Sam Poole*".
func (r *reader) readFootnotes() {
	for i := range r.toks {
		if !r.is(i, "*", "†") || !r.glued(i) || r.lone[i-1] <= everybody || len(r.crews[r.lone[i-1]]) != 1 {
			continue
		}
		k := r.crews[r.lone[i-1]][0]
		if p := r.people[k]; k == 0 || p.relation != "" || p.known >= 0 {
			continue
		}
		if kin, at, ok := r.footnote(i); ok {
			r.people[k].relation, r.people[k].gender = kin.relation, kin.gender
			r.say(entity{'d', k}, "relationship", kin.relation, at)
		}
	}
}

// footnote returns the relative of whom the line below speaks that begins with the mark at
// token i, and says no more than that.
func (r *reader) footnote(i int) (kin, span, bool) {
	for _, l := range r.lines[r.lineOf(i)+1:] {
		if r.at(l.i) != r.at(i) {
			continue
		}
		j := r.skip(l.i+1, "=", "my", "our", "mi")
		kin, ok := r.kinAt(j)
		return kin, span{j, j + 1}, ok && !kin.outsider && kin.relation != "" && r.isWholeLine(j+1, l.j)
	}
	return kin{}, span{}, false
}

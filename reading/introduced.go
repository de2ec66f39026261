package reading

import "strings"

// introduced returns the person named right before "is my wife" or "our son" at
// token at, or before "my wife," that ends before token end, somebody new where the
// sentence starts with the name; else -1.
func (r *reader) introduced(at, end int, kin kin) int {
	j := at
	for range 3 {
		if r.is(j-1, "is", "'s", ",", "(", "=", "that's", "who's", "who", "that", "thats") {
			j--
		}
	}
	if r.is(at-1, "she's", "he's", "shes", "hes") || r.is(at-1, "is") && r.is(at-2, "she", "he") {
		if g := r.lone[at-1]; g > everybody && len(r.crews[g]) == 1 && r.people[r.crews[g][0]].relation == "" && r.crews[g][0] > 0 {
			return r.crews[g][0] // "Pete is 57. He's my husband"
		}
	}
	if k := r.personEnding(j, r.presents(j, at, end)); k != 0 {
		if k > 0 && r.people[k].relation != "" && r.people[k].relation != kin.relation {
			return -1
		}
		return k
	}
	return -1
}

// presents reports whether the words between a name that ends before token j and "my wife" at
// tokens at to end say that the name is hers: "Ann is my wife", "Ann, my wife,", "Ann's my
// wife", "Ann, who is my wife", "Ann my wife,", "Bo is my son and Ann our daughter".
func (r *reader) presents(j, at, end int) bool {
	return r.is(j, "is") || r.is(j, ",") && (r.is(end, ",", ".") || r.is(at-1, "is", "who's")) ||
		j == at && !r.among(j-1, "done to relatives") && (noun(r.at(j-1)) != r.at(j-1) || r.is(end, "(", ",", "and") || r.isKin(j-3) && r.is(j-2, "and", "&"))
}

// personEnding returns the person whose name ends before token j, somebody new where
// anew allows that: -1 where there is none, and 0 for the writer.
func (r *reader) personEnding(j int, anew bool) int {
	if k := r.isGiven(j - 1); k >= 0 {
		return k
	}
	if g := r.lone[max(j-1, 0)]; r.isSurname(j-1) && g > everybody && len(r.crews[g]) == 1 {
		return r.crews[g][0]
	}
	n, ok := r.nameEnding(j)
	if !ok || !anew || !r.cased || r.isFrom(n) || len(r.people) >= mostEntries {
		return -1
	}
	r.people = append(r.people, &person{known: -1, first: n.i, at: n.span})
	r.addName(len(r.people)-1, n)
	return len(r.people) - 1
}

// nameEnding reads the name that ends before token j and starts its sentence or stands behind
// what may part it from others: "please include Ann Lee", "and Ann".
func (r *reader) nameEnding(j int) (fullName, bool) {
	start := r.skipBullet(r.sentence(max(j-1, 0)).i)
	for i := max(start, j-3); i < j; i++ {
		r.nameOnly = r.cased && r.capital(i) && i == j-1 && r.is(j, "is") && mayBeName[r.at(i)] // "June is my wife"
		n, ok := r.name(i, 3)
		r.nameOnly = false
		if ok && n.j == j && (i == start || i == r.clause(j-1).i || r.is(i-1, "and", "&", "y", ",", ";", "include", "add", "adding", "list", "with", "for", "is", "be", "are")) {
			return n, true
		}
	}
	return fullName{}, false
}

// nameBelow reads a line that is a name and nothing else, below one that says whose: "My wife".
func (r *reader) nameBelow(l line) (fullName, bool) {
	n, ok := r.name(l.i, 3)
	return n, ok && r.cased && !r.isFrom(n) && r.isWholeLine(n.j, l.j) && !r.quoted[l.i] && !r.closes(l) && !r.namesCar(l.i)
}

// isNamedOwner reports whether token i is the name of somebody met, other than who writes, as
// whose relative another is told: "Donna's mom".
func (r *reader) isNamedOwner(i int) bool {
	if !strings.HasSuffix(r.at(i), "'s") {
		return false
	}
	k, ok := r.kinAt(i + 1)
	return ok && !k.outsider && r.isGiven(i) > 0
}

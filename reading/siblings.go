package reading

import (
	"cmp"

	"ppamaild/quote"
)

// plurals are words for several people, by what one of them is.
var plurals = map[string]string{"sons": "son", "daughters": "daughter", "kids": "kid", "children": "child", "twins": "child",
	"triplets": "child", "teens": "child", "teenagers": "child", "gemelas": "hija", "gemelos": "hijo", "parents": "parent", "folks": "parent", "boys": "son", "girls": "daughter", "hijos": "hijo", "hijas": "hija", "padres": "padre"}

// several is who was last named together: what each of them is, up to the end
// of the sentence.
type several struct {
	kin  kin
	end  int
	bare bool // none of them was named there
	soon int  // up to where they are named then, in the sentence behind
}

// namedAt reports whether token i is where they are named.
func (s several) namedAt(i int) bool { return i < s.end && !s.bareAt(i) }

// bareAt reports whether none of them was named where they were told of, nor is at token i.
func (s several) bareAt(i int) bool { return s.bare && i >= s.soon }

// opensSiblings reports whether token i starts a sentence or an item with a word for several
// people: "Two sons: Noah", "Twins Max and Mia", "Kids: Ella", "Kids are Leo and Mia".
func (r *reader) opensSiblings(i int) bool {
	if plurals[r.at(i)] == "" && !r.is(i, "two", "three", "twin", "both", "all", "dos", "tres") || r.sentence(i).i != i && r.body(r.lines[r.lineOf(i)]).i != i {
		return false
	}
	return plurals[r.at(r.skipDescription(i))] != ""
}

// relativesAt reads "my sons Leo and Max", and the first of "our kids Mia
// (4/4/2006) and Zoe (5/5/2008)"; without names, nobody is named.
func (r *reader) relativesAt(i int) (group, end int, ok bool) {
	counted := r.is(i, "two", "three", "dos", "tres", "2", "3") && r.is(i-1, "have", "and", "+", "&", "plus", "with", "add", "tengo", "y", "also", "got", "con", "our")
	opens := !counted && !owners[r.at(i)] && r.opensSiblings(i)
	if !owners[r.at(i)] && !counted && !opens {
		return 0, i, false
	}
	j := r.skipDescription(r.skip(i+1, "two", "three", "dos", "tres"))
	if opens {
		j = r.skipDescription(i)
	}
	one, plural := plurals[r.at(j)]
	if !plural {
		return 0, i, false
	}
	if r.is(j, "twins", "triplets") && r.is(j+1, "!", ".") || opens && r.is(j+1, "boys", "girls") {
		one, j = cmp.Or(plurals[r.at(j+1)], one), j+1
	}
	r.siblings = several{kin: kinds()[one], end: r.sentence(i).j}
	var members []int
	for j = r.skip(r.behindPlural(j+1), ",", ":", "-", "("); ; {
		n, ok := r.name(j, 3)
		if !ok || !r.fitsName(n, j) || n.j > r.sentence(j).j {
			break
		}
		k := r.meet(kinds()[one], n, j)
		if k < 0 {
			break
		}
		r.noteRelative(k, j, n.j)
		members, end = append(members, k), n.j
		if j = r.skip(r.skip(n.j, ","), "and", "&", "y"); j == n.j {
			break
		}
	}
	if len(members) == 0 {
		if next := r.siblings.end; r.is(next, "that's", "they're", "they", "their", "names", "namely") {
			r.siblings.soon = r.sentence(next).j // "Two of my girls drive. That's Chloe (19) and Paige (17)."
		}
		r.siblings.end, r.siblings.bare = max(r.paragraph(i).j, r.siblings.soon), true
		return 0, i, false
	}
	return r.crews.of(members...), end, true
}

// behindPlural returns where names may start behind a word for several that ends before token
// i: behind what is told of them all, if that is short, as in "two teens on the road now, Leo and Mia".
func (r *reader) behindPlural(i int) int {
	for j := i; j < min(r.sentence(i).j, i+6); j++ {
		switch {
		case r.is(j, ":", ",", "(", "-"):
			return j
		case j == i && r.is(j, "are", "son"):
			return j + 1
		case r.kind(j) != word || r.capital(j):
			return i
		}
	}
	return i
}

// beSibling makes person k, named at token i and of an age, 0 where it is not known, one of those
// who were named together before: "two daughters. Mona's birthday is May 15th, 2005".
func (r *reader) beSibling(k, i, age int) {
	of := r.siblings
	if i >= of.end || of.kin.relation == "" || of.bareAt(i) && (age == 0 || of.kin.relation == quote.Child && age > mostAgeOfKids || of.kin.relation == quote.Parent && age < leastAgeOfParents) {
		return
	}
	r.people[k].relation, r.people[k].gender = of.kin.relation, of.kin.gender
	r.say(entity{'d', k}, "relationship", of.kin.relation, r.people[k].at)
}

// Ages at which somebody may be one of those whom the mail named together, and not by name.
const (
	mostAgeOfKids     = 28
	leastAgeOfParents = 40
)

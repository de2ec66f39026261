package extract

// plurals are words for several people, by what one of them is.
var plurals = map[string]string{"sons": "son", "daughters": "daughter", "kids": "kid", "children": "child", "twins": "child",
	"teens": "child", "teenagers": "child", "parents": "parent", "folks": "parent", "boys": "son", "girls": "daughter", "hijos": "hijo", "hijas": "hija", "padres": "padre"}

// several is who was last named together: what each of them is, up to the end
// of the sentence.
type several struct {
	kin kin
	end int
}

// relativesAt reads "my sons Leo and Max", and the first of "our kids Mia
// (4/4/2006) and Zoe (5/5/2008)"; without names, nobody is named.
func (r *reader) relativesAt(i int) (group, end int, ok bool) {
	counted := r.is(i, "two", "three", "dos", "tres", "2", "3") && r.is(i-1, "have", "and", "+", "&", "plus", "with", "add", "tengo", "y", "also", "got", "con", "our")
	bare := plurals[r.at(i)] != "" && r.is(i+1, "are", ":") && r.sentence(i).i == i // "Kids are Leo and Mia"
	if !owners[r.at(i)] && !counted && !bare {
		return 0, i, false
	}
	j := i
	if !bare {
		j = r.skipDescription(r.skip(i+1, "two", "three", "dos", "tres"))
	}
	one, plural := plurals[r.at(j)]
	if !plural {
		return 0, i, false
	}
	r.siblings = several{kinds()[one], r.sentence(i).j}
	var members []int
	for j = r.skip(r.behindPlural(j+1), ",", ":", "-", "("); ; {
		n, ok := r.name(j, 3)
		if !ok || !r.fitsName(n, j) || n.j > r.sentence(i).j {
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
	if next := r.siblings.end; len(members) == 0 && r.is(next, "that's", "they're", "they", "their", "names", "namely") {
		r.siblings.end = r.sentence(next).j // "Two of my girls drive. That's Chloe (19) and Paige (17)."
	}
	if len(members) == 0 {
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

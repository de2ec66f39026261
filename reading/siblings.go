package reading

// plurals are words for several people, by what one of them is.
var plurals = map[string]string{"sons": "son", "daughters": "daughter", "kids": "kid", "children": "child", "twins": "child",
	"parents": "parent", "boys": "son", "girls": "daughter", "hijos": "hijo", "hijas": "hija", "padres": "padre"}

// several is who was last named together: what each of them is, up to the end of the sentence.
type several struct {
	kin kin
	end int
}

// relativesAt reads "my sons Leo and Max", and the first of "our kids Mia
// (4/4/2006) and Zoe (5/5/2008)"; without names, nobody is named.
func (r *reader) relativesAt(i int) (group, end int, ok bool) {
	if !owners[r.At(i)] {
		return 0, i, false
	}
	j := r.skipDescription(r.Skip(i+1, "two", "three"))
	one, plural := plurals[r.At(j)]
	if !plural {
		return 0, i, false
	}
	r.siblings = several{kinds()[one], r.Sentence(i).J}
	var members []int
	for j = r.Skip(j+1, ",", ":", "-", "("); ; {
		n, ok := r.name(j, 3)
		if !ok || !r.fitsName(n, j) || n.J > r.Sentence(i).J {
			break
		}
		k := r.meet(kinds()[one], n, j)
		if k < 0 {
			break
		}
		r.noteRelative(k, j, n.J)
		members, end = append(members, k), n.J
		if j = r.Skip(r.Skip(n.J, ","), "and", "&", "y"); j == n.J {
			break
		}
	}
	if len(members) == 0 {
		return 0, i, false
	}
	return r.crews.of(members...), end, true
}
